// The second tab: hits and a policy -> text that fits a model, and what became of each hit.

import { assembleRequest } from "../engine/assemble.mjs";
import { byId, el } from "./dom.mjs";
import { keepDraft, readDraft } from "./drafts.mjs";
import { FORMAT_POLICY } from "./fields.mjs";
import { drawForm } from "./form.mjs";
import { drawGrains } from "./grains.mjs";
import { HITS } from "./hits.mjs";
import { notice } from "./notices.mjs";
import { readFiles } from "./reading.mjs";
import { bindMenu } from "./save.mjs";
import { count } from "./words.mjs";

/**
 * @typedef {import("../types").Fault} Fault
 * @typedef {import("../types").Flat} Flat
 * @typedef {import("../types").FormattedContext} FormattedContext
 * @typedef {import("../types").SavedAssembly} SavedAssembly
 * @typedef {import("./client.mjs").Client} Client
 */

/** Milliseconds from a change to the request. */
const WAIT = 120;

/** Where this tab of the browser keeps what was typed. */
const DRAFT = "contextc.hits";

/** @type {SavedAssembly} */
const FIRST = { v: 1, tab: "assemble", policy: { preset: "claude", token_budget: 300 }, hits: HITS };

export class Assembly {
  #client;
  #changed;
  /** @type {Flat} */ #policy = {};
  #form;
  #page = byId("assemble");
  #hits = /** @type {HTMLTextAreaElement} */ (byId("hits"));
  #text = byId("assembled");
  #fault = byId("assemble-fault");
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #version = 0;
  #isOpen = false;
  /** @type {string | null} */ #answer = null;

  /**
   * @param {Client} client
   * @param {() => void} changed by a hand
   */
  constructor(client, changed) {
    this.#client = client;
    this.#changed = changed;
    this.#form = drawForm(
      byId("assemble-fields"),
      FORMAT_POLICY,
      "$.policy",
      () => this.#policy,
      () => this.#edited(),
    );
    const chooser = /** @type {HTMLInputElement} */ (byId("hits-file"));
    this.#hits.addEventListener("input", () => this.#edited());
    byId("hits-example").addEventListener("click", () => this.#type(HITS));
    byId("hits-choose").addEventListener("click", () => chooser.click());
    chooser.addEventListener("change", async () => {
      const [file] = chooser.files ?? [];
      chooser.value = "";
      if (file) await this.#take(file);
    });
    this.#page.addEventListener("dragover", (event) => event.preventDefault());
    this.#page.addEventListener("drop", async (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      await this.#take(file);
    });
    bindMenu(this.#page, {
      text: () => (this.#answer === null ? null : this.#text.textContent),
      answer: () => this.#answer,
      request: () => assembleRequest(this.#hits.value, this.#policy),
    });
  }

  /** Show what was typed last, or the example. */
  open() {
    if (!this.#isOpen) this.restore(draft() ?? FIRST);
  }

  /** The compiler has started. */
  ready() {
    if (this.#isOpen) this.#ask();
  }

  /** @returns {SavedAssembly} what a link holds */
  saved() {
    return { v: 1, tab: "assemble", policy: this.#policy, hits: this.#hits.value };
  }

  /** @param {SavedAssembly} saved */
  restore({ policy, hits }) {
    this.#isOpen = true;
    this.#policy = { ...policy };
    this.#form.show();
    this.#hits.value = String(hits ?? "");
    this.#schedule();
  }

  /** @param {Fault} fault */
  refuse({ code, path, message }) {
    this.#clear();
    this.#answer = null;
    const said = message.charAt(0).toUpperCase() + message.slice(1);
    const where = path === "$" ? code : `${code} at ${path}`;
    this.#fault.replaceChildren(el("strong", {}, "Not assembled. "), said, " ", el("code", {}, where));
    this.#fault.hidden = false;
    this.#page.dataset.answer = "refused";
    const field = byId("assemble-fields").querySelector(`[data-path="${CSS.escape(path)}"] :is(input, select)`);
    const place = field ?? (path.startsWith("$.hits") ? this.#hits : null);
    place?.setAttribute("aria-invalid", "true");
    place?.setAttribute("aria-describedby", "assemble-fault");
  }

  /** @param {File} file */
  async #take(file) {
    const { read, refused } = await readFiles([{ file, name: file.name }]);
    for (const sentence of refused) notice(sentence, { tone: "bad" });
    if (read.length > 0) this.#type(read[0].text);
  }

  /** @param {string} text */
  #type(text) {
    this.#hits.value = text;
    this.#edited();
  }

  #edited() {
    this.#changed();
    this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#version++;
    this.#page.setAttribute("aria-busy", "true");
    this.#timer = setTimeout(() => this.#ask(), WAIT);
  }

  async #ask() {
    const version = ++this.#version;
    const { hits, policy = {} } = this.saved();
    const said = await this.#client.ask("assemble", { hits, policy });
    if (said === null || version !== this.#version) return;
    const answer = JSON.parse(said);
    if (answer.error) this.refuse(answer.error);
    else this.#show(answer, said);
    keepDraft(DRAFT, JSON.stringify(this.saved()));
    this.#page.setAttribute("aria-busy", "false");
    performance.mark("contextc.assembled");
  }

  #clear() {
    this.#fault.hidden = true;
    for (const input of this.#page.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  }

  /**
   * @param {FormattedContext} answer
   * @param {string} said the same as it came
   */
  #show({ text, estimated_tokens, included_count, omitted_count, decisions = [] }, said) {
    this.#clear();
    this.#answer = said;
    this.#text.textContent = text;
    this.#page.dataset.answer = "good";
    const more = drawGrains(byId("grain-rows"), decisions);
    byId("assembled-figures").textContent =
      `${count(estimated_tokens)} tokens · ${count(included_count)} in · ${count(omitted_count)} omitted` +
      (more > 0 ? ` · ${count(more)} more decisions than are shown` : "");
  }
}

/** @returns {SavedAssembly | null} */
function draft() {
  try {
    return JSON.parse(readDraft(DRAFT) ?? "null");
  } catch {
    return null; // of another version: the tab begins anew
  }
}
