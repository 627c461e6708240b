// Changes of the state -> compilations by the worker: soon, the latest alone, and only texts that changed are sent.

import { TRANSCRIPT } from "../engine/request.mjs";

/**
 * @typedef {import("../types").Questions} Questions
 * @typedef {import("../types").Told} Told
 * @typedef {import("./state.mjs").State} State
 */

/** Between a change and the request, in milliseconds: typing goes on for as long as a part of what the last answer took. */
const WAIT = { least: 30, most: 150, share: 0.4 };

/** Typing that never pauses is answered all the same. */
const PATIENCE = 1000;

export class Client {
  /** @type {Worker} */ #worker;
  /** @type {State} */ #state;
  /** @type {(told: Told) => void} */ #hear;
  #version = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #since = 0;
  #begun = 0;
  #took = 0;
  /** @type {Map<string, number>} */ #sent = new Map();
  /** @type {Map<number, (value: any) => void>} */ #asked = new Map();
  #ids = 0;
  /** Whether the compiler has started. */
  isReady = false;

  /**
   * @param {Worker} worker
   * @param {State} state
   * @param {(told: Told) => void} hear
   */
  constructor(worker, state, hear) {
    this.#worker = worker;
    this.#state = state;
    this.#hear = hear;
    worker.addEventListener("message", (event) => this.#told(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      hear({ type: "failed", message: event.message || "The page's worker did not start; reload the page." });
    });
    state.listen(() => this.schedule());
  }

  schedule() {
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const wait = Math.min(WAIT.most, Math.max(WAIT.least, WAIT.share * this.#took));
    this.#timer = setTimeout(() => this.flush(), Math.min(wait, Math.max(0, this.#since + PATIENCE - now)));
  }

  /** Send what has changed, now. */
  flush() {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const settings = this.#state.settings();
    /** @type {(readonly [string, import("./text.mjs").Text])[]} */
    const all = settings.mode === "transcript" ? [[TRANSCRIPT, this.#state.transcript]] : [];
    if (settings.mode === "fragments")
      all.push(...this.#state.fragments.map(({ key, text }) => /** @type {const} */ ([key, text])));
    const changed = all.filter(([key, text]) => this.#sent.get(key) !== text.revision);
    const texts = changed.map(([key, text]) => [key, text.toString()]);
    for (const [key, text] of changed) this.#sent.set(key, text.revision);
    this.#worker.postMessage({ type: "update", version: ++this.#version, settings, texts });
  }

  /**
   * Whether nothing has changed since this version was asked for.
   * @param {number} version
   */
  isCurrent(version) {
    return version === this.#version && this.#timer === undefined;
  }

  /**
   * @template {keyof Questions} Q
   * @param {Q} question
   * @param {Questions[Q]["ask"]} ask
   * @returns {Promise<Questions[Q]["reply"]>}
   */
  ask(question, ask) {
    const id = this.#ids++;
    this.#worker.postMessage({ type: "ask", id, question, ask });
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  /** @param {Told} told */
  #told(told) {
    if (told.type === "reply") {
      this.#asked.get(told.id)?.(told.value);
      this.#asked.delete(told.id);
      return;
    }
    if (told.type === "ready") this.isReady = true;
    if (told.type === "begun") this.#begun = performance.now();
    if (told.type === "result") this.#took = performance.now() - this.#begun;
    // Where a browser's tools look for it; the tests count these.
    if (told.type !== "ready" && told.type !== "failed") performance.mark(`contextc.${told.type}`);
    this.#hear(told);
  }
}
