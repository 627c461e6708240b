// Where this runs, and where the bundle is.

/** Whether this is Node, as Pyodide decides it. */
export const inNode =
  typeof process === "object" && typeof process.versions?.node === "string" && !("browser" in process);

/**
 * The folder of the bundle, as a URL that ends in a slash.
 * @param {string | URL | undefined} given
 * @returns {Promise<URL>}
 */
export async function folderOf(given) {
  const own = new URL("../", import.meta.url);
  if (given === undefined) return own;
  const text = String(given);
  const slashed = text.endsWith("/") ? text : `${text}/`;
  if (!inNode) return new URL(slashed, globalThis.document?.baseURI ?? own);
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return new URL(slashed);
  const { pathToFileURL } = await import("node:url");
  return pathToFileURL(slashed);
}

/**
 * @typedef {{name: string, version: string, files: {name: string, bytes: number, sha256: string}[]}} Manifest
 *
 * @typedef {object} Host What differs between Node and browsers.
 * @property {string} indexURL where Pyodide looks for its files
 * @property {Promise<void>} checked rejects with an Error that names the first file which is not as the manifest says
 * @property {() => void} release undoes what the start of Pyodide needed
 */
