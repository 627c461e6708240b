// One part of a text to type into: a textarea whose own letters are transparent, over the same letters in colour.
//
// The two have one font and one width, so every letter lies on its twin, and the browser's own caret, selection, undo and
// keyboard do the editing.

import { el } from "./dom.mjs";
import { Mirror } from "./mirror.mjs";

/**
 * @typedef {object} Hooks
 * @property {(text: string) => void} changed
 * @property {() => void} left
 * @property {(by: -1 | 1, erase: boolean) => void} beyond the caret goes over an end of this part, maybe to erase there
 * @property {(before: string, pasted: string, after: string) => void} pasted more than a textarea takes without a pause
 */

/** A textarea lays out all that is pasted at once; above this many characters the page takes it apart first. */
const MUCH = 32_768;

export class Editor {
  mirror = new Mirror();
  #text;

  /**
   * @param {string} text
   * @param {{label: string, placeholder: string}} words
   * @param {Hooks} hooks
   */
  constructor(text, { label, placeholder }, hooks) {
    this.#text = text;
    this.mirror.element.setAttribute("aria-hidden", "true");
    this.area = el("textarea", {
      value: text,
      spellcheck: false,
      autocapitalize: "off",
      rows: 1,
      placeholder,
      aria: { label },
    });
    this.element = el("div", { class: "editor" }, this.mirror.element, this.area);
    this.mirror.set([[text, "plain"]]);
    this.area.addEventListener("input", () => this.#input(hooks));
    this.area.addEventListener("blur", () => hooks.left());
    this.area.addEventListener("keydown", (event) => this.#key(event, hooks));
    this.area.addEventListener("paste", (event) => this.#paste(event, hooks));
  }

  /**
   * Put the caret at a place that is in view.
   * @param {number} at
   */
  focus(at) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(at, at);
  }

  /** @param {Hooks} hooks */
  #input(hooks) {
    const text = this.area.value;
    this.mirror.splice(this.#text, text);
    this.#text = text;
    hooks.changed(text);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Hooks} hooks
   */
  #key(event, hooks) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const { selectionStart, selectionEnd, value } = this.area;
    if (shiftKey || ctrlKey || metaKey || altKey || event.isComposing || selectionStart !== selectionEnd) return;
    const up = selectionStart === 0 && ["ArrowUp", "ArrowLeft", "Backspace"].includes(key);
    const down = selectionEnd === value.length && ["ArrowDown", "ArrowRight", "Delete"].includes(key);
    if (up || down) hooks.beyond(up ? -1 : 1, key === "Backspace" || key === "Delete");
  }

  /**
   * @param {ClipboardEvent} event
   * @param {Hooks} hooks
   */
  #paste(event, hooks) {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length < MUCH) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = this.area;
    hooks.pasted(value.slice(0, selectionStart), pasted.replaceAll(/\r\n?/g, "\n"), value.slice(selectionEnd));
  }
}
