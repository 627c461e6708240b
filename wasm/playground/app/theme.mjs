// Light, dark, or what the system says; the choice is kept in this browser.

import { byId } from "./dom.mjs";

const NEXT = /** @type {const} */ ({ system: "light", light: "dark", dark: "system" });

export function bindTheme() {
  const button = byId("theme");
  const root = document.documentElement;
  const current = () => /** @type {keyof typeof NEXT} */ (root.dataset.theme ?? "system");
  const say = () => (button.textContent = `Theme: ${current()}`);
  button.addEventListener("click", () => {
    const next = NEXT[current()];
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem("contextc.theme", next);
    } catch {
      // It holds for this visit, then.
    }
    say();
  });
  say();
}
