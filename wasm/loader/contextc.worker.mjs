// The worker that `connect` starts: `{method, request}` in, `{answer}` out, one at a time; the first answer is the version.
// After `{error}` there is nothing more: it could not start, or its interpreter has died.

import { inNode } from "./loader/host.mjs";
import { load } from "./loader/load.mjs";

/** @type {any} */
const port = inNode ? (await import("node:worker_threads")).parentPort : globalThis;

try {
  const contextc = await load();
  /** @param {{method: string, request: string | Uint8Array}} message */
  const hear = ({ method, request }) => {
    try {
      const answer = contextc.call(method, request);
      port.postMessage({ answer }, typeof answer === "string" ? [] : [answer.buffer]);
    } catch (error) {
      report(error);
    }
  };
  if (inNode) port.on("message", hear);
  else port.onmessage = (/** @type {MessageEvent} */ event) => hear(event.data);
  port.postMessage({ answer: contextc.version });
} catch (error) {
  report(error);
}

/** @param {unknown} error */
function report(error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) });
}
