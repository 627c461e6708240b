// Tokens of every fragment and of its block -> where the tokens went, as two bars.

/**
 * @typedef {import("../types").Account} Account
 * @typedef {import("../types").Decision} Decision
 * @typedef {import("../types").Fate} Fate
 * @typedef {import("../types").Part} Part
 */

/** @type {Fate[]} */
const ORDER = ["cache", "preserve", "abstract", "joints", "collapsed", "cut", "retrieve", "drop", "reserve", "unused"];

/**
 * @param {object} compilation
 * @param {Decision[]} compilation.decisions
 * @param {number[]} compilation.tokensIn by fragment
 * @param {number[]} compilation.tokensOut by fragment: of its block, 0 without one
 * @param {number} compilation.total of the context
 * @param {number} compilation.budget
 * @param {number} compilation.reserve
 * @returns {Account}
 */
export function account({ decisions, tokensIn, tokensOut, total, budget, reserve }) {
  const input = new Tally();
  const spent = new Tally();
  decisions.forEach((decision, seq) => {
    const out = tokensOut[seq];
    const kept = Math.min(out, tokensIn[seq]);
    if (out > 0) {
      const absent = decision.action === "retrieve" || decision.action === "drop"; // only a mark stands there
      input.add(absent ? "joints" : decision.action, kept);
      spent.add(absent ? "joints" : decision.action, out);
    }
    input.add(lossOf(decision), tokensIn[seq] - kept);
  });
  // A block costs a little less inside a text than alone, or more where blocks are joined.
  spent.settle(total);
  spent.add("reserve", Math.min(reserve, budget));
  spent.add("unused", Math.max(0, budget - reserve - total));
  return { input: input.parts(), budget: spent.parts() };
}

/**
 * What the tokens that are not in the context are.
 * @param {Decision} decision
 * @returns {Fate}
 */
function lossOf({ action, emitted }) {
  if (action === "retrieve" || action === "drop") return action;
  return action === "abstract" && !emitted ? "collapsed" : "cut";
}

class Tally {
  /** @type {Map<Fate, Part>} */
  #parts = new Map();

  /**
   * @param {Fate} fate
   * @param {number} tokens
   */
  add(fate, tokens) {
    if (tokens <= 0) return;
    const part = this.#parts.get(fate) ?? { fate, tokens: 0, fragments: 0 };
    part.tokens += tokens;
    part.fragments += 1;
    this.#parts.set(fate, part);
  }

  /**
   * Make the parts add up to what the whole costs.
   * @param {number} total
   */
  settle(total) {
    const parts = this.parts();
    const over = parts.reduce((sum, { tokens }) => sum + tokens, 0) - total;
    if (over < 0) this.add("joints", -over);
    const largest = parts.sort((a, b) => b.tokens - a.tokens)[0];
    if (over > 0 && largest) largest.tokens = Math.max(0, largest.tokens - over);
  }

  parts() {
    return ORDER.flatMap((fate) => this.#parts.get(fate) ?? []);
  }
}
