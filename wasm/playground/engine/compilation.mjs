// One answer -> what the page can ask about it: pages of the context, of a transcript's turns and of the decisions.

import { findBlocks, isPart, keptRanges, runsOf } from "./blocks.mjs";
import { byteLength } from "./offsets.mjs";
import { paginate, rowPages, rowsOf, sizesOf } from "./pages.mjs";
import { whatOf, whoOf } from "./segments.mjs";

/**
 * @typedef {import("../types").CompiledContext} CompiledContext
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Item} Item
 * @typedef {import("../types").Range} Range
 * @typedef {import("../types").Report} Report
 * @typedef {import("../types").Result} Result
 * @typedef {import("../types").Run} Run
 * @typedef {import("../types").Segment} Segment
 * @typedef {import("../types").Settings} Settings
 * @typedef {import("./blocks.mjs").Block} Block
 * @typedef {import("./pages.mjs").Piece} Piece
 */

/** Of each list in the summary: a page of them helps nobody. */
const LISTED = 50;

export class Compilation {
  /** @type {Settings} */ #settings;
  /** @type {Segment[] | null} */ #segments;
  /** @type {Uint8Array} */ #bytes;
  /** @type {Report | undefined} */ #report;
  /** @type {Block[]} */ #blocks;
  /** @type {Piece[][]} */ #contextPages;
  /** @type {Piece[][]} */ #turnPages;
  /** @type {Map<number, Range[]>} */ #kept = new Map();
  /** @type {number[]} */ tokensIn = [];
  /** @type {number[]} */ tokensOut = [];

  /** @param {{settings: Settings, segments: Segment[] | null, texts: string[], answer: any, bytes: Uint8Array}} parts */
  constructor({ settings, segments, texts, answer, bytes }) {
    this.#settings = settings;
    this.#segments = segments;
    this.texts = texts;
    this.#bytes = bytes;
    /** @type {CompiledContext} */
    this.context = answer.context ?? answer;
    this.#report = answer.segmentation;
    this.#blocks = findBlocks(this.context, texts, this.#report?.segments.map(({ label }) => label) ?? []);
    this.#contextPages = paginate(this.#blockSlices());
    this.#turnPages = segments ? paginate(texts) : [];
  }

