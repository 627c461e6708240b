// Keeps one version of the site, whole, so that the page works without a network.
//
// The page registers this file as `sw.js?version=…`, with the version that `files.json` names. A new version is a new worker:
// it fills a cache of its own, file by file with its SHA-256, and takes over when no page uses the old one any more.

const version = new URL(location.href).searchParams.get("version") ?? "";
const PREFIX = "contextc ";
const NAME = PREFIX + version;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const list = new URL("files.json", self.registration.scope).href;
  // The list is always asked of the network: it tells whether there is a newer version.
  if (event.request.method !== "GET" || url.origin !== location.origin || url.href === list) return;
  event.respondWith(answer(event.request, url));
});

async function keep() {
  const response = await fetch("files.json", { cache: "no-store" });
  const list = await response.json();
  if (list.version !== version) throw new Error("files.json has another version by now");
  const cache = await caches.open(NAME);
  for (const { path, sha256 } of list.files) {
    const old = await kept(path, sha256);
    await cache.put(path, old ?? (await fetched(path, sha256)));
  }
}

/** A file of an older version, if it is the same one. */
async function kept(path, sha256) {
  const response = await caches.match(path);
  return response && (await digest(response.clone())) === sha256 ? response : null;
}

async function fetched(path, sha256) {
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  if ((await digest(response.clone())) !== sha256) throw new Error(`${path} is not the file that files.json lists`);
  return response;
}

async function digest(response) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request, url) {
  const cache = await caches.open(NAME);
  const path = url.href === self.registration.scope ? "index.html" : request.url;
  return (await cache.match(path, { ignoreSearch: true })) ?? fetch(request);
}
