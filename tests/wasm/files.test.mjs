// Every file of the bundle is checked before any of them runs, and nothing else is asked for.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { copyBundle, load, MANIFEST } from "./bundle.mjs";

describe("nothing starts, and the error names the file,", async () => {
  const folder = copyBundle();

  /**
   * What `load` says of the copy with other data in a file, or without it.
   * @param {string} name
   * @param {(data: Buffer) => Uint8Array | string | undefined} change
   */
  async function complaint(name, change) {
    const path = join(folder, name);
    const data = readFileSync(path);
    const changed = change(Buffer.from(data));
    if (changed === undefined) rmSync(path);
    else writeFileSync(path, changed);
    const message = await load({ baseUrl: folder }).then(
      () => "it starts",
      (error) => error.message.replace(path, "FILE"),
    );
    writeFileSync(path, data);
    return message;
  }

  for (const name of ["manifest.json", ...MANIFEST.files.map((file) => file.name)]) {
    test(`when ${name} is missing`, async () => {
      assert.match(await complaint(name, () => undefined), /^contextc: cannot read FILE: ENOENT.*; install or build/);
    });
  }

  for (const { name } of MANIFEST.files) {
    test(`when one bit of ${name} is another`, async () => {
      const flip = (/** @type {Buffer} */ data) =>
        data.fill(data[data.length >> 1] ^ 1, data.length >> 1, (data.length >> 1) + 1);
      assert.match(await complaint(name, flip), /^contextc: FILE is not the file that manifest.json names: /);
    });
  }

  for (const text of ["", "{", "null", "{}", '{"files": 1}']) {
    test(`when the manifest is ${text || "empty"}`, async () => {
      assert.match(await complaint("manifest.json", () => text), /^contextc: .*FILE/);
    });
  }
});

test("a bundle on a server is refused in Node", async () => {
  await assert.rejects(load({ baseUrl: "https://example.com/bundle/" }), { message: /a folder of files, not https:/ });
});

describe("without a network", () => {
  const { fetch } = globalThis;
  const asked = [];
  before(() => (globalThis.fetch = async (url) => asked.push(String(url)) && Promise.reject(new TypeError("offline"))));
  after(() => (globalThis.fetch = fetch));

  test("the compiler starts, and asks for nothing", async () => {
    const contextc = await load();
    assert.equal(contextc.call("echo", "1"), '{"echo":1}');
    contextc.close();
    assert.deepEqual(asked, []);
  });
});

test("a folder may be called anything, and be given as a path, a relative path, a URL or its text", async () => {
  const folder = copyBundle("100% ü#b?c d");
  const url = pathToFileURL(folder);
  for (const baseUrl of [folder, relative(process.cwd(), folder), url, url.href, `${url.href}/`]) {
    const contextc = await load({ baseUrl });
    assert.equal(contextc.call("echo", "1"), '{"echo":1}');
    contextc.close();
  }
});
