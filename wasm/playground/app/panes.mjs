// Which panes are shown: one of four on a narrow screen; on a wide one only context and decisions change places.

/** @typedef {"input" | "settings" | "context" | "decisions"} Pane */

/** Where a click is heard that opens no menu. */
const MENUS = "details.menu";

export function bindPanes() {
  for (const button of document.querySelectorAll("button[data-pane], button[data-side]")) {
    const { pane, side } = /** @type {HTMLElement} */ (button).dataset;
    button.addEventListener("click", () => showPane(/** @type {Pane} */ (pane ?? side)));
  }
  addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(MENUS))
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const menu of document.querySelectorAll(MENUS)) menu.removeAttribute("open");
  });
}

/** @param {Pane} pane */
export function showPane(pane) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.dataset.pane = pane;
  if (pane === "context" || pane === "decisions") main.dataset.side = pane;
  for (const button of document.querySelectorAll("button[data-pane], button[data-side]")) {
    const { pane: own, side } = /** @type {HTMLElement} */ (button).dataset;
    button.setAttribute("aria-pressed", String(own ? own === pane : side === main.dataset.side));
  }
}
