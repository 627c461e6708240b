// Pages of the compiled context and of the decisions -> the output pane.

import { chip, dataOf, drawBlock, seqButton } from "./blocks.mjs";
import { byId, el } from "./dom.mjs";
import { PagedList } from "./paged.mjs";
import { count } from "./words.mjs";

/**
 * @typedef {import("../types").Detail} Detail
 * @typedef {import("../types").Item} Item
 * @typedef {import("../types").PageSize} PageSize
 * @typedef {import("../types").View} View
 * @typedef {import("./client.mjs").Client} Client
 *
 * @typedef {{key: string, size: PageSize, index: number}} OutputPage
 */

const LINE = 19;
const ROW = 56;

export class OutputPane {
  #client;
  #context;
  #table;

  /** @param {Client} client */
  constructor(client) {
    this.#client = client;
    this.#context = this.#list("context", byId("context"), byId("context-list"), drawBlock, ({ chars, lines }) => {
      const columns = Math.max(20, byId("context").clientWidth / 8 - 6);
      return Math.max(lines, Math.ceil(chars / columns)) * LINE;
    });
    this.#table = this.#list("table", byId("decisions"), byId("table-list"), drawRow, ({ items }) => items * ROW);
  }

  /** @param {{context: PageSize[], table: PageSize[]}} sizes */
  set({ context, table }) {
    this.#context.set(context.map((size, index) => ({ key: String(index), size, index })));
    this.#table.set(table.map((size, index) => ({ key: String(index), size, index })));
  }

  /** Tokens were counted. */
  refresh() {
    this.#table.refresh();
  }

  /**
   * Bring a fragment's block into view; false if it has none.
   * @param {"context" | "table"} view
   * @param {number} seq
   */
  async show(view, seq) {
    const index = await this.#client.ask("locate", { view, seq });
    const page = await (view === "context" ? this.#context : this.#table).show(index);
    page?.querySelector(`[data-seq="${seq}"]`)?.scrollIntoView({ block: "nearest" });
    return page !== null;
  }

  /**
   * @template {Item | Detail} I
   * @param {View} view
   * @param {HTMLElement} scroller
   * @param {HTMLElement} root
   * @param {(item: I) => HTMLElement} draw
   * @param {(size: PageSize) => number} height
   * @returns {PagedList<OutputPage>}
   */
  #list(view, scroller, root, draw, height) {
    /** @type {WeakMap<HTMLElement, string>} what each page shows, so that what stays is not drawn anew */
    const drawn = new WeakMap();
    return new PagedList(scroller, root, {
      height: ({ size }) => height(size),
      fill: async ({ index }, element) => {
        const items = /** @type {I[] | null} */ (await this.#client.ask("page", { view, index }));
        const said = JSON.stringify(items, (key, value) =>
          view === "context" && key.startsWith("tokens") ? undefined : value,
        );
        return () => {
          if (!items || (drawn.get(element) === said && element.firstChild)) return;
          drawn.set(element, said);
          element.replaceChildren(...items.map(draw));
        };
      },
    });
  }
}

/** @param {Detail} detail */
function drawRow(detail) {
  const cell = /** @param {string} name @param {...(string | Node)} children */ (name, ...children) =>
    el("span", { class: name, role: "cell" }, ...children);
  return el(
    "div",
    { class: "row", role: "row", data: dataOf(detail) },
    cell("number", seqButton(detail.seq)),
    cell(
      "fragment",
      el("span", { class: "name" }, el("b", {}, detail.name), ` ${detail.kind}`),
      el("code", {}, detail.rule),
      el("span", { class: "why" }, ` ${detail.reason}`),
    ),
    cell("decision", chip(detail)),
    cell("tokens", tokens(detail)),
    cell("relevance", detail.relevance.toFixed(2)),
    cell("risk", detail.risk),
  );
}

/** @param {Detail} detail */
function tokens({ tokensIn, tokensOut }) {
  if (tokensIn === null || tokensOut === null) return "";
  return tokensIn === tokensOut ? count(tokensIn) : `${count(tokensOut)} of ${count(tokensIn)}`;
}
