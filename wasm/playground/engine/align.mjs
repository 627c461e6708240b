// A section and what is known of its blocks -> where each block ends.
//
// An answer names the fragments of a section and joins their blocks with a blank line, but blocks hold blank lines, too. A
// block begins with its fragment's label; then what the decision says (whole, these ranges, a collapsed log) leaves few
// places where it can end. The first choice that explains the section to its end is taken.

/**
 * @typedef {import("../types").Range} Range
 *
 * @typedef {object} Known
 * @property {"whole" | "part" | "log" | "mark"} form
 * @property {string} label the line before it, with its line feed, or nothing
 * @property {string} text of the fragment
 * @property {Range[]} ranges of the text that stand in the block, when it is not whole
 */

const JOINER = "\n\n";
const MARK = /\[… (?:cut: [\d,]+ tokens in all at|same as fragment #\d+:) ctx:\/\/source\/\d+ …\]/y;
const COUNT = / \(x\d+\)$/;

/** Places that are tried for one block, and for a section per block: ambiguous texts must not hold the worker. */
const TRIES = 64;

/**
 * The ends of the blocks in a section, or null if they cannot be told apart.
 * @param {string} section
 * @param {Known[]} blocks
 * @returns {number[] | null}
 */
export function findEnds(section, blocks) {
  /** @type {{choices: Iterator<number>, end: number}[]} */
  const path = [];
  let tries = TRIES * (blocks.length + 1);
  let start = 0;
  while (path.length < blocks.length) {
    path.push({ choices: endsOf(section, start, blocks[path.length]), end: -1 });
    for (;;) {
      const step = path[path.length - 1];
      const next = tries-- > 0 ? step.choices.next() : { done: true, value: -1 };
      if (next.done) {
        path.pop();
        if (path.length === 0) return null;
        continue;
      }
      const last = path.length === blocks.length;
      if (last ? next.value !== section.length : !section.startsWith(JOINER, next.value)) continue;
      step.end = next.value;
      start = next.value + JOINER.length;
      break;
    }
  }
  return path.map((step) => step.end);
}

/**
 * Where a block that begins at `first` may end, likelier places first.
 * @param {string} section
 * @param {number} first
 * @param {Known} block
 * @returns {Generator<number>}
 */
function* endsOf(section, first, { form, label, text, ranges }) {
  if (!section.startsWith(label, first)) return;
  const start = first + label.length;
  if (form === "whole") {
    if (section.startsWith(text, start)) yield start + text.length;
  } else if (form === "log") {
    yield* logEnds(section, start, text);
  } else if (form === "part") {
    yield* partEnds(section, start, text, ranges);
  } else {
    const end = markEnd(section, start);
    if (end > 0) yield end;
  }
}

/**
 * Text that is kept at the start, at the end or both, with repeated fence lines and a mark between or beside.
 * @param {string} section
 * @param {number} start
 * @param {string} text
 * @param {Range[]} ranges
 * @returns {Generator<number>}
 */
function* partEnds(section, start, text, ranges) {
  const head = ranges[0]?.[0] === 0 ? text.slice(0, ranges[0][1]) : "";
  const last = ranges[ranges.length - 1];
  const tail = last && last[0] > 0 && last[1] === text.length ? text.slice(last[0]) : "";
  if (ranges.length !== (head ? 1 : 0) + (tail ? 1 : 0)) {
    yield* linesEnds(section, start, text, ranges);
    return;
  }
  if (!section.startsWith(head, start)) return;
  const from = start + head.length;
  if (tail) {
    for (let at = section.indexOf(tail, from), n = 0; at >= 0 && n < TRIES; at = section.indexOf(tail, at + 1), n++) {
      yield at + tail.length;
    }
  } else {
    yield from;
    for (
      let at = section.indexOf(JOINER, from), n = 0;
      at >= 0 && n < TRIES;
      at = section.indexOf(JOINER, at + 1), n++
    ) {
      if (at > from) yield at;
    }
    yield section.length;
  }
}

/**
 * A log of which only some lines were collapsed: the ranges say which lines stand there.
 * @param {string} section
 * @param {number} start
 * @param {string} text
 * @param {Range[]} ranges
 * @returns {Generator<number>}
 */
function* linesEnds(section, start, text, ranges) {
  let at = start;
  for (const [from, to] of ranges) {
    for (const line of text.slice(from, to).match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const body = line.replace(/\r?\n$/, "");
      const mark = markEnd(section, at);
      if (mark > 0) at = section[mark] === "\n" ? mark + 1 : mark;
      if (!section.startsWith(body, at)) return;
      at += body.length;
      const rest = section.slice(at, at + 32);
      at += (/^ \(x\d+\)(?=\r?\n|$)/.exec(rest)?.[0] ?? "").length;
      at += (/^\r?\n/.exec(section.slice(at, at + 2))?.[0] ?? "").length;
    }
  }
  at = markEnd(section, at) || at;
  // The last line's own end may be missing; then it was the joiner's that was taken.
  for (const end of [at, at - 1, at - 2]) if (end > start) yield end;
}

/**
 * A whole log, collapsed: each of its lines at most once, in order; the longest run of such lines first.
 * @param {string} section
 * @param {number} start
 * @param {string} text
 * @returns {Generator<number>}
 */
function* logEnds(section, start, text) {
  const lines = text.split("\n");
  // At the very end a carriage return is no line end, but a character of the line.
  const unused = new Set([...lines.slice(0, -1).map(bare), ...lines.slice(-1)]);
  const ends = [];
  for (let at = start; at <= section.length; ) {
    const newline = section.indexOf("\n", at);
    const end = newline < 0 ? section.length : newline;
    const line = section.slice(at, end);
    // A line that itself ends in a count always carries one more, so one is always to be taken off.
    if (![bare(line), line].some((each) => unused.delete(each.replace(COUNT, "")))) break;
    ends.push(end);
    if (newline < 0) break;
    ends.push(end + 1);
    at = end + 1;
  }
  for (let n = ends.length - 1; n >= 0; n--) {
    if (ends[n] === section.length || section.startsWith(JOINER, ends[n])) yield ends[n];
  }
}

/** @param {string} line */
function bare(line) {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/**
 * Where the compiler's own line that begins here ends, else 0.
 * @param {string} section
 * @param {number} start
 */
export function markEnd(section, start) {
  MARK.lastIndex = start;
  return MARK.test(section) ? MARK.lastIndex : 0;
}
