// Items of a page -> elements: a stripe in the colour of the decision, the fragment's number, its words.

import { el } from "./dom.mjs";
import { Mirror } from "./mirror.mjs";
import { fateOf, SIGNS, tokensOf } from "./words.mjs";

/**
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Item} Item
 */

/** @param {Detail | null} detail */
export function dataOf(detail) {
  return detail ? { seq: detail.seq, action: detail.action, partial: detail.partial, risk: detail.risk } : {};
}

/** @param {Detail} detail */
export function chip(detail) {
  return el("span", { class: "chip", data: { action: detail.action } }, `${SIGNS[detail.action]} ${fateOf(detail)}`);
}

/**
 * The button that opens a fragment's record.
 * @param {number} seq
 */
export function seqButton(seq) {
  return el(
    "button",
    { type: "button", class: "seq", data: { open: seq }, aria: { label: `Fragment ${seq}: what became of it` } },
    `#${seq}`,
  );
}

/** @param {Item} item */
export function drawBlock({ detail, first, last, runs }) {
  const mirror = new Mirror();
  mirror.set(runs);
  const data = { ...dataOf(detail), first, last };
  return el(
    "div",
    { class: "block", data },
    detail && first ? seqButton(detail.seq) : el("span", { class: "seq" }),
    mirror.element,
  );
}

/** @param {Item} item */
export function drawTurn({ detail, label, first, last, runs }) {
  const mirror = new Mirror();
  mirror.set(runs);
  const head =
    detail && first
      ? el(
          "header",
          {},
          seqButton(detail.seq),
          el("span", { class: "name" }, detail.name),
          el("span", { class: "meta" }, [label, detail.kind].filter(Boolean).join(", ")),
          el("span", { class: "grow" }),
          el("span", { class: "tokens" }, tokensOf(detail)),
          chip(detail),
        )
      : null;
  return el(
    "article",
    { class: "card", data: { ...dataOf(detail), first, last } },
    head,
    el("div", { class: "text" }, mirror.element),
  );
}
