// Sentences that come and go: what was done, and what could not be.

import { byId, el } from "./dom.mjs";

const STAYS_MS = 6000;

/**
 * @param {string} text
 * @param {{tone?: "plain" | "bad", action?: {label: string, act: () => void}, stays?: boolean}} [how]
 */
export function notice(text, { tone = "plain", action, stays = tone === "bad" || action !== undefined } = {}) {
  const close = el("button", { type: "button", class: "quiet", aria: { label: "Dismiss" } }, "×");
  const line = el("div", { class: "notice", data: { tone } }, el("p", {}, text));
  if (action) {
    const button = el("button", { type: "button" }, action.label);
    button.addEventListener("click", () => {
      line.remove();
      action.act();
    });
    line.append(button);
  }
  line.append(close);
  close.addEventListener("click", () => line.remove());
  byId("notices").append(line);
  if (!stays) setTimeout(() => line.remove(), STAYS_MS);
  return line;
}
