// The version that the server has -> a service worker that keeps it; a newer one is offered, never forced.

import { trusted } from "./boot.mjs";
import { notice } from "./notices.mjs";

/** @typedef {{version: string}} Files */

export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return; // neither HTTPS nor this machine
  let version;
  try {
    const response = await fetch("files.json", { cache: "no-store" });
    ({ version } = /** @type {Files} */ (await response.json()));
  } catch {
    return; // no network: what is kept stays
  }
  try {
    const replaces = navigator.serviceWorker.controller !== null;
    const registration = await navigator.serviceWorker.register(
      trusted(`sw.js?version=${encodeURIComponent(version)}`),
    );
    if (!registration) return; // a browser's tools can forbid it so
    if (registration.waiting && replaces) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed" && replaces) offer(installing);
      });
    });
  } catch (error) {
    console.warn("contextc: this browser does not keep the page for offline use:", error);
  }
}

/** @param {ServiceWorker} worker */
function offer(worker) {
  const act = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  notice("There is a new version of this page.", { action: { label: "Load it", act } });
}
