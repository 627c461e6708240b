// What a user set and typed <-> the part of a link behind `#`, which no browser sends to a server.

import { TRANSCRIPT } from "./request.mjs";

/**
 * @typedef {import("../types").FragmentSettings} FragmentSettings
 * @typedef {import("../types").Saved} Saved
 * @typedef {import("../types").SavedAssembly} SavedAssembly
 * @typedef {import("../types").Settings} Settings
 */

const VERSION = "1";

/** A link cannot unfold into more than this. */
const MOST = 64 * 1024 * 1024;

/** @param {Saved | SavedAssembly} saved */
export async function encodeLink(saved) {
  const json = JSON.stringify(saved);
  const bytes = await through(new Blob([json]).stream(), new CompressionStream("deflate-raw"));
  return `${VERSION}${toBase64(bytes)}`;
}

/**
 * @param {string} code
 * @returns {Promise<Saved | SavedAssembly>}
 */
export async function decodeLink(code) {
  if (!code.startsWith(VERSION)) throw new Error("it was made by another version of this page");
  const bytes = fromBase64(code.slice(VERSION.length));
  const json = await through(new Blob([bytes]).stream(), new DecompressionStream("deflate-raw"), MOST);
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json));
}

/**
 * @param {Settings} settings
 * @param {Map<string, string>} texts
 * @returns {Saved}
 */
export function savedOf({ mode, query, budget, model, policy, segmentation, fragments }, texts) {
  return {
    v: 1,
    mode,
    query,
    budget,
    model: model || undefined,
    policy: some(policy),
    segmentation: some(segmentation),
    fragments:
      mode === "fragments" ? fragments.map((each) => ({ ...brief(each), text: texts.get(each.key) ?? "" })) : undefined,
    transcript: mode === "transcript" ? (texts.get(TRANSCRIPT) ?? "") : undefined,
  };
}

/**
 * A fragment's settings without those that say nothing.
 * @param {FragmentSettings} fragment
 * @returns {Partial<FragmentSettings>}
 */
function brief({ key, ...settings }) {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== "" && value !== null && value !== false),
  );
}

/** @param {Record<string, unknown>} flat */
function some(flat) {
  return Object.keys(flat).length > 0 ? flat : undefined;
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {CompressionStream | DecompressionStream} transform
 * @param {number} [most]
 */
async function through(stream, transform, most = Infinity) {
  const chunks = [];
  let length = 0;
  const reader = stream.pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("it holds more than 64 MiB");
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} code */
function fromBase64(code) {
  return Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
