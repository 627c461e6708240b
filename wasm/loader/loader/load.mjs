// A folder of files -> a running compiler in this thread.

import { folderOf, inNode } from "./host.mjs";
import { Instance, lineOf } from "./instance.mjs";
import { canRun, failedToInstantiate } from "./webassembly.mjs";

/** @import {load as Load, LoadOptions} from "../contextc.mjs" */

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** @type {typeof Load} */
export async function load(options) {
  // One start at a time: each needs what others see, too, such as the console.
  const mine = last.then(() => start(options));
  last = mine.catch(() => {});
  return mine;
}

/** @param {LoadOptions} [options] */
async function start({ baseUrl } = {}) {
  canRun();
  const folder = await folderOf(baseUrl);
  const { prepare } = inNode ? await import("./node.mjs") : await import("./browser.mjs");
  const host = await prepare(folder);
  const [failure, release] = failedToInstantiate();
  /** @type {string[]} */
  const lines = [];
  try {
    const pyodide = await Promise.race([startPython(folder, host.indexURL, lines), failing(host.checked), failure]);
    await host.checked;
    return new Instance(pyodide);
  } catch (error) {
    await host.checked; // a file that is wrong tells more than what came of it
    throw new Error(`contextc: Python did not start from ${folder}: ${[...lines, lineOf(error)].join("; ")}`);
  } finally {
    release();
    host.release();
  }
}

/**
 * @param {URL} folder
 * @param {string} indexURL
 * @param {string[]} lines gets what Python says on the way
 */
async function startPython(folder, indexURL, lines) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const note = (/** @type {string} */ line) => void (lines.length < 20 && lines.push(line));
  return loadPyodide({
    indexURL,
    packageBaseUrl: indexURL, // without it, Pyodide asks the Internet for a wheel that is missing
    packages: ["contextc"],
    args: [],
    stdin: () => null,
    stdout: note,
    stderr: note,
  });
}

/**
 * What rejects as a promise does, and never resolves.
 * @param {Promise<void>} promise
 */
async function failing(promise) {
  await promise;
  return new Promise(() => {});
}
