// node faults.mjs OPTIONS: what `open` says when something is missing or in the way; OPTIONS open the native transport.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contextc } from "contextc";
import koffi from "koffi";

const unavailable = (message) => ({ name: "TransportError", fault: "unavailable", message });

test("A bundle that is not there is named, with what to do.", async () => {
  const open = Contextc.open({ transport: "wasm", bundle: "no/such/bundle" });
  await assert.rejects(open, unavailable(/no\/such\/bundle .*contextc-wasm/));
});

test("A folder that is no bundle is named, with what to do.", async () => {
  const open = Contextc.open({ transport: "wasm", bundle: new URL(".", import.meta.url) });
  await assert.rejects(open, unavailable(/contextc\.mjs/));
});

test("A library that is not there is named, with what to do.", async () => {
  const open = Contextc.open({ transport: "native", library: "/no/such/library.so" });
  await assert.rejects(open, unavailable(/\/no\/such\/library\.so .*contextc_cabi build/));
});

test("The native transport gives Python a stack that is large enough.", async () => {
  const contextc = await Contextc.open(JSON.parse(process.argv[2]));
  assert.equal(koffi.config().async_stack_size, 8 << 20);
  await contextc.close();
});
