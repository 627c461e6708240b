// Numbers and names, as people read them.

/**
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Fate} Fate
 * @typedef {import("../types").Ranking} Ranking
 */

const plain = new Intl.NumberFormat("en");

/** @param {number} value */
export function count(value) {
  return plain.format(value);
}

/**
 * @param {number} value
 * @param {string} one
 * @param {string} [many]
 */
export function counted(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(bytes < 9950 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @type {Record<Action, string>} a sign beside the colour */
export const SIGNS = { cache: "◆", preserve: "●", abstract: "≡", retrieve: "↗", drop: "×" };

/** @type {Record<Action, string>} */
const FATES = { cache: "cached", preserve: "kept", abstract: "collapsed", retrieve: "left out", drop: "duplicate" };

/** @type {Record<Fate, string>} */
export const PARTS = {
  cache: "cached prefix",
  preserve: "kept",
  abstract: "collapsed logs",
  joints: "joints and marks",
  collapsed: "saved by collapsing",
  cut: "cut away",
  retrieve: "left out",
  drop: "duplicates",
  reserve: "reserved",
  unused: "unused",
};

/** @param {{action: Action, partial: boolean}} detail */
export function fateOf({ action, partial }) {
  return partial ? `${FATES[action]} in part` : FATES[action];
}

/** @param {Detail} detail */
export function tokensOf({ tokensIn, tokensOut }) {
  if (tokensIn === null || tokensOut === null) return "";
  return tokensIn === tokensOut
    ? `${counted(tokensIn, "token")}`
    : `${count(tokensOut)} of ${counted(tokensIn, "token")}`;
}

/** @type {Record<Ranking, string>} */
const RANKINGS = { bm25: "by BM25", score: "its own score" };

/** @param {Detail} detail */
export function relevanceOf({ relevance, rankedBy }) {
  return rankedBy ? `${relevance.toFixed(2)}, ${RANKINGS[rankedBy]}` : relevance.toFixed(2);
}
