// node modules.mjs BUNDLE STDLIB REQUESTS: asks the bundle's door for the requests of a file, with a standard library, and prints
// which modules Python has loaded then.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle = "", stdLibURL = "", requests = ""] = process.argv.slice(2);
globalThis.require ??= createRequire(import.meta.url); // or Pyodide would ask for the npm package `ws`
const own = (/** @type {string} */ name) => import(pathToFileURL(join(bundle, name)).href);
const { loadPyodide } = await own("pyodide.mjs");
const { Instance } = await own("loader/instance.mjs");
const pyodide = await loadPyodide({
  indexURL: bundle,
  packageBaseUrl: join(bundle, "/"),
  stdLibURL,
  packages: ["contextc"],
});
const contextc = new Instance(pyodide);
for (const [method, request] of JSON.parse(readFileSync(requests, "utf8"))) contextc.call(method, request);
console.log(pyodide.runPython("import sys; '\\n'.join(sorted(sys.modules))"));
