// node bytecode.mjs PYODIDE_MJS TOOLS FOLDER SCRIPT: runs a Python script inside Pyodide, with two folders of this machine.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideMjs = "", tools = "", folder = "", script = ""] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodideMjs).href);

// What a pyc holds depends on the order of sets, and so on the seed of str.__hash__.
const env = {
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
  SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "",
};
const pyodide = await loadPyodide({ env });
pyodide.mountNodeFS("/tools", tools);
pyodide.mountNodeFS("/archives", folder);
try {
  pyodide.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
