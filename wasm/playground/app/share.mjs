// The state <-> a link. The part behind `#` stays in the browser: no server gets to see it.

import { decodeLink, encodeLink } from "../engine/link.mjs";
import { byId } from "./dom.mjs";
import * as drafts from "./drafts.mjs";
import { notice } from "./notices.mjs";
import { copy } from "./save.mjs";
import { openTab, showTab } from "./tabs.mjs";
import { count } from "./words.mjs";

/**
 * @typedef {import("../types").Saved} Saved
 * @typedef {import("../types").SavedAssembly} SavedAssembly
 * @typedef {import("./assembly.mjs").Assembly} Assembly
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {import("./state.mjs").State} State
 */

/** Browsers take more, but what passes links on often does not. */
const MOST = 100_000;
const MANY = 8_000;

/** Where this tab of the browser keeps what it shows, for when it is reloaded. */
const DRAFT = "contextc.draft";
const TAB = "contextc.tab";

/**
 * @param {State} state
 * @param {Assembly} assembly
 * @param {Client} client
 */
export function bindSharing(state, assembly, client) {
  byId("share").addEventListener("click", async () => {
    client.flush();
    const code = openTab() === "assemble" ? await encodeLink(assembly.saved()) : await client.ask("link", {});
    if (code === null) return;
    if (code.length > MOST) {
      notice(
        `This is too much for a link: it would have ${count(code.length)} characters, and ${count(MOST)} is the most. Download the request instead.`,
        { tone: "bad" },
      );
      return;
    }
    history.replaceState(null, "", `#${code}`);
    await copy(
      location.href,
      code.length > MANY ? `The link (${count(code.length)} characters: some programs cut links so long)` : "The link",
    );
  });
  state.listen(forgetLink);
  addEventListener("hashchange", async () => {
    const code = location.hash.slice(1);
    const saved = code ? await readLink(code) : null;
    if (saved) showLink(code, saved, state, assembly);
  });
}

/** A link that no longer says what the page shows would mislead whoever copies it from the address bar. */
export function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

/**
 * What the address says, else what this tab showed last, else the first example.
 * @param {State} state
 * @param {Assembly} assembly
 * @param {Saved} example
 */
export async function restoreState(state, assembly, example) {
  const code = location.hash.slice(1);
  const saved = code ? await readLink(code) : null;
  // A link to one tab leaves the other as it was.
  if (!saved || saved.tab === "assemble") state.restore((await readDraft()) ?? example);
  if (saved) showLink(code, saved, state, assembly);
  else if (drafts.readDraft(TAB) === "assemble") {
    showTab("assemble");
    assembly.open();
  }
}

/** @param {import("./tabs.mjs").Tab} tab */
export function keepTab(tab) {
  drafts.keepDraft(TAB, tab);
}

/**
 * @param {string} code
 * @param {Saved | SavedAssembly} saved
 * @param {State} state
 * @param {Assembly} assembly
 */
function showLink(code, saved, state, assembly) {
  const tab = saved.tab === "assemble" ? "assemble" : "compile";
  if (saved.tab === "assemble") assembly.restore(saved);
  else state.restore(saved);
  showTab(tab);
  keepTab(tab);
  history.replaceState(null, "", `#${code}`);
}

/** @returns {Promise<Saved | null>} */
async function readDraft() {
  try {
    const draft = drafts.readDraft(DRAFT);
    const saved = draft === null ? null : await decodeLink(draft);
    return saved?.tab ? null : saved;
  } catch {
    return null; // of another version: the page begins anew
  }
}

/** @param {string} code */
async function readLink(code) {
  try {
    return await decodeLink(code);
  } catch (error) {
    notice(
      `The link cannot be read: ${error instanceof Error ? error.message : error}. It may have been cut on its way.`,
      { tone: "bad" },
    );
    return null;
  }
}

/** @param {Client} client */
export async function keepDraft(client) {
  const code = await client.ask("link", {});
  if (code !== null) drafts.keepDraft(DRAFT, code);
}
