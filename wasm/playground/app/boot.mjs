// The page's worker, started before the page's other modules are there: of all that has to start it takes the longest.

/** @type {{createScriptURL: (url: string) => any} | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("contextc", {
  createScriptURL: (/** @type {string} */ url) => url,
});

/**
 * An address of this page's own code, said as Trusted Types want it.
 * @param {string} url
 * @returns {any}
 */
export function trusted(url) {
  return policy ? policy.createScriptURL(url) : url;
}

export const worker = new Worker(trusted(new URL("../engine/worker.mjs", import.meta.url).href), {
  type: "module",
  name: "contextc page",
});
