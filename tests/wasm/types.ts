// Never run: the compiler's verdict is the test.

import { type CallOptions, type Contextc, type ContextcWorker, connect, load } from "contextc-wasm";

const here: Contextc = await load();
const there: ContextcWorker = await connect({ baseUrl: new URL("https://example.com/bundle/"), graceMs: 500 });

const text: string = here.call("echo", "1");
const bytes: Uint8Array = here.call("echo", new Uint8Array());
const either: string | Uint8Array = here.call("echo", Math.random() < 0.5 ? "1" : new Uint8Array());
const later: string = await there.call("echo", "1", { signal: new AbortController().signal });
const laterBytes: Uint8Array = await there.call("echo", new Uint8Array());
const options: CallOptions = {};
const version: string = here.version + there.version;
here.close();
await there.close();

// @ts-expect-error: an object is no request
here.call("echo", { query: "q" });
// @ts-expect-error: a string gets no bytes
const wrong: Uint8Array = here.call("echo", "1");
// @ts-expect-error: a worker answers later
const early: string = there.call("echo", "1");

export { bytes, early, either, later, laterBytes, options, text, version, wrong };
