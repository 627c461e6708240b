// The state <-> a link. The part behind `#` stays in the browser: no server gets to see it.

import { decodeLink } from "../engine/link.mjs";
import { byId } from "./dom.mjs";
import { notice } from "./notices.mjs";
import { copy } from "./save.mjs";
import { count } from "./words.mjs";

/**
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {import("./state.mjs").State} State
 */

/** Browsers take more, but what passes links on often does not. */
const MOST = 100_000;
const MANY = 8_000;

/** Where this tab keeps what it shows, for when it is reloaded. */
const DRAFT = "contextc.draft";

/**
 * @param {State} state
 * @param {Client} client
 */
export function bindSharing(state, client) {
  byId("share").addEventListener("click", async () => {
    client.flush();
    const code = await client.ask("link", {});
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
  state.listen(() => {
    // A link that no longer says what the page shows would mislead whoever copies it from the address bar.
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  });
  addEventListener("hashchange", () => restoreLink(state));
}

/**
 * What the address says, else what this tab showed last.
 * @param {State} state
 * @returns {Promise<boolean>} whether there was something
 */
export async function restoreState(state) {
  if (location.hash.length > 1) return restoreLink(state);
  try {
    const draft = sessionStorage.getItem(DRAFT);
    if (draft === null) return false;
    state.restore(await decodeLink(draft));
    return true;
  } catch {
    return false; // a draft of another version, or no storage: the page begins anew
  }
}

/** @param {State} state */
async function restoreLink(state) {
  const code = location.hash.slice(1);
  if (!code) return false;
  try {
    const saved = await decodeLink(code);
    state.restore(saved);
    history.replaceState(null, "", `#${code}`);
    return true;
  } catch (error) {
    notice(
      `The link cannot be read: ${error instanceof Error ? error.message : error}. It may have been cut on its way.`,
      { tone: "bad" },
    );
    return false;
  }
}

/** @param {Client} client */
export async function keepDraft(client) {
  const code = await client.ask("link", {});
  try {
    if (code !== null) sessionStorage.setItem(DRAFT, code);
  } catch {
    sessionStorage.removeItem(DRAFT); // too large: better nothing than something old
  }
}
