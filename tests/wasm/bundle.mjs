// What the tests of the loader share: the built bundle, and copies of it to break.

import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const BUNDLE = resolve(import.meta.dirname, "../../dist/wasm/bundle");

export const { connect, load } = await import(pathToFileURL(join(BUNDLE, "contextc.mjs")).href);

export const MANIFEST = JSON.parse(readFileSync(join(BUNDLE, "manifest.json"), "utf8"));

/** A copy of the bundle to break, in a folder of a certain name, until the tests of a file are done. */
export function copyBundle(name = "bundle") {
  const parent = mkdtempSync(join(tmpdir(), "contextc-"));
  process.on("exit", () => rmSync(parent, { recursive: true }));
  cpSync(BUNDLE, join(parent, name), { recursive: true });
  return join(parent, name);
}

/** @param {string} text */
export function bytes(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} data */
export function text(data) {
  return new TextDecoder().decode(data);
}
