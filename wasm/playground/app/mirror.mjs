// Runs of text, coloured; a textarea that lies over them is typed into, and they follow at once.

import { el } from "./dom.mjs";

/** @typedef {import("../types").Run} Run */

export class Mirror {
  element = el("pre", { class: "runs" });
  /** @type {{text: string, look: Run[1], node: HTMLElement}[]} */
  #runs = [];

  /** @param {Run[]} runs */
  set(runs) {
    const same =
      runs.length === this.#runs.length &&
      runs.every(([text, look], n) => this.#runs[n].look === look && this.#runs[n].text === text);
    if (same) return;
    this.#runs = runs.map(([text, look]) => ({ text, look, node: el("span", { class: look }, text) }));
    this.element.replaceChildren(...this.#runs.map(({ node }) => node));
  }

  /**
   * What was typed takes the look of what it was typed behind.
   * @param {string} before
   * @param {string} after
   */
  splice(before, after) {
    if (this.#runs.length === 0) return this.set([[after, "plain"]]);
    const [from, to, added] = difference(before, after);
    let start = 0;
    let pending = added;
    for (const run of this.#runs) {
      const end = start + run.text.length;
      const left = run.text.slice(0, Math.max(0, from - start));
      const right = end > to ? run.text.slice(Math.max(0, to - start)) : "";
      const last = run === this.#runs[this.#runs.length - 1];
      const here = (start <= from && from <= end && start !== end) || last ? pending : "";
      if (here) pending = "";
      const text = left + here + right;
      if (text !== run.text) run.node.textContent = run.text = text;
      start = end;
    }
  }
}

/**
 * The one stretch in which two texts differ, and what stands there in the second.
 * @param {string} before
 * @param {string} after
 * @returns {[from: number, to: number, added: string]}
 */
function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return [head, before.length - tail, after.slice(head, after.length - tail)];
}
