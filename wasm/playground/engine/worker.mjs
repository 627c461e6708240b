// The page's worker: it holds the texts, asks the compiler (a worker of its own), and tells the page what it needs to draw.
//
// The page stays free of long work: JSON, offsets and pages are made here, and the compiler never keeps this worker busy.

/** @typedef {import("../types").Told} Told */

/** How long a stale call may hold the compiler before it is replaced: longer than a compilation of some megabytes takes. */
const GRACE_MS = 8000;

// The compiler takes longest to start, so nothing is loaded before it.
const opening = import("../bundle/contextc.mjs").then(({ connect }) => connect({ graceMs: GRACE_MS }));
const session = import("./session.mjs").then((module) => new module.Session(tell));

addEventListener("message", async ({ data }) => {
  const ready = await session;
  if (data.type === "update") ready.update(data);
  else tell({ type: "reply", id: data.id, value: await ready.answer(data.question, data.ask) });
});

try {
  await (await session).open(await opening);
} catch (error) {
  tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
}

/** @param {Told} message */
function tell(message) {
  postMessage(message);
}
