// The state's texts -> the input pane: cards to type into, or a transcript's turns as they were read.

import { drawTurn } from "./blocks.mjs";
import { Card } from "./card.mjs";
import { byId } from "./dom.mjs";
import { Editor } from "./editor.mjs";
import { PagedList } from "./paged.mjs";
import { linesIn } from "../engine/pages.mjs";

/**
 * @typedef {import("../types").Item} Item
 * @typedef {import("../types").PageSize} PageSize
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {import("./state.mjs").Fragment} Fragment
 * @typedef {import("./state.mjs").State} State
 * @typedef {import("./text.mjs").Text} Text
 * @typedef {import("./text.mjs").TextPart} TextPart
 *
 * @typedef {{key: string, size: PageSize, text: Text, part: TextPart, fragment: Fragment | null, seq: number, first: boolean, last: boolean}} PartPage
 * @typedef {{key: string, size: PageSize, turn: number}} TurnPage
 * @typedef {PartPage | TurnPage} InputPage
 */

const TRANSCRIPT_WORDS = {
  label: "Transcript",
  placeholder:
    "Paste a session: a file of Claude Code, Codex or Gemini CLI, messages of a provider, or lines that begin with “User:”.",
};

const LINE = 19;
const HEAD = 44;

/** Of the lines around a caret that crosses into another part, this much is brought into view. */
const MARGIN = 3 * LINE;

export class InputPane {
  #state;
  #client;
  #root = byId("input-list");
  #scroller = /** @type {HTMLElement} */ (this.#root.parentElement);
  /** @type {WeakMap<HTMLElement, Card>} */ #cards = new WeakMap();
  /** @type {WeakMap<HTMLElement, string>} */ #drawn = new WeakMap();
  /** @type {PagedList<InputPage>} */ #list;
  /** @type {InputPage[]} */ #pages = [];
  /** @type {PageSize[]} */ #turns = [];
  /** @type {"turns" | "text"} */ #reading = "text";

