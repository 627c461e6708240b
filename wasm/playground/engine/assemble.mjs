// Hits as they were typed, and a policy -> a request, and its answer: the latest alone.

import { nested } from "./request.mjs";

/**
 * @typedef {import("../types").Flat} Flat
 * @typedef {import("../bundle/contextc.mjs").ContextcWorker} ContextcWorker
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The hits stay the text that was typed: a number of 64 bits would not survive being read and written here.
 * @param {string} hits
 * @param {Flat} policy
 */
export function assembleRequest(hits, policy) {
  return `{"hits":${hits.trim() || "[]"},"policy":${JSON.stringify({ ...nested(policy), explain: true })}}`;
}

export class Assembler {
  /** @type {AbortController | undefined} */
  #running;

  /**
   * The answer as JSON; null when another request came after it.
   * @param {ContextcWorker} door
   * @param {{hits: string, policy: Flat}} ask
   */
  async answer(door, { hits, policy }) {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    try {
      // What ends the list too early would go on as another part of the request.
      if (hits.trim()) JSON.parse(hits);
    } catch (error) {
      return refusal("invalid_json", "$.hits", `the hits are no JSON: ${said(error)}`);
    }
    try {
      return decoder.decode(await door.call("assemble", encoder.encode(assembleRequest(hits, policy)), { signal }));
    } catch (error) {
      return signal.aborted ? null : refusal("compiler_ended", "$", said(error));
    }
  }
}

/**
 * @param {string} code
 * @param {string} path
 * @param {string} message
 */
function refusal(code, path, message) {
  return JSON.stringify({ error: { code, path, message, data: {} } });
}

/** @param {unknown} error */
function said(error) {
  return error instanceof Error ? error.message : String(error);
}
