// A refused request -> a sentence beside the field that its path names, and one where the context would be.

import { byId, el } from "./dom.mjs";

/** @typedef {import("../types").Fault} Fault */

/** What can be done at one stroke. @typedef {{label: string, act: () => void}} Remedy */

/**
 * @param {Fault} fault
 * @param {Remedy | null} remedy
 */
export function showFault({ code, path, message }, remedy) {
  clearFault();
  const said = message.charAt(0).toUpperCase() + message.slice(1);
  const card = byId("fault");
  const where = path === "$" ? code : `${code} at ${path}`;
  card.replaceChildren(el("strong", {}, "Not compiled. "), said, " ", el("code", {}, where));
  if (remedy) {
    const button = el("button", { type: "button" }, remedy.label);
    button.addEventListener("click", remedy.act);
    card.append(" ", button);
  }
  card.hidden = false;
  const place = placeOf(path);
  if (!place) return;
  place.closest("details")?.setAttribute("open", "");
  const note = el("p", { class: "fault", id: "fault-note" }, said);
  place.append(note);
  for (const input of place.querySelectorAll("input:not([type=range]), select, textarea")) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", note.id);
  }
}

export function clearFault() {
  byId("fault").hidden = true;
  for (const note of document.querySelectorAll("p.fault")) note.remove();
  for (const input of byId("compile").querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

/**
 * The field at a path, or at the longest beginning of it that is a field.
 * @param {string} path
 * @returns {HTMLElement | null}
 */
function placeOf(path) {
  const fragment = /^\$\.fragments\[(\d+)\]/.exec(path);
  if (fragment) return document.querySelector(`#input-list [data-seq="${fragment[1]}"][data-first="true"] .text`);
  for (let at = path; at.length > 1; at = at.replace(/(\.[^.[]*|\[\d+\])$/, "")) {
    const field = /** @type {HTMLElement | null} */ (document.querySelector(`:is(.field, .strip)[data-path="${at}"]`));
    if (field) return field;
  }
  return null;
}
