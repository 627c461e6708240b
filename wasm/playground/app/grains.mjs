// What became of each hit, as rows.

import { el } from "./dom.mjs";
import { count } from "./words.mjs";

/** @typedef {import("../types").GrainDecision} GrainDecision */

/** Rows that are drawn; more of them are a number. */
const MOST = 500;

const OUTCOMES = { full: "in full", summary: "in short", omit: "left out" };

/**
 * @param {HTMLElement} body of a table
 * @param {GrainDecision[]} decisions
 * @returns {number} how many are not drawn
 */
export function drawGrains(body, decisions) {
  body.replaceChildren(...decisions.slice(0, MOST).map(drawRow));
  return Math.max(0, decisions.length - MOST);
}

/** @param {GrainDecision} decision */
function drawRow({ index, grain_type, outcome, rule_id, reason, priority, tokens }) {
  return el(
    "tr",
    { data: { outcome } },
    el("td", {}, String(index)),
    el("td", {}, grain_type, " ", el("code", {}, rule_id), " ", el("span", { class: "reason" }, reason)),
    el("td", {}, OUTCOMES[outcome]),
    el("td", {}, priority === undefined ? "" : priority.toFixed(3)),
    el("td", {}, tokens === undefined ? "" : count(tokens)),
  );
}
