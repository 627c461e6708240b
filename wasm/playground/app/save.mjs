// The context or the text, the answer and the request -> the clipboard or a file.

import { byId } from "./dom.mjs";
import { notice } from "./notices.mjs";

/**
 * @typedef {import("./client.mjs").Client} Client
 * @typedef {"context" | "answer" | "request"} What
 * @typedef {() => string | null | Promise<string | null>} Source
 */

/** @type {Record<string, [file: string, type: string]>} */
const FILES = {
  context: ["context.txt", "text/plain"],
  text: ["memories.txt", "text/plain"],
  answer: ["answer.json", "application/json"],
  request: ["request.json", "application/json"],
};

/** @param {Client} client */
export function bindSaving(client) {
  const text = /** @param {What} what */ (what) => () => {
    client.flush();
    return client.ask("text", { what });
  };
  bindMenu(byId("compile"), { context: text("context"), answer: text("answer"), request: text("request") });
}

/**
 * @param {HTMLElement} page with buttons that copy or save
 * @param {Record<string, Source>} sources by what the buttons name
 */
export function bindMenu(page, sources) {
  for (const button of page.querySelectorAll("button")) {
    const { copy: copied, save: saved } = button.dataset;
    const what = copied ?? saved;
    if (what === undefined) continue;
    button.addEventListener("click", async () => {
      button.closest("details")?.removeAttribute("open");
      const text = await sources[what]();
      if (copied) await copy(text, `The ${what}`);
      else download(text, ...FILES[what]);
    });
  }
}

/**
 * @param {string | null} text
 * @param {string} name of what it is
 */
export async function copy(text, name) {
  if (text === null) return notice("There is nothing to copy yet.", { tone: "bad", stays: false });
  try {
    // Absent where the page came neither by HTTPS nor from this machine.
    await (navigator.clipboard?.writeText(text) ?? copyByHand(text));
    return notice(`${name} is in the clipboard.`);
  } catch {
    return notice("This browser did not let the page copy.", { tone: "bad", stays: false });
  }
}

/** @param {string} text */
function copyByHand(text) {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not copied");
}

/**
 * @param {string | null} text
 * @param {string} name
 * @param {string} type
 */
function download(text, name, type) {
  if (text === null) return notice("There is nothing to download yet.", { tone: "bad", stays: false });
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return notice(`${name} was handed to the browser's downloads.`);
}
