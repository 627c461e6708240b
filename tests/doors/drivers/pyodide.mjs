// node pyodide.mjs BUNDLE: `load` of a bundle, in the frames of `doors.framed`.

import { readSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(resolve(process.argv[2] ?? "", "contextc.mjs")).href);
const contextc = await load();

for (let head = readLine(); head; head = readLine()) {
  const space = head.lastIndexOf(" ");
  const answer = contextc.call(head.slice(0, space), read(Number(head.slice(space + 1))));
  write(Buffer.from(`${answer.length}\n`));
  write(answer);
}

function readLine() {
  const bytes = [];
  for (let byte = read(1); byte.length > 0 && byte[0] !== 10; byte = read(1)) bytes.push(byte[0]);
  return Buffer.from(bytes).toString();
}

/** @param {number} length */
function read(length) {
  const data = new Uint8Array(length);
  let got = 0;
  for (let more = 1; got < length && more > 0; got += more) more = readSync(0, data, got, length - got);
  return data.subarray(0, got);
}

/** @param {Uint8Array} data */
function write(data) {
  for (let sent = 0; sent < data.length; ) sent += writeSync(1, data, sent);
}
