// Settings and texts -> compilations, the latest alone; and answers to the page's questions about the last one.

import { account } from "./account.mjs";
import { Assembler } from "./assemble.mjs";
import { Compilation } from "./compilation.mjs";
import { encodeLink, savedOf } from "./link.mjs";
import { buildRequest, TRANSCRIPT } from "./request.mjs";

/**
 * @typedef {import("../types").Fault} Fault
 * @typedef {import("../types").Questions} Questions
 * @typedef {import("../types").Segment} Segment
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("../types").Told} Told
 * @typedef {import("../bundle/contextc.mjs").ContextcWorker} ContextcWorker
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class Session {
  /** @type {(message: Told) => void} */
  #tell;
  /** @type {ContextcWorker | undefined} */
  #door;
  /** @type {Map<string, string>} */
  #texts = new Map();
  /** @type {Map<string, number>} tokens by text; of texts that are gone too, until the next sweep */
  #tokens = new Map();
  /** What they were counted by, as JSON. */
  #counter = "";
  /** @type {{settings: Settings, version: number} | undefined} */
  #wanted;
  /** @type {AbortController | undefined} */
  #running;
  /** @type {Compilation | undefined} */
  #last;
  #assembler = new Assembler();
  /** @type {{of: string, segments: Segment[]} | undefined} */
  #segmented;

  /** @param {(message: Told) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @param {ContextcWorker} door */
  async open(door) {
    this.#door = door;
    const description = await this.#ask("describe", {});
    this.#tell({ type: "ready", description });
    this.#begin();
  }

  /** @param {{settings: Settings, texts: [string, string][], version: number}} message */
  update({ settings, texts, version }) {
    for (const [key, text] of texts) this.#texts.set(key, text);
    const keys = new Set([TRANSCRIPT, ...settings.fragments.map(({ key }) => key)]);
    for (const key of this.#texts.keys()) if (!keys.has(key)) this.#texts.delete(key);
    this.#wanted = { settings, version };
    if (this.#door) this.#begin();
  }

  /**
   * @template {keyof Questions} Q
   * @param {Q} question
   * @param {any} ask
   * @returns {Promise<any>}
   */
  async answer(question, ask) {
    if (question === "link") return this.#wanted ? encodeLink(savedOf(this.#wanted.settings, this.#texts)) : null;
    if (question === "suggest")
      return this.#door ? this.#ask("suggest_budget", { target_model: ask.model }) : { window: null };
    if (question === "assemble") return this.#door ? this.#assembler.answer(this.#door, ask) : null;
    if (question === "format") return this.#door ? this.#formatOf(ask.text) : null;
    if (question === "text" && ask.what === "request" && this.#wanted) return JSON.stringify(this.#build().request);
    return this.#last?.answer(question, ask) ?? null;
  }

  /** Stop what runs and start what is wanted. */
  async #begin() {
    if (!this.#wanted) return;
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const { version } = this.#wanted;
    this.#tell({ type: "begun", version });
    try {
      await this.#compile(signal);
    } catch (error) {
      if (signal.aborted) this.#tell({ type: "cancelled", version });
      else this.#tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  #build() {
    const { settings } = /** @type {{settings: Settings}} */ (this.#wanted);
    return buildRequest(settings, (key) => this.#texts.get(key) ?? "");
  }

  /** @param {AbortSignal} signal */
  async #compile(signal) {
    const { settings, version } = /** @type {{settings: Settings, version: number}} */ (this.#wanted);
    const { method, request } = this.#build();
    const bytes = await this.#call(method, request, signal);
    const answer = JSON.parse(decoder.decode(bytes));
    if (answer.error) {
      this.#tell({ type: "fault", version, fault: answer.error });
      return;
    }
    const segments = settings.mode === "transcript" ? await this.#segment(request, signal) : null;
    const texts = segments?.map(({ text }) => text) ?? settings.fragments.map(({ key }) => this.#texts.get(key) ?? "");
    const compilation = new Compilation({ settings, segments, texts, answer, bytes });
    this.#last = compilation;
    this.#tell({ type: "result", result: compilation.result(version) });
    const counter = { estimator: settings.policy["estimator"], target_model: settings.model || undefined };
    await this.#count(compilation, counter, signal);
    const total = compilation.context.insights.tokens_out;
    const { decisions } = compilation.context;
    const { tokensIn, tokensOut } = compilation;
    const reserve = Number(settings.policy["response_reserve_tokens"] ?? 0);
    const told = account({ decisions, tokensIn, tokensOut, total, budget: settings.budget ?? 0, reserve });
    this.#tell({ type: "account", version, account: told });
  }

  /**
   * The segments of a transcript; `compile_transcript` reports on them without their texts.
   * @param {Record<string, any>} request
   * @param {AbortSignal} signal
   */
  async #segment({ transcript, segmentation }, signal) {
    const of = `${JSON.stringify(segmentation)} ${transcript}`;
    if (this.#segmented?.of !== of) {
      const { segments } = await this.#ask("segment", { transcript, segmentation }, signal);
      this.#segmented = { of, segments };
    }
    return this.#segmented.segments;
  }

  /**
   * What a text would be read as; nothing when it is too much.
   * @param {string} transcript
   * @returns {Promise<string | null>}
   */
  async #formatOf(transcript) {
    return (await this.#ask("segment", { transcript })).format_detected ?? null;
  }

  /**
   * The tokens of every fragment and every block: texts that did not change are not counted again.
   * @param {Compilation} compilation
   * @param {Record<string, unknown>} counter what the compilation counts by, as `estimate` takes it
   * @param {AbortSignal} signal
   */
  async #count(compilation, counter, signal) {
    if (this.#counter !== JSON.stringify(counter)) this.#tokens.clear();
    this.#counter = JSON.stringify(counter);
    const blocks = compilation.blockTexts();
    const all = new Set([...compilation.texts, ...blocks.values()]);
    const unknown = [...all].filter((text) => !this.#tokens.has(text));
    if (unknown.length > 0) {
      const { tokens } = await this.#ask("estimate", { texts: unknown, ...counter }, signal);
      unknown.forEach((text, index) => this.#tokens.set(text, tokens[index]));
    }
    for (const text of this.#tokens.keys()) if (!all.has(text)) this.#tokens.delete(text);
    compilation.count((text) => this.#tokens.get(text) ?? 0, blocks);
  }

  /**
   * @param {string} method
   * @param {unknown} request
   * @param {AbortSignal} [signal]
   */
  async #ask(method, request, signal) {
    return JSON.parse(decoder.decode(await this.#call(method, request, signal)));
  }

  /**
   * @param {string} method
   * @param {unknown} request
   * @param {AbortSignal} [signal]
   */
  async #call(method, request, signal) {
    const door = /** @type {ContextcWorker} */ (this.#door);
    return door.call(method, encoder.encode(JSON.stringify(request)), signal ? { signal } : {});
  }
}
