// Everything a user can set or type, in one place, and who wants to know when it changes.

import { Text } from "./text.mjs";

/**
 * @typedef {import("../types").Flat} Flat
 * @typedef {import("../types").FragmentSettings} FragmentSettings
 * @typedef {import("../types").Mode} Mode
 * @typedef {import("../types").Saved} Saved
 * @typedef {import("../types").Settings} Settings
 *
 * @typedef {FragmentSettings & {text: Text}} Fragment
 * @typedef {"text" | "fragment" | "list" | "settings" | "all"} Change a text; one fragment's settings; which fragments there
 *   are, or the mode; the settings; all of it at once
 */

const DEFAULT_BUDGET = 1000;

let keys = 0;

/**
 * @param {Partial<FragmentSettings> & {text?: string}} given
 * @returns {Fragment}
 */
function makeFragment({ text = "", ...given }) {
  const unset = { name: "", kind: "", priority: null, pinned: false, verbatim: false, cache: false, group: "" };
  return { ...unset, ...given, key: `f${keys++}`, text: new Text(String(text)) };
}

export class State {
  /** @type {Mode} */ mode = "fragments";
  query = "";
  /** @type {number | null} */ budget = DEFAULT_BUDGET;
  model = "";
  /** @type {Flat} */ policy = {};
  /** @type {Flat} */ segmentation = {};
  /** @type {Fragment[]} */ fragments = [];
  transcript = new Text();

  /** @type {((change: Change) => void)[]} */
  #listeners = [];

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** @param {Change} change */
  changed(change) {
    for (const listener of this.#listeners) listener(change);
  }

  /** @param {...(Partial<FragmentSettings> & {text?: string})} given */
  add(...given) {
    const added = given.map(makeFragment);
    this.mode = "fragments";
    this.fragments.push(...added);
    this.changed("list");
    return added;
  }

  /** @param {Fragment} fragment */
  remove(fragment) {
    this.fragments = this.fragments.filter((each) => each !== fragment);
    this.changed("list");
  }

  /**
   * @param {Fragment} fragment
   * @param {-1 | 1} by
   */
  move(fragment, by) {
    const from = this.fragments.indexOf(fragment);
    if (from + by < 0 || from + by >= this.fragments.length) return;
    this.fragments.splice(from, 1);
    this.fragments.splice(from + by, 0, fragment);
    this.changed("list");
  }

  /** @returns {boolean} whether there is anything to compile */
  isEmpty() {
    return this.mode === "transcript" ? this.transcript.length === 0 : this.fragments.length === 0;
  }

  /** @returns {Settings} */
  settings() {
    const { mode, query, budget, model, policy, segmentation } = this;
    const fragments = this.fragments.map(({ text, ...settings }) => settings);
    return { mode, query, budget, model, policy: { ...policy }, segmentation: { ...segmentation }, fragments };
  }

  /** @param {Saved} saved */
  restore(saved) {
    const { mode = "fragments", query = "", budget = DEFAULT_BUDGET, model = "" } = saved;
    Object.assign(this, {
      mode: mode === "transcript" ? mode : "fragments",
      query: String(query),
      model: String(model),
    });
    this.budget = typeof budget === "number" ? budget : null;
    this.policy = { ...saved.policy };
    this.segmentation = { ...saved.segmentation };
    this.fragments = (saved.fragments ?? []).map(makeFragment);
    this.transcript.set(String(saved.transcript ?? ""));
    this.changed("all");
  }
}
