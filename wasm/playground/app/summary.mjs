// A result -> the summary: figures, risk and warnings in words, and two bars that say where the tokens went.

import { byId, el } from "./dom.mjs";
import { FORMATS } from "./fields.mjs";
import { count, counted, fateOf, PARTS } from "./words.mjs";

/**
 * @typedef {import("../types").Account} Account
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Part} Part
 * @typedef {import("../types").Result} Result
 */

const RISKS = {
  low: "nothing is missing that matters",
  medium: "something is missing or shortened, nothing critical",
  high: "critical content is missing",
};

/**
 * @param {Result} result
 * @param {number} budget
 * @param {(seq: number) => void} open
 */
export function showResult(result, budget, open) {
  const { tokensIn, tokensOut, fragments, read } = result;
  const saved = tokensIn > tokensOut ? ` · ${Math.floor((100 * (tokensIn - tokensOut)) / tokensIn)}% saved` : "";
  byId("figures").replaceChildren(
    el("strong", {}, count(tokensIn)),
    ` tokens in ${counted(fragments, read ? "segment" : "fragment")} → `,
    el("strong", {}, count(tokensOut)),
    ` of ${count(budget)}${saved}${read ? ` · ${readAs(read)}` : ""}`,
  );
  const risk = byId("risk");
  if (risk.dataset.risk !== result.risk || risk.hidden) sayRisk(risk, result.risk);
  showConcerns(result, open);
}

/** @param {NonNullable<Result["read"]>} read */
function readAs({ format, skipped, abandoned }) {
  const name = FORMATS.find(([value]) => value === format)?.[1] ?? format;
  const losses = [
    skipped > 0 && `${counted(skipped, "record")} skipped`,
    abandoned > 0 && `${counted(abandoned, "turn")} abandoned`,
  ];
  return [`read as ${name}`, ...losses].filter(Boolean).join(" · ");
}

/**
 * Said aloud by screen readers, so only when it changes.
 * @param {HTMLElement} element
 * @param {keyof typeof RISKS} risk
 */
function sayRisk(element, risk) {
  element.hidden = false;
  element.dataset.risk = risk;
  element.replaceChildren(el("b", {}, `Risk: ${risk}`), el("span", { class: "wide-only" }, ` — ${RISKS[risk]}`));
}

/**
 * @param {Result} result
 * @param {(seq: number) => void} open
 */
function showConcerns({ lost, lostCount, warnings, warningCount }, open) {
  const concerns = /** @type {HTMLDetailsElement} */ (byId("concerns"));
  const sentences = [];
  if (lostCount > 0) sentences.push(`${counted(lostCount, "critical fragment")} lost or cut`);
  if (warningCount > 0) sentences.push(`${counted(warningCount, "warning")}`);
  concerns.hidden = sentences.length === 0;
  concerns.dataset.risk = lostCount > 0 ? "high" : "medium";
  const [summary, list] = concerns.children;
  summary.textContent = sentences.join(" · ");
  const near = new Map(
    warnings.map(({ detail, relevance }) => [detail?.seq, `close to the query (${relevance.toFixed(2)})`]),
  );
  const critical = new Set(lost.map(({ seq }) => seq));
  const others = warnings.filter(({ detail }) => !detail || !critical.has(detail.seq));
  const rows = [
    ...lost.map((detail) =>
      concern(
        detail,
        `${["critical", near.get(detail.seq), fateOf(detail)].filter(Boolean).join(", ")}: ${detail.reason}`,
        open,
      ),
    ),
    ...others.map(({ detail, reason }) =>
      concern(detail, `${near.get(detail?.seq)}, ${detail ? fateOf(detail) : "missing"}: ${reason}`, open),
    ),
  ];
  const more = lostCount - lost.length + warningCount - warnings.length;
  list.replaceChildren(
    ...rows,
    ...(more > 0 ? [el("li", {}, `and ${count(more)} more; the decisions list them all`)] : []),
  );
}

/**
 * @param {Detail | null} detail
 * @param {string} text
 * @param {(seq: number) => void} open
 */
function concern(detail, text, open) {
  if (!detail) return el("li", {}, text);
  const button = el("button", { type: "button", class: "seq" }, `#${detail.seq}`);
  button.addEventListener("click", () => open(detail.seq));
  return el("li", {}, button, el("span", {}, el("b", {}, detail.name), ` — ${text}`));
}

export function clearSummary() {
  byId("figures").textContent = "No tokens yet";
  byId("risk").hidden = true;
  byId("concerns").hidden = true;
  showAccount({ input: [], budget: [] });
}

/** @param {Account} account */
export function showAccount({ input, budget }) {
  byId("bars").replaceChildren(bar("Input", input), bar("Budget", budget));
  // What is kept is in both bars; the rest of the input and the rest of the budget follow.
  const known = new Set(input.map(({ fate }) => fate));
  byId("legend").replaceChildren(...[...input, ...budget.filter(({ fate }) => !known.has(fate))].map(entry));
}

/**
 * @param {string} name
 * @param {Part[]} parts
 */
function bar(name, parts) {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const said = parts.map(({ fate, tokens }) => `${PARTS[fate]} ${count(tokens)}`).join(", ");
  const track = el("div", {
    class: "track",
    role: "img",
    aria: { label: `${name}, ${counted(total, "token")}: ${said || "nothing"}` },
  });
  for (const { fate, tokens } of parts) {
    const part = el("span", { data: { fate }, title: `${PARTS[fate]}: ${counted(tokens, "token")}` });
    part.style.flexGrow = String(tokens);
    track.append(part);
  }
  return el(
    "div",
    { class: "bar" },
    el("span", { class: "bar-name" }, name),
    track,
    el("span", { class: "bar-total" }, count(total)),
  );
}

/** @param {Part} part */
function entry({ fate, tokens, fragments }) {
  const share = fate === "unused" || fate === "reserve" || fate === "joints" ? "" : ` in ${count(fragments)}`;
  return el("li", {}, el("i", { data: { fate } }), `${PARTS[fate]} `, el("b", {}, count(tokens)), share);
}
