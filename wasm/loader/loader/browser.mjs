// Browsers: the files are checked while Pyodide starts, by the browser's own Subresource Integrity.

/** @import {Host, Manifest} from "./host.mjs" */

/**
 * @param {URL} folder
 * @returns {Promise<Host>}
 */
export async function prepare(folder) {
  mayCompile();
  const checked = checkAll(folder);
  checked.catch(() => {}); // `load` awaits it, though maybe not before it rejects
  return { indexURL: folder.href, checked, release: () => {} };
}

/** A page that may not compile WebAssembly would wait for Pyodide for ever. */
function mayCompile() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    throw new Error("contextc: this page may not compile WebAssembly; add 'wasm-unsafe-eval' to script-src in its Content-Security-Policy", { cause: error });
  }
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
  const integrity = sha256 && `sha256-${btoa(String.fromCharCode(...(sha256.match(/../g) ?? []).map((pair) => parseInt(pair, 16))))}`;
  let response;
  try {
    response = await fetch(url, integrity ? { integrity } : {});
  } catch (error) {
    throw new Error(`contextc: cannot load ${url}, or its SHA-256 is not the one in manifest.json; upload the whole bundle again and clear caches`, { cause: error });
  }
  if (!response.ok) throw new Error(`contextc: cannot load ${url}: HTTP status ${response.status}; upload the whole bundle`);
  if (url.pathname.endsWith(".wasm") && response.headers.get("content-type") !== "application/wasm") {
    throw new Error(`contextc: the server sends ${url} as ${response.headers.get("content-type")}; it must be application/wasm`);
  }
  return response;
}