  /**
   * @param {number} version
   * @returns {Result}
   */
  result(version) {
    const { decisions, warnings, insights, risk } = this.context;
    const lost = decisions.flatMap((decision, seq) => (decision.risk === "high" ? seq : []));
    const seqs = this.#seqsOfWarnings();
    return {
      version,
      fragments: decisions.length,
      risk,
      tokensIn: insights.tokens_in,
      tokensOut: insights.tokens_out,
      lost: lost.slice(0, LISTED).map((seq) => this.detail(seq)),
      lostCount: lost.length,
      warnings: warnings.slice(0, LISTED).map(({ reason, relevance }, index) => {
        const seq = seqs[index];
        return { detail: seq === undefined ? null : this.detail(seq), reason, relevance };
      }),
      warningCount: warnings.length,
      read: this.#report
        ? {
            format: this.#report.format_detected,
            skipped: this.#report.skipped_lines ?? 0,
            abandoned: this.#report.abandoned_turns ?? 0,
          }
        : null,
      pages: {
        context: sizesOf(this.#blockSlices(), this.#contextPages),
        turns: sizesOf(this.texts, this.#turnPages),
        table: rowPages(decisions.length),
      },
    };
  }

  /** The text of every block, by fragment, without its label. */
  blockTexts() {
    const { content } = this.context;
    return new Map(
      this.#blocks.flatMap(({ seq, body, end }) => (seq === null ? [] : [[seq, content.slice(body, end)]])),
    );
  }

  /**
   * @param {(text: string) => number} tokensOf
   * @param {Map<number, string>} blocks
   */
  count(tokensOf, blocks) {
    this.tokensIn = this.texts.map(tokensOf);
    this.tokensOut = this.texts.map((_, seq) => (blocks.has(seq) ? tokensOf(blocks.get(seq) ?? "") : 0));
  }

  /**
   * @param {string} question
   * @param {any} ask
   */
  answer(question, ask) {
    if (question === "page" && ask.view === "context") return this.#contextPage(ask.index);
    if (question === "page" && ask.view === "turns") return this.#turnPage(ask.index);
    if (question === "page") return this.#rows(ask.index);
    if (question === "decorate") return this.#decorate(ask);
    if (question === "detail") return ask.seq < this.texts.length ? this.detail(ask.seq) : null;
    if (question === "locate") return this.#locate(ask);
    if (question === "text" && ask.what === "context") return this.context.content;
    if (question === "text" && ask.what === "answer")
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#bytes);
    return null;
  }

  /**
   * @param {number} seq
   * @returns {Detail}
   */
  detail(seq) {
    const decision = this.context.decisions[seq];
    const segment = this.#segments?.[seq];
    const fragment = this.#settings.fragments[seq];
    return {
      seq,
      name: segment ? whoOf(segment) : fragment.name,
      kind: segment ? whatOf(segment) : fragment.kind,
      bytes: byteLength(this.texts[seq]),
      action: decision.action,
      rule: decision.rule_id,
      risk: decision.risk,
      reason: decision.reason,
      relevance: decision.relevance,
      rankedBy: decision.ranked_by ?? null,
      handle: decision.handle ?? null,
      partial: isPart(decision),
      tokensIn: this.tokensIn[seq] ?? null,
      tokensOut: this.tokensOut[seq] ?? null,
    };
  }

  #blockSlices() {
    return this.#blocks.map(({ start, end }) => this.context.content.slice(start, end));
  }

  /**
   * @param {number} index
   * @returns {Item[] | null}
   */
  #contextPage(index) {
    const { content, decisions } = this.context;
    return (
      this.#contextPages[index]?.map((piece) => {
        const block = this.#blocks[piece.index];
        /** @type {Range} */
        const range = [block.start + piece.start, block.start + piece.end];
        const seq = block.seq;
        /** @type {Run[]} */
        const unknown = [[content.slice(...range), "plain"]];
        return {
          detail: seq === null ? null : this.detail(seq),
          label: seq === null ? "" : `#${seq}`,
          first: piece.start === 0,
          last: piece.end === block.end - block.start,
          runs: seq === null ? unknown : runsOf(content, block, this.texts[seq], decisions[seq], range),
        };
      }) ?? null
    );
  }

  /**
   * @param {number} index
   * @returns {Item[] | null}
   */
  #turnPage(index) {
    return (
      this.#turnPages[index]?.map((piece) => ({
        detail: this.detail(piece.index),
        label: `turn ${this.#segments?.[piece.index].turn}`,
        first: piece.start === 0,
        last: piece.end === this.texts[piece.index].length,
        runs: this.#runs(piece.index, piece.start, piece.end),
      })) ?? null
    );
  }

  /** @param {number} page */
  #rows(page) {
    const [start, end] = rowsOf(page);
    return this.context.decisions.slice(start, end).map((_, index) => this.detail(start + index));
  }

  /**
   * How a stretch of a fragment is drawn; nothing if the fragment has changed since.
   * @param {{key: string, start: number, end: number, text: string}} ask
   */
  #decorate({ key, start, end, text }) {
    const seq = this.#settings.fragments.findIndex((fragment) => fragment.key === key);
    if (seq < 0 || this.#segments || this.texts[seq].slice(start, end) !== text) return null;
    return { detail: this.detail(seq), runs: this.#runs(seq, start, end) };
  }

  /**
   * @param {number} seq
   * @param {number} start
   * @param {number} end
   * @returns {Run[]}
   */
  #runs(seq, start, end) {
    const text = this.texts[seq];
    const kept = this.#kept.get(seq) ?? keptRanges(text, this.context.decisions[seq]);
    this.#kept.set(seq, kept);
    /** @type {Run[]} */
    const runs = [];
    let at = start;
    for (const [from, to] of kept) {
      if (to <= at) continue;
      if (from >= end) break;
      if (from > at) runs.push([text.slice(at, from), "cut"]);
      runs.push([text.slice(Math.max(from, at), Math.min(to, end)), "kept"]);
      at = Math.min(to, end);
    }
    if (at < end) runs.push([text.slice(at, end), "cut"]);
    return runs;
  }

  /** @param {{view: string, seq: number}} ask */
  #locate({ view, seq }) {
    if (view === "table") return Math.floor(seq / (rowsOf(0)[1] - rowsOf(0)[0]));
    const [pages, index] =
      view === "turns"
        ? [this.#turnPages, seq]
        : [this.#contextPages, this.#blocks.findIndex((block) => block.seq === seq)];
    return pages.findIndex((pieces) => pieces.some((piece) => piece.index === index));
  }

  /** A warning names a fragment by its id alone: of copies, it is the one with that reason. */
  #seqsOfWarnings() {
    const { decisions, warnings } = this.context;
    /** @type {Map<string, number[]>} */
    const seqs = new Map();
    decisions.forEach(({ fragment_id, action, reason }, seq) => {
      const name = `${fragment_id} ${action} ${reason}`;
      seqs.set(name, [...(seqs.get(name) ?? []), seq]);
    });
    return warnings.map(({ fragment_id, action, reason }) => seqs.get(`${fragment_id} ${action} ${reason}`)?.shift());
  }
}
