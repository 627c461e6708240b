// A text in parts that are short enough to be drawn and typed into, cut behind lines.

import { cutAt, PAGE_CHARS } from "../engine/pages.mjs";

/** @typedef {{id: number, text: string}} TextPart */

/** A part that typing has made longer than this is cut once it is left. */
const LONG = 2 * PAGE_CHARS;

let ids = 0;

export class Text {
  /** @type {TextPart[]} */
  parts = [];
  /** Counts changes. */
  revision = 0;
  /** @type {string | null} */
  #whole = null;

  /** @param {string} text */
  constructor(text = "") {
    this.set(text);
  }

  /** @param {string} text */
  set(text) {
    this.parts = cut(text);
    this.#whole = text;
    this.revision++;
  }

  toString() {
    this.#whole ??= this.parts.map(({ text }) => text).join("");
    return this.#whole;
  }

  get length() {
    return this.parts.reduce((sum, { text }) => sum + text.length, 0);
  }

  /**
   * @param {TextPart} part
   * @param {string} text
   */
  change(part, text) {
    part.text = text;
    this.#whole = null;
    this.revision++;
  }

  /**
   * Cut a part that has grown too long; whether it had.
   * @param {TextPart} part
   */
  settle(part) {
    const place = this.parts.indexOf(part);
    if (place < 0 || part.text.length <= LONG) return false;
    this.parts.splice(place, 1, ...cut(part.text));
    return true;
  }

  /** @param {TextPart} part */
  startOf(part) {
    let start = 0;
    for (const each of this.parts) {
      if (each === part) break;
      start += each.text.length;
    }
    return start;
  }
}

/**
 * @param {string} text
 * @returns {TextPart[]}
 */
function cut(text) {
  const parts = [];
  let start = 0;
  do {
    const end = text.length - start <= LONG ? text.length : cutAt(text, start, PAGE_CHARS);
    parts.push({ id: ids++, text: text.slice(start, end) });
    start = end;
  } while (start < text.length);
  return parts;
}
