// An answer and the fragments it speaks of -> the blocks of its context: which fragment each is, and where it stands.

import { findEnds, markEnd } from "./align.mjs";
import { stringRanges } from "./offsets.mjs";

/**
 * @typedef {import("../types").CompiledContext} CompiledContext
 * @typedef {import("../types").Decision} Decision
 * @typedef {import("../types").Range} Range
 * @typedef {import("../types").Run} Run
 *
 * @typedef {object} Block
 * @property {number | null} seq of the fragment; null for a section whose blocks cannot be told apart
 * @property {number} start in the content, in units of the string
 * @property {number} body where its label ends
 * @property {number} end
 */

const JOINER = "\n\n";

/** @param {Decision} decision */
function isWhole(decision) {
  return decision.handle === undefined;
}

/** @param {Decision} decision */
export function isPart(decision) {
  return decision.emitted !== undefined && decision.emitted.length > 0;
}

/**
 * What of a fragment stands in the context, in units of the string.
 * @param {string} text
 * @param {Decision} decision
 * @returns {Range[]}
 */
export function keptRanges(text, decision) {
  if (isWhole(decision)) return [[0, text.length]];
  return isPart(decision) ? stringRanges(text, decision.emitted ?? []) : [];
}

/**
 * @param {CompiledContext} context
 * @param {string[]} texts by fragment
 * @param {(string | null | undefined)[]} labels by fragment
 * @returns {Block[]}
 */
export function findBlocks({ sections, decisions }, texts, labels) {
  const lines = texts.map((_, seq) => (labels[seq] ? `${labels[seq]}\n` : ""));
  /** @type {Block[]} */
  const blocks = [];
  let offset = 0;
  for (const { kind, content, fragment_ids } of sections) {
    const seqs = membersOf(kind, fragment_ids, decisions, texts);
    const ends =
      seqs &&
      findEnds(
        content,
        seqs.map((seq) => knownOf(lines[seq], texts[seq], decisions[seq])),
      );
    let start = 0;
    if (!seqs || !ends) blocks.push({ seq: null, start: offset, body: offset, end: offset + content.length });
    ends?.forEach((end, index) => {
      const seq = seqs?.[index] ?? null;
      const body = start + (seq === null ? 0 : lines[seq].length);
      blocks.push({ seq, start: offset + start, body: offset + body, end: offset + end });
      start = end + JOINER.length;
    });
    offset += content.length + JOINER.length;
  }
  return blocks;
}

/**
 * The fragments that a section's ids speak of. Copies share an id; of them only marks of a group stand beside the survivor.
 * @param {string} kind of the section
 * @param {string[]} ids
 * @param {Decision[]} decisions
 * @param {string[]} texts
 * @returns {number[] | null}
 */
function membersOf(kind, ids, decisions, texts) {
  /** @type {Map<string, {texts: number[], marks: number[], taken: number}>} */
  const byId = new Map();
  decisions.forEach((decision, seq) => {
    if ((decision.action === "cache") !== (kind === "cache")) return;
    const known = byId.get(decision.fragment_id) ?? { texts: [], marks: [], taken: 0 };
    if (isPart(decision) || (isWhole(decision) && texts[seq] !== "")) known.texts.push(seq);
    else if (!isWhole(decision)) known.marks.push(seq);
    byId.set(decision.fragment_id, known);
  });
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const id of ids) count.set(id, (count.get(id) ?? 0) + 1);
  const seqs = [];
  for (const id of ids) {
    const known = byId.get(id);
    if (!known) return null;
    const all =
      known.texts.length >= (count.get(id) ?? 0) ? known.texts : [...known.texts, ...known.marks].sort((a, b) => a - b);
    if (known.taken >= all.length) return null;
    seqs.push(all[known.taken++]);
  }
  return seqs;
}

/**
 * @param {string} label
 * @param {string} text
 * @param {Decision} decision
 * @returns {import("./align.mjs").Known}
 */
function knownOf(label, text, decision) {
  const known = { label, text, ranges: keptRanges(text, decision) };
  if (isPart(decision)) return { form: "part", ...known };
  if (!isWhole(decision)) return { form: "mark", ...known };
  return { form: decision.action === "abstract" ? "log" : "whole", ...known };
}

/**
 * A piece of a block, told apart into the fragment's own words and what the compiler added.
 * @param {string} content
 * @param {Block} block
 * @param {string} text of its fragment
 * @param {Decision} decision
 * @param {Range} piece of the content
 * @returns {Run[]}
 */
export function runsOf(content, block, text, decision, [start, end]) {
  /** @type {Run[]} */
  const runs = start < block.body ? [[content.slice(start, Math.min(block.body, end)), "mark"]] : [];
  let at = Math.max(start, block.body);
  if (decision.action === "abstract") return [...runs, ...counted(content.slice(at, Math.max(at, end)))];
  for (const [from, to, look] of spansOf(block, text, decision)) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first < last) runs.push([content.slice(first, last), look]);
    at = Math.max(at, last);
  }
  return runs;
}

/**
 * @param {Block} block
 * @param {string} text
 * @param {Decision} decision
 * @returns {[from: number, to: number, look: Run[1]][]}
 */
function spansOf({ body: start, end }, text, decision) {
  if (isWhole(decision)) return [[start, end, "kept"]];
  const ranges = keptRanges(text, decision);
  const head = ranges.length > 0 && ranges[0][0] === 0 ? start + ranges[0][1] : start;
  const last = ranges[ranges.length - 1];
  const tail = last && last[0] > 0 ? end - (last[1] - last[0]) : end;
  return [
    [start, head, "kept"],
    [head, tail, "mark"],
    [tail, end, "kept"],
  ];
}

/**
 * The lines of a collapsed log, with the counts behind them and the marks between them.
 * @param {string} text
 * @returns {Run[]}
 */
function counted(text) {
  /** @type {Run[]} */
  const runs = [];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const mark = markEnd(line, 0);
    const [, body, count, end] = /** @type {string[]} */ (/^([^]*?)( \(x\d+\))?(\r?\n?)$/.exec(line));
    if (mark > 0) runs.push([line, "mark"]);
    else if (count) runs.push([body, "kept"], [count, "mark"], [end, "kept"]);
    else if (runs.length > 0 && runs[runs.length - 1][1] === "kept") runs[runs.length - 1][0] += line;
    else runs.push([line, "kept"]);
  }
  return runs.filter(([run]) => run !== "");
}