  /**
   * @param {State} state
   * @param {Client} client
   */
  constructor(state, client) {
    this.#state = state;
    this.#client = client;
    this.#list = new PagedList(this.#scroller, this.#root, {
      fill: (page, element) => ("turn" in page ? this.#fillTurns(page, element) : this.#fillPart(page, element)),
      height: ({ size }) => this.#height(size),
    });
    state.listen((change) => {
      if (change === "all") this.#reading = "turns";
      if (change === "all" || change === "list") this.arrange();
    });
    for (const button of byId("reading").querySelectorAll("button")) {
      button.addEventListener("click", () => {
        this.#reading = button.dataset.reading === "turns" ? "turns" : "text";
        this.arrange();
      });
    }
  }

  /** Show a transcript as what it was read as. */
  showTurns() {
    this.#reading = "turns";
    this.arrange();
  }

  /** A place for every page. */
  arrange() {
    const { mode, fragments, transcript } = this.#state;
    const turns = mode === "transcript" && this.#reading === "turns" && this.#turns.length > 0;
    if (turns) this.#pages = this.#turns.map((size, turn) => ({ key: `turn ${turn}`, size, turn }));
    else if (mode === "transcript") this.#pages = partPages(transcript, null, 0);
    else this.#pages = fragments.flatMap((fragment, seq) => partPages(fragment.text, fragment, seq));
    byId("reading").hidden = mode !== "transcript";
    for (const button of byId("reading").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String((button.dataset.reading === "turns") === turns));
      button.disabled = button.dataset.reading === "turns" && this.#turns.length === 0;
    }
    byId("input-empty").hidden = mode === "transcript" || fragments.length > 0;
    this.#list.set(this.#pages);
  }

  /**
   * A new answer: decisions anew, and for a transcript its turns.
   * @param {PageSize[]} turns
   */
  answered(turns) {
    const wereTurns = this.#turns.length > 0;
    this.#turns = turns;
    const shown = this.#state.mode === "transcript" && this.#reading === "turns";
    if (shown || wereTurns !== turns.length > 0) this.arrange();
    else this.#list.refresh();
  }

  /** Tokens were counted. */
  refresh() {
    this.#list.refresh();
  }

  /**
   * Bring a fragment into view.
   * @param {number} seq
   */
  async show(seq) {
    const turns = this.#pages.length > 0 && "turn" in this.#pages[0];
    const index = turns
      ? await this.#client.ask("locate", { view: "turns", seq })
      : this.#pages.findIndex((page) => "part" in page && page.seq === seq);
    const page = await this.#list.show(index);
    page?.querySelector(`[data-seq="${seq}"]`)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Fragment} fragment */
  async type(fragment) {
    const index = this.#pages.findIndex((page) => "part" in page && page.fragment === fragment);
    const element = await this.#list.show(index);
    element?.querySelector("textarea")?.focus();
  }

  /** @param {PageSize} size */
  #height({ chars, lines, items }) {
    const columns = Math.max(20, this.#scroller.clientWidth / 8 - 6);
    return Math.max(lines, Math.ceil(chars / columns)) * LINE + items * HEAD;
  }

  /**
   * @param {TurnPage} page
   * @param {HTMLElement} element
   */
  async #fillTurns({ turn }, element) {
    const items = /** @type {Item[] | null} */ (await this.#client.ask("page", { view: "turns", index: turn }));
    const said = JSON.stringify(items);
    if (!items || (this.#drawn.get(element) === said && element.firstChild)) return () => {};
    return () => {
      this.#drawn.set(element, said);
      element.replaceChildren(...items.map(drawTurn));
    };
  }

  /**
   * @param {PartPage} page
   * @param {HTMLElement} element
   */
  async #fillPart(page, element) {
    const { fragment, part, seq, first, last } = page;
    let card = element.firstChild ? this.#cards.get(element) : undefined;
    if (!card) {
      const words = fragment
        ? { label: `Text of fragment ${seq}`, placeholder: "Type or paste a text." }
        : TRANSCRIPT_WORDS;
      card = new Card(fragment, new Editor(part.text, words, this.#hooks(page)), { first, last }, this.#state);
      this.#cards.set(element, card);
      element.replaceChildren(card.element);
    }
    if (!fragment) return () => {};
    card.place(seq, last);
    const start = page.text.startOf(part);
    const ask = { key: fragment.key, start, end: start + part.text.length, text: part.text };
    const reply = await this.#client.ask("decorate", ask);
    return () => {
      if (reply && ask.text === part.text) card.decorate(reply.detail, reply.runs);
    };
  }

  /**
   * @param {PartPage} page
   * @returns {import("./editor.mjs").Hooks}
   */
  #hooks({ text, part }) {
    return {
      changed: (typed) => {
        text.change(part, typed);
        this.#state.changed("text");
      },
      left: () => {
        if (text.settle(part)) this.arrange();
      },
      beyond: (by, erase) => this.#beyond(text, part, by, erase),
      pasted: (before, pasted, after) => {
        text.change(part, before + pasted + after);
        text.settle(part);
        this.arrange();
        this.#state.changed("text");
      },
    };
  }

  /**
   * The caret leaves a part for the next one of its text.
   * @param {Text} text
   * @param {TextPart} part
   * @param {-1 | 1} by
   * @param {boolean} erase
   */
  async #beyond(text, part, by, erase) {
    const next = text.parts[text.parts.indexOf(part) + by];
    if (!next) return;
    const element = await this.#list.draw(this.#pages.findIndex((page) => "part" in page && page.part === next));
    const editor = element && this.#cards.get(element)?.editor;
    if (!editor) return;
    editor.focus(by < 0 ? editor.area.value.length : 0);
    const { top, bottom } = editor.area.getBoundingClientRect();
    const view = this.#scroller.getBoundingClientRect();
    if (by < 0) this.#scroller.scrollTop += Math.min(0, bottom - MARGIN - view.top);
    else this.#scroller.scrollTop += Math.max(0, top + MARGIN - view.bottom);
    if (erase) document.execCommand(by < 0 ? "delete" : "forwardDelete"); // so that it can be undone
  }
}

/**
 * @param {Text} text
 * @param {Fragment | null} fragment
 * @param {number} seq
 * @returns {PartPage[]}
 */
function partPages(text, fragment, seq) {
  return text.parts.map((part, index) => ({
    key: `part ${part.id}`,
    size: {
      chars: part.text.length,
      lines: linesIn(part.text, 0, part.text.length),
      items: index === 0 && fragment ? 1 : 0,
    },
    text,
    part,
    fragment,
    seq,
    first: index === 0,
    last: index === text.parts.length - 1,
  }));
}
