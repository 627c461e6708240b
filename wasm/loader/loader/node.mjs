// Node: every file is read and hashed before any of them runs.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** @import {Host, Manifest} from "./host.mjs" */

const remedy = "install or build the bundle again";

/**
 * @param {URL} folder
 * @returns {Promise<Host>}
 */
export async function prepare(folder) {
  if (folder.protocol !== "file:")
    throw new Error(`contextc: in Node the bundle must be a folder of files, not ${folder}`);
  const manifest = await readManifest(folder);
  await Promise.all(manifest.files.map((file) => checkFile(folder, file)));
  return { indexURL: fileURLToPath(folder), checked: Promise.resolve(), release: lendRequire() };
}

/**
 * @param {URL} folder
 * @returns {Promise<Manifest>}
 */
async function readManifest(folder) {
  const path = fileURLToPath(new URL("manifest.json", folder));
  try {
    const manifest = JSON.parse(await readFile(path, "utf8"));
    if (Array.isArray(manifest.files)) return manifest;
  } catch (error) {
    throw new Error(`contextc: cannot read ${path}: ${message(error)}; ${remedy}`, { cause: error });
  }
  throw new Error(`contextc: ${path} is no manifest of a bundle; ${remedy}`);
}

/**
 * @param {URL} folder
 * @param {Manifest["files"][number]} file
 */
async function checkFile(folder, { name, sha256 }) {
  const path = fileURLToPath(new URL(name, folder));
  const data = await readFile(path).catch((error) => {
    throw new Error(`contextc: cannot read ${path}: ${message(error)}; ${remedy}`, { cause: error });
  });
  if (createHash("sha256").update(data).digest("hex") !== sha256) {
    throw new Error(`contextc: ${path} is not the file that manifest.json names: its SHA-256 differs; ${remedy}`);
  }
}

/**
 * When Pyodide starts, it imports the npm package `ws`, unless there is a global `require`. It would need it for sockets,
 * which contextc has no use for.
 */
function lendRequire() {
  const scope = /** @type {{require?: unknown}} */ (globalThis);
  if (scope.require !== undefined) return () => {};
  scope.require = createRequire(import.meta.url);
  return () => void delete scope.require;
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}
