// Files that are dropped, pasted or chosen, and pasted text -> fragments, or a transcript.

import { byId } from "./dom.mjs";
import { kindOf, looksLikeTranscript } from "./kinds.mjs";
import { notice } from "./notices.mjs";
import { filesOf, readFiles } from "./reading.mjs";
import { openTab } from "./tabs.mjs";

/**
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {import("./reading.mjs").Named} Named
 * @typedef {import("./state.mjs").State} State
 * @typedef {import("../types").Mode} Mode
 */

/**
 * @param {State} state
 * @param {Client} client
 */
export function bindDropping(state, client) {
  const overlay = byId("overlay");
  const chooser = /** @type {HTMLInputElement} */ (byId("files"));
  let depth = 0;

  const hide = () => {
    depth = 0;
    overlay.hidden = true;
  };
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event) || isElsewhere()) return;
    event.preventDefault();
    depth++;
    overlay.hidden = false;
  });
  addEventListener("dragleave", (event) => hasFiles(event) && --depth <= 0 && hide());
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    for (const zone of overlay.children)
      zone.toggleAttribute("data-over", zone.contains(/** @type {Node} */ (event.target)));
  });
  addEventListener("drop", async (event) => {
    if (!event.dataTransfer || !hasFiles(event) || isElsewhere()) return;
    event.preventDefault();
    const target = event.target instanceof Element ? event.target.closest("[data-zone]") : null;
    const zone = target instanceof HTMLElement ? target.dataset.zone : undefined;
    hide();
    await take(await filesOf(event.dataTransfer), zone === "transcript" || zone === "fragments" ? zone : state.mode);
  });
  addEventListener("paste", async (event) => {
    const typed = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.defaultPrevented || !event.clipboardData || isElsewhere()) return;
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      await take(await filesOf(event.clipboardData), state.mode);
    } else if (!typed) {
      const text = event.clipboardData.getData("text/plain");
      if (text) takeText("pasted text", text, state.mode);
    }
  });
  byId("choose").addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", async () => {
    const files = Array.from(chooser.files ?? [], (file) => ({ file, name: file.name }));
    chooser.value = "";
    await take(files, state.mode);
  });

  /**
   * @param {Named[]} files
   * @param {Mode} as
   */
  async function take(files, as) {
    const { read, refused } = await readFiles(files);
    for (const sentence of refused.slice(0, 5)) notice(sentence, { tone: "bad" });
    if (refused.length > 5) notice(`${refused.length - 5} more files were refused.`, { tone: "bad" });
    if (read.length === 0) return;
    if (as === "transcript") {
      setTranscript(read.map(({ text }) => text).join("\n"));
      return;
    }
    const added = state.add(...read.map(({ name, text }) => ({ name, text, kind: kindOf(name) })));
    if (added.length === 1) offerTranscript(added[0]);
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {Mode} as
   */
  function takeText(name, text, as) {
    if (as === "transcript") setTranscript(state.transcript.toString() + text);
    else offerTranscript(state.add({ name, text })[0]);
  }

  /** @param {string} text */
  function setTranscript(text) {
    state.mode = "transcript";
    state.transcript.set(text);
    state.changed("list");
  }

  /** @param {import("./state.mjs").Fragment} fragment */
  async function offerTranscript(fragment) {
    const text = fragment.text.toString();
    if (!(await looksLikeTranscript(text, (start) => client.ask("format", { text: start })))) return;
    const act = () => {
      state.fragments = state.fragments.filter((each) => each !== fragment);
      setTranscript(text);
    };
    notice(`${fragment.name} looks like a session.`, { action: { label: "Read it as a transcript", act } });
  }
}

/** @param {DragEvent} event */
function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Whether the other tab is open, which takes its own files. */
function isElsewhere() {
  return openTab() === "assemble";
}
