// Keeps one version of the site, whole, so that the page works without a network.
//
// The page registers this file as `sw.js?version=…`, with the version that `files.json` names. A new version is a new worker:
// it fills a cache of its own, file by file with its SHA-256, and takes over when no page uses the old one any more.

/** @typedef {{version: string, files: {path: string, sha256: string}[]}} Files */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const version = new URL(location.href).searchParams.get("version") ?? "";
const PREFIX = "contextc ";
const NAME = PREFIX + version;

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const list = new URL("files.json", worker.registration.scope).href;
  // The list is always asked of the network: it tells whether there is a newer version.
  if (method === "GET" && url.startsWith(worker.registration.scope) && url !== list)
    event.respondWith(answer(event.request));
});

async function keep() {
  const response = await fetch("files.json", { cache: "no-store" });
  /** @type {Files} */
  const list = await response.json();
  if (list.version !== version) throw new Error("files.json has another version by now");
  const cache = await caches.open(NAME);
  for (const { path, sha256 } of list.files)
    await cache.put(path, (await kept(path, sha256)) ?? (await fetched(path, sha256)));
}

/**
 * A file of an older version, if it is the same one.
 * @param {string} path
 * @param {string} sha256
 */
async function kept(path, sha256) {
  const response = await caches.match(path);
  return response && (await digest(response.clone())) === sha256 ? response : null;
}

/**
 * @param {string} path
 * @param {string} sha256
 */
async function fetched(path, sha256) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  if ((await digest(response.clone())) !== sha256) throw new Error(`${path} is not the file that files.json lists`);
  return response;
}

/** @param {Response} response */
async function digest(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const path = request.mode === "navigate" ? "index.html" : request.url;
  return (await cache.match(path, { ignoreSearch: true })) ?? fetch(request);
}
