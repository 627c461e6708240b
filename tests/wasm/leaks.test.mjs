// Calls leave nothing behind in Python, and its memory stays what it was.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { BUNDLE, bytes } from "./bundle.mjs";

test("after a thousand calls of every kind there are no more proxies and no more memory", async () => {
  const own = (/** @type {string} */ name) => import(pathToFileURL(join(BUNDLE, name)).href);
  globalThis.require = createRequire(import.meta.url);
  const { loadPyodide } = await own("pyodide.mjs");
  const pyodide = await loadPyodide({ indexURL: BUNDLE, packageBaseUrl: `${BUNDLE}/`, packages: ["contextc"] });
  const { Instance } = await own("loader/instance.mjs");
  const { _module: python } = pyodide;
  python.enable_pyproxy_allocation_tracing();
  const contextc = new Instance(pyodide);
  const requests = ['"é"', "{", '"\ud800"', bytes("[1]"), bytes("\xff"), new Uint8Array(), `"${"x".repeat(100_000)}"`];
  const ask = () => {
    for (const request of requests)
      for (const method of ["echo", "compile", "no such method"]) contextc.call(method, request);
  };
  ask();
  const [proxies, memory] = [python.pyproxy_alloc_map.size, python.HEAPU8.length];
  for (let round = 0; round < 50; round += 1) ask();

  assert.equal(python.pyproxy_alloc_map.size, proxies);
  assert.equal(python.HEAPU8.length, memory);
});
