// The page: one state, one worker, and panes that follow both.

import { Assembly } from "./assembly.mjs";
import { worker } from "./boot.mjs";
import { Client } from "./client.mjs";
import { bindControls } from "./controls.mjs";
import { byId } from "./dom.mjs";
import { bindDropping } from "./drop.mjs";
import { EXAMPLES } from "./examples.mjs";
import { clearFault, showFault } from "./faults.mjs";
import { POLICY, SEGMENTATION } from "./fields.mjs";
import { drawForm } from "./form.mjs";
import { InputPane } from "./input.mjs";
import { Inspector } from "./inspector.mjs";
import { keepOffline } from "./offline.mjs";
import { OutputPane } from "./output.mjs";
import { bindPanes, showPane } from "./panes.mjs";
import { bindSaving } from "./save.mjs";
import { bindSharing, forgetLink, keepDraft, keepTab, restoreState } from "./share.mjs";
import { State } from "./state.mjs";
import { clearSummary, showAccount, showResult } from "./summary.mjs";
import { bindTabs } from "./tabs.mjs";
import { bindTheme } from "./theme.mjs";
import { count } from "./words.mjs";

/** @typedef {import("../types").Told} Told */

const NARROW = matchMedia("(width < 760px)");
const DRAFT_AFTER_MS = 800;

const state = new State();
const client = new Client(worker, state, hear);
const input = new InputPane(state, client);
const output = new OutputPane(client);
const inspector = new Inspector(client, show);
const controls = bindControls(state, client);
const assembly = new Assembly(client, forgetLink);
const policy = drawForm(
  byId("policy-fields"),
  POLICY,
  "$.policy",
  () => state.policy,
  () => state.changed("settings"),
);
const segmentation = drawForm(
  byId("segmentation"),
  SEGMENTATION,
  "$.segmentation",
  () => state.segmentation,
  () => state.changed("settings"),
);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let draft;
let kept = false;

clearSummary();
bindTheme();
bindTabs((tab) => {
  forgetLink();
  keepTab(tab);
  if (tab === "assemble") assembly.open();
});
bindPanes();
bindDropping(state, client);
bindSaving(client);
bindSharing(state, assembly, client);
state.listen((change) => {
  if (change === "all") {
    policy.show();
    segmentation.show();
  }
  const set = Object.keys(state.policy).length;
  byId("policy-count").textContent = set > 0 ? ` · ${set} set` : "";
  if (byId("status").dataset.state !== "failed" && client.isReady) say("busy", "Compiling…");
});
policy.show();
segmentation.show();
byId("add").addEventListener("click", () => {
  const [fragment] = state.add({ name: "typed text" });
  input.type(fragment);
});
for (const button of byId("start").querySelectorAll("button")) {
  button.addEventListener("click", () => {
    byId("start").removeAttribute("open");
    state.restore(EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (button.dataset.start)]);
  });
}
for (const button of document.querySelectorAll("[data-do]")) {
  const { do: other } = /** @type {HTMLElement} */ (button).dataset;
  button.addEventListener("click", () => /** @type {HTMLElement} */ (document.querySelector(`${other}`)).click());
}
if (NARROW.matches) byId("accounts").removeAttribute("open");
await restoreState(state, assembly, EXAMPLES.fragments);
client.flush();

/** @param {Told} told */
function hear(told) {
  if (told.type === "ready") {
    policy.setRules(told.description.rules.filter((rule) => rule.can_be_disabled).map(({ id }) => id));
    byId("status").title = `contextc ${told.description.version}`;
    controls.suggest();
    assembly.ready();
  } else if (told.type === "failed") {
    // A compiler that has died is started anew with the next change; one that did not start will not.
    if (client.isReady) say("refused", "Not compiled");
    else say("failed", "The compiler did not start");
    const fault = {
      code: client.isReady ? "compiler_ended" : "compiler_not_started",
      path: "$",
      message: told.message,
      data: {},
    };
    showFault(fault, { label: "Reload the page", act: () => location.reload() });
    assembly.refuse(fault);
  } else if (told.type === "fault") {
    if (!client.isCurrent(told.version)) return;
    if (state.isEmpty()) {
      showNothing();
      return;
    }
    const least = told.fault.data.min_budget;
    const remedy =
      typeof least === "number" ? { label: `Use ${count(least)}`, act: () => controls.setBudget(least) } : null;
    document.body.dataset.answer = "refused";
    say("refused", "Not compiled");
    showFault(told.fault, remedy);
  } else if (told.type === "result") {
    const { result } = told;
    if (result.fragments === 0) {
      showNothing();
      return;
    }
    document.body.dataset.answer = "good";
    clearFault();
    showResult(result, state.budget ?? 0, open);
    input.answered(result.pages.turns);
    output.set(result.pages);
    inspector.refresh();
    byId("context-empty").hidden = result.pages.context.length > 0;
    byId("context-empty").textContent = "Nothing fits into this budget: every fragment is behind its handle.";
    if (client.isCurrent(result.version)) say("ready", "Up to date");
  } else if (told.type === "account") {
    if (!state.isEmpty()) showAccount(told.account);
    input.refresh();
    output.refresh();
    inspector.refresh();
    keepOfflineOnce();
    clearTimeout(draft);
    draft = setTimeout(() => keepDraft(client), DRAFT_AFTER_MS);
  }
}

/** Not before the first answer: all files are fetched once more for it. */
function keepOfflineOnce() {
  if (kept) return;
  kept = true;
  keepOffline();
}

/**
 * @param {string} name
 * @param {string} text
 */
function say(name, text) {
  byId("status").dataset.state = name;
  byId("status").textContent = text;
}

/** Nothing was added yet, which the compiler may refuse: that is no fault of anybody's. */
function showNothing() {
  document.body.dataset.answer = "good";
  clearFault();
  clearSummary();
  input.answered([]);
  output.set({ context: [], table: [] });
  byId("context-empty").hidden = false;
  byId("context-empty").textContent = "Nothing to compile yet.";
  say("ready", "Up to date");
}

/** @param {number} seq */
function open(seq) {
  inspector.open(seq);
  show("input", seq);
}

/**
 * @param {"input" | "context"} where
 * @param {number} seq
 */
async function show(where, seq) {
  if (NARROW.matches) showPane(where);
  if (where === "input") await input.show(seq);
  else await output.show("context", seq);
}
