// The state's settings <-> query, budget, model and mode.

import { byId } from "./dom.mjs";
import { MODELS } from "./models.mjs";
import { count } from "./words.mjs";

/**
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {import("./state.mjs").State} State
 */

const LEAST = 16;
const CEILING = 200_000;
const STEPS = 1000;

/**
 * @param {State} state
 * @param {Client} client
 */
export function bindControls(state, client) {
  const query = /** @type {HTMLInputElement} */ (byId("query"));
  const budget = /** @type {HTMLInputElement} */ (byId("budget"));
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  const model = /** @type {HTMLInputElement} */ (byId("model"));
  const hint = byId("window");
  let ceiling = CEILING;

  byId("models").replaceChildren(...MODELS.map((name) => new Option(name)));

  query.addEventListener("input", () => {
    state.query = query.value;
    state.changed("settings");
  });
  budget.addEventListener("input", () => {
    state.budget = budget.value === "" ? null : Number(budget.value);
    slide();
    state.changed("settings");
  });
  slider.addEventListener("input", () => setBudget(fromSlider(Number(slider.value), ceiling)));
  model.addEventListener("input", () => {
    state.model = model.value.trim();
    suggest();
    state.changed("settings");
  });
  for (const button of document.querySelectorAll("[data-mode]")) {
    button.addEventListener("click", () => {
      state.mode = /** @type {HTMLElement} */ (button).dataset.mode === "transcript" ? "transcript" : "fragments";
      state.changed("list");
    });
  }
  state.listen((change) => {
    if (change === "all") show();
    if (change === "all" || change === "list") showMode(state.mode);
  });
  show();
  showMode(state.mode);

  /** @param {number} value */
  function setBudget(value) {
    state.budget = value;
    budget.value = String(value);
    slide();
    state.changed("settings");
  }

  function slide() {
    const value = state.budget ?? 0;
    slider.value = String(toSlider(value, ceiling));
    slider.setAttribute("aria-valuetext", `${count(value)} tokens`);
  }

  async function suggest() {
    const { model: name } = state;
    const { window } = name ? await client.ask("suggest", { model: name }) : { window: null };
    if (state.model !== name) return;
    ceiling = window ?? CEILING;
    slide();
    hint.hidden = !name;
    hint.replaceChildren(window === null ? "Its window is not known here." : `Window ${count(window)} `);
    if (window === null) return;
    const use = document.createElement("button");
    use.type = "button";
    use.className = "link";
    use.textContent = "use it as budget";
    use.addEventListener("click", () => setBudget(window));
    hint.append(use);
  }

  function show() {
    query.value = state.query;
    budget.value = state.budget === null ? "" : String(state.budget);
    model.value = state.model;
    slide();
    suggest();
  }

  return { setBudget, suggest };
}

/** @param {string} mode */
function showMode(mode) {
  for (const button of document.querySelectorAll("[data-mode]")) {
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.mode === mode));
  }
  byId("segmentation").hidden = mode !== "transcript";
  byId("add").hidden = mode === "transcript";
}

/**
 * Every step of the slider multiplies: budgets of a hundred and of a million tokens are as easy to reach.
 * @param {number} step
 * @param {number} ceiling
 */
function fromSlider(step, ceiling) {
  if (step >= STEPS) return ceiling;
  const value = LEAST * (ceiling / LEAST) ** (step / STEPS);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / unit) * unit;
}

/**
 * @param {number} budget
 * @param {number} ceiling
 */
function toSlider(budget, ceiling) {
  const share = Math.log(Math.max(LEAST, budget) / LEAST) / Math.log(ceiling / LEAST);
  return Math.round(STEPS * Math.min(1, share));
}
