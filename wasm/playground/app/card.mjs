// A fragment -> its card: what it is, what became of it, what can be set for it; and its text, part by part.

import { chip, dataOf, seqButton } from "./blocks.mjs";
import { el } from "./dom.mjs";
import { Editor } from "./editor.mjs";
import { tokensOf } from "./words.mjs";

/**
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Run} Run
 * @typedef {import("./state.mjs").Fragment} Fragment
 * @typedef {import("./state.mjs").State} State
 */

/** Kinds that have an effect, and none. */
const KINDS = [
  ["", "text"],
  ["code", "code"],
  ["log", "log"],
  ["tool_result", "tool result"],
];

export class Card {
  /** @type {HTMLElement | null} */ #head = null;
  /** @type {HTMLElement | null} */ #seq = null;
  #tokens = el("span", { class: "tokens" });
  #fate = el("span", { class: "fate" });
  #number = -1;

  /**
   * @param {Fragment | null} fragment null for a transcript
   * @param {Editor} editor
   * @param {{first: boolean, last: boolean}} place of the part
   * @param {State} state
   */
  constructor(fragment, editor, { first, last }, state) {
    this.editor = editor;
    if (fragment && first) this.#head = this.#drawHead(fragment, state);
    this.element = el(
      "article",
      { class: "card", data: { first, last } },
      this.#head,
      el("div", { class: "text" }, editor.element),
    );
  }

  /**
   * @param {number} seq
   * @param {boolean} last
   */
  place(seq, last) {
    this.element.dataset.last = String(last);
    if (seq === this.#number) return;
    this.#number = seq;
    this.element.dataset.seq = String(seq);
    const button = seqButton(seq);
    this.#seq?.replaceWith(button);
    this.#seq = this.#head ? button : null;
    this.editor.area.setAttribute("aria-label", `Text of fragment ${seq}`);
  }

  /**
   * @param {Detail} detail
   * @param {Run[]} runs
   */
  decorate(detail, runs) {
    for (const [name, value] of Object.entries(dataOf(detail))) this.element.dataset[name] = String(value);
    this.editor.mirror.set(runs);
    this.#tokens.textContent = tokensOf(detail) || this.#tokens.textContent;
    const fate = chip(detail);
    if (this.#fate.textContent !== fate.textContent) this.#fate.replaceChildren(fate);
  }

  /**
   * @param {Fragment} fragment
   * @param {State} state
   */
  #drawHead(fragment, state) {
    const name = fragment.name || "text";
    const kind = el("select", { class: "kind", aria: { label: `Kind of ${name}` } });
    for (const [value, label] of withOwn(KINDS, fragment.kind))
      kind.append(new Option(label, value, false, value === fragment.kind));
    kind.addEventListener("change", () => {
      fragment.kind = kind.value;
      state.changed("fragment");
    });
    const options = this.#drawOptions(fragment, state);
    const more = el(
      "button",
      { type: "button", class: "quiet", aria: { expanded: false, label: `Options of ${name}` }, title: "Options" },
      "⋯",
    );
    more.addEventListener("click", () => {
      options.hidden = !options.hidden;
      more.setAttribute("aria-expanded", String(!options.hidden));
    });
    const remove = el(
      "button",
      { type: "button", class: "quiet", title: "Remove", aria: { label: `Remove ${name}` } },
      "×",
    );
    remove.addEventListener("click", () => state.remove(fragment));
    this.#seq = el("span");
    return el(
      "header",
      {},
      this.#seq,
      el("span", { class: "name", title: name }, name),
      kind,
      el("span", { class: "grow" }),
      this.#tokens,
      this.#fate,
      more,
      remove,
      options,
    );
  }

  /**
   * @param {Fragment} fragment
   * @param {State} state
   */
  #drawOptions(fragment, state) {
    const changed = () => state.changed("fragment");
    const priority = el("input", {
      type: "number",
      min: 0,
      max: 255,
      step: 1,
      placeholder: "0",
      value: fragment.priority ?? "",
    });
    priority.addEventListener("input", () => {
      fragment.priority = priority.value === "" ? null : Number(priority.value);
      changed();
    });
    const group = el("input", { type: "text", value: fragment.group, placeholder: "none", spellcheck: false });
    group.addEventListener("input", () => {
      fragment.group = group.value;
      changed();
    });
    const flags = /** @type {const} */ ([
      ["pinned", "Pinned: never dropped"],
      ["cache", "In the cached prefix"],
      ["verbatim", "Verbatim: critical"],
    ]).map(([name, label]) => {
      const box = el("input", { type: "checkbox", checked: fragment[name] });
      box.addEventListener("change", () => {
        fragment[name] = box.checked;
        changed();
      });
      return el("label", { class: "check" }, box, label);
    });
    const moves = /** @type {const} */ ([
      [-1, "Move up"],
      [1, "Move down"],
    ]).map(([by, label]) => {
      const button = el("button", { type: "button", class: "quiet" }, label);
      button.addEventListener("click", () => state.move(fragment, by));
      return button;
    });
    const labelled = /** @param {string} label @param {HTMLElement} input */ (label, input) =>
      el("label", { class: "small" }, label, input);
    return el(
      "div",
      { class: "options", hidden: true },
      labelled("Priority", priority),
      labelled("Group", group),
      ...flags,
      ...moves,
    );
  }
}

/**
 * @param {string[][]} kinds
 * @param {string} own
 */
function withOwn(kinds, own) {
  return kinds.some(([value]) => value === own) ? kinds : [...kinds, [own, own]];
}
