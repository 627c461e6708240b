// node in_pyodide.mjs BUNDLE STDLIB REPOSITORY SITE ARGUMENTS...: starts the bundle's Python, with two folders of this machine
// and the whole standard library, and runs `inside.py` with the arguments. 70 is the exit code of an interpreter that has died.

import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle = "", stdLibURL = "", repository = "", site = "", ...args] = process.argv.slice(2);
globalThis.require ??= createRequire(import.meta.url); // or Pyodide would ask for the npm package `ws`
const { loadPyodide } = await import(pathToFileURL(join(bundle, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: bundle,
  packageBaseUrl: join(bundle, "/"),
  stdLibURL,
  packages: ["contextc"],
  env: { PYTHONDONTWRITEBYTECODE: "1", HYPOTHESIS_PROFILE: "inside" },
});
pyodide.setStdout({ write: (/** @type {Uint8Array} */ data) => writeSync(1, data) });
pyodide.mountNodeFS("/repository", repository);
pyodide.mountNodeFS("/site", site);
pyodide.pyimport("sys.path").append("/site");
try {
  pyodide.runPython(readFileSync(new URL("inside.py", import.meta.url), "utf8"), { filename: "inside.py" });
  process.exitCode = pyodide.globals.get("main")(pyodide.toPy(args));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 70;
}
