// Browsers: the files are checked while Pyodide starts, by the browser's own Subresource Integrity.

/** @import {Host, Manifest} from "./host.mjs" */

/**
 * @param {URL} folder
 * @returns {Promise<Host>}
 */
export async function prepare(folder) {
  const checked = checkAll(folder);
  checked.catch(() => {}); // `load` awaits it, though maybe not before it rejects
  return { indexURL: folder.href, checked, release: () => {} };
}

/** @param {URL} folder */
async function checkAll(folder) {
  const response = await get(new URL("manifest.json", folder));
  /** @type {Manifest} */
  const manifest = await response.json();
  const needed = manifest.files.filter(({ name }) => /\.(asm\.mjs|wasm|whl|zip)$|^pyodide/.test(name));
  await Promise.all(needed.map(({ name, sha256 }) => get(new URL(name, folder), sha256)));
}

/**
 * @param {URL} url
 * @param {string} [sha256]
 */
async function get(url, sha256) {
  const digest = (sha256?.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  let response;
  try {
    response = await fetch(url, sha256 ? { integrity: `sha256-${btoa(String.fromCharCode(...digest))}` } : {});
  } catch (error) {
    const why = "it is not there, or its SHA-256 is not the one in manifest.json";
    throw new Error(`contextc: cannot load ${url}: ${why}; upload the whole bundle again, and clear caches`, {
      cause: error,
    });
  }
  if (!response.ok)
    throw new Error(`contextc: cannot load ${url}: HTTP status ${response.status}; upload the whole bundle`);
  if (url.pathname.endsWith(".wasm") && response.headers.get("content-type") !== "application/wasm") {
    throw new Error(
      `contextc: the server sends ${url} as ${response.headers.get("content-type")}; it must be application/wasm`,
    );
  }
  return response;
}
