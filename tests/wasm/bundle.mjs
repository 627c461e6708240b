// What the tests of the loader share: the built bundle, and copies of it to break.

import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const BUNDLE = resolve(import.meta.dirname, "../../dist/wasm/bundle");

export const { connect, load } = await import(pathToFileURL(join(BUNDLE, "contextc.mjs")).href);

export const MANIFEST = JSON.parse(readFileSync(join(BUNDLE, "manifest.json"), "utf8"));

/**
 * Run a test with a copy of the bundle.
 * @param {(folder: string) => void | Promise<void>} test
 * @param {string} name the name of the folder
 */
export async function withCopy(test, name = "bundle") {
  const parent = mkdtempSync(join(tmpdir(), "contextc-"));
  try {
    const folder = join(parent, name);
    cpSync(BUNDLE, folder, { recursive: true });
    await test(folder);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** @param {string} text */
export function bytes(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array} data */
export function text(data) {
  return new TextDecoder().decode(data);
}
