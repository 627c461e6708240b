// The page's worker: it holds the texts, asks the compiler (a worker of its own), and tells the page what it needs to draw.
//
// The page stays free of long work: JSON, offsets and pages are made here, and the compiler never keeps this worker busy.

import { Session } from "./session.mjs";

/** @typedef {import("../types").Told} Told */

/** How long a stale call may hold the compiler before it is replaced: longer than a compilation of some megabytes takes. */
const GRACE_MS = 8000;

/** @param {Told} message */
const tell = (message) => postMessage(message);

const session = new Session(tell);

addEventListener("message", ({ data }) => {
  if (data.type === "update") session.update(data);
  else session.answer(data.question, data.ask).then((value) => tell({ type: "reply", id: data.id, value }));
});

try {
  const { connect } = await import("../bundle/contextc.mjs");
  await session.open(await connect({ graceMs: GRACE_MS }));
} catch (error) {
  tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}
