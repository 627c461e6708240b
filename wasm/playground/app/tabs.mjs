// Two tabs over one page: what is compiled, and what is assembled.

import { byId } from "./dom.mjs";

/** @typedef {"compile" | "assemble"} Tab */

const TABS = /** @type {Tab[]} */ (["compile", "assemble"]);

/**
 * @param {(tab: Tab) => void} chosen by a hand
 */
export function bindTabs(chosen) {
  for (const [index, tab] of TABS.entries()) {
    const button = byId(`tab-${tab}`);
    button.addEventListener("click", () => choose(tab));
    button.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: TABS.length - 1 - index }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const next = TABS[(index + by + TABS.length) % TABS.length];
      choose(next);
      byId(`tab-${next}`).focus();
    });
  }

  /** @param {Tab} tab */
  function choose(tab) {
    if (tab === openTab()) return;
    showTab(tab);
    chosen(tab);
  }
}

/** @returns {Tab} */
export function openTab() {
  return document.body.dataset.tab === "assemble" ? "assemble" : "compile";
}

/** @param {Tab} open */
export function showTab(open) {
  document.body.dataset.tab = open;
  byId("assemble").hidden = open !== "assemble";
  for (const tab of TABS) {
    const button = byId(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === open));
    button.tabIndex = tab === open ? 0 : -1;
  }
}
