// The fragment under the pointer, with the focus, or tapped -> its record, and its places in both panes marked.

import { chip } from "./blocks.mjs";
import { byId, el } from "./dom.mjs";
import { copy } from "./save.mjs";
import { relevanceOf, size, tokensOf } from "./words.mjs";

/**
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("./client.mjs").Client} Client
 */

export class Inspector {
  #root = byId("inspector");
  #client;
  #show;
  #seq = -1;
  #pinned = false;
  #drawn = false;

  /**
   * @param {Client} client
   * @param {(where: "input" | "context", seq: number) => void} show
   */
  constructor(client, show) {
    this.#client = client;
    this.#show = show;
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#point(seqAt(event.target)));
    main.addEventListener("focusin", (event) => this.#point(seqAt(event.target)));
    main.addEventListener("click", (event) => this.#click(event));
    addEventListener("keydown", (event) => event.key === "Escape" && this.release());
    this.#draw(null);
  }

  /** Draw anew, after an answer. */
  async refresh() {
    const seq = this.#seq;
    const detail = seq < 0 ? null : await this.#client.ask("detail", { seq });
    if (seq === this.#seq) this.#draw(detail);
    this.#mark();
  }

  /** @param {number} seq */
  open(seq) {
    this.#pinned = true;
    this.#select(seq);
  }

  release() {
    this.#pinned = false;
    this.#root.dataset.open = "false";
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const seq = seqAt(event.target);
    if (seq === null) return;
    // Only the number, or the read-only text of the output, opens the record for good: a click into a text is for typing.
    const element = /** @type {Element} */ (event.target);
    if (element.closest("[data-open], .block, .row")) this.open(seq);
  }

  /** @param {number | null} seq */
  #point(seq) {
    // A record that could not be had a moment ago, while an answer was on its way, is asked for again.
    if (seq !== null && (seq !== this.#seq || !this.#drawn) && !this.#pinned) this.#select(seq);
  }

  /** @param {number} seq */
  #select(seq) {
    this.#seq = seq;
    this.#root.dataset.open = String(this.#pinned);
    this.refresh();
  }

  #mark() {
    for (const element of document.querySelectorAll("[data-active]")) element.removeAttribute("data-active");
    for (const element of document.querySelectorAll(`main [data-seq="${this.#seq}"]`))
      element.setAttribute("data-active", "");
  }

  /** @param {Detail | null} detail */
  #draw(detail) {
    this.#drawn = detail !== null;
    if (!detail) {
      this.#root.replaceChildren(
        el("p", { class: "hint" }, "Point at a fragment, or open its number, to see what became of it and why."),
      );
      return;
    }
    const close = el("button", { type: "button", class: "quiet close", aria: { label: "Close the record" } }, "×");
    close.addEventListener("click", () => this.release());
    const go = /** @param {"input" | "context"} where @param {string} label */ (where, label) => {
      const button = el("button", { type: "button", class: "quiet" }, label);
      button.addEventListener("click", () => this.#show(where, detail.seq));
      return button;
    };
    this.#root.replaceChildren(
      el(
        "div",
        { class: "title" },
        el("strong", {}, `#${detail.seq}`),
        el("span", { class: "name" }, detail.name),
        detail.kind ? el("span", { class: "meta" }, detail.kind) : null,
        chip(detail),
        close,
      ),
      el("p", { class: "reason" }, sentence(detail.reason)),
      el(
        "dl",
        {},
        ...pair("rule", el("code", {}, detail.rule)),
        ...pair("tokens", tokensOf(detail) || "…"),
        ...pair("size", size(detail.bytes)),
        ...pair("relevance", relevanceOf(detail)),
        ...pair("risk", el("span", { class: "risk", data: { risk: detail.risk } }, detail.risk)),
        ...(detail.handle ? pair("handle", handle(detail.handle)) : []),
      ),
      el(
        "div",
        { class: "go" },
        go("input", "Show in input"),
        detail.tokensOut === 0 ? null : go("context", "Show in context"),
      ),
    );
  }
}

/** @param {EventTarget | null} target */
function seqAt(target) {
  const element = target instanceof Element ? target.closest("[data-seq]") : null;
  return element instanceof HTMLElement ? Number(element.dataset.seq) : null;
}

/**
 * @param {string} term
 * @param {string | Node} said
 */
function pair(term, said) {
  return [el("div", {}, el("dt", {}, term), el("dd", {}, said))];
}

/** @param {string} text */
function handle(text) {
  const button = el("button", { type: "button", class: "handle", title: "Copy the handle" }, text);
  button.addEventListener("click", () => copy(text, "The handle"));
  return button;
}

/** @param {string} reason */
function sentence(reason) {
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? "" : ".");
}
