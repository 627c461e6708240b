// Every file of the bundle is checked before any of them runs, and nothing else is asked for.

import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { load, MANIFEST, withCopy } from "./bundle.mjs";

for (const name of ["manifest.json", ...MANIFEST.files.map((file) => file.name)]) {
  test(`without ${name} nothing starts, and the error names it`, async () => {
    await withCopy(async (folder) => {
      rmSync(join(folder, name));
      await assert.rejects(load({ baseUrl: folder }), (error) => error.message.includes(`cannot read ${join(folder, name)}`));
    });
  });
}

for (const { name, bytes } of MANIFEST.files) {
  test(`with one bit of ${name} changed nothing starts, and the error names it`, async () => {
    await withCopy(async (folder) => {
      const data = readFileSync(join(folder, name));
      data[bytes >> 1] ^= 1;
      writeFileSync(join(folder, name), data);
      await assert.rejects(load({ baseUrl: folder }), (error) => error.message.includes(`${join(folder, name)} is not the file`));
    });
  });
}

for (const data of ["", "{", "null", "{}", '{"files": 1}']) {
  test(`a manifest of ${data || "nothing"} is refused by name`, async () => {
    await withCopy(async (folder) => {
      writeFileSync(join(folder, "manifest.json"), data);
      await assert.rejects(load({ baseUrl: folder }), (error) => error.message.includes(join(folder, "manifest.json")));
    });
  });
}

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

for (const name of ["with blanks", "100%", "a#b?c", "ünïcode"]) {
  test(`a folder may be called ${name}, and be given as a path, a relative path, a URL or its text`, async () => {
    await withCopy(async (folder) => {
      const url = pathToFileURL(folder);
      for (const baseUrl of [folder, relative(process.cwd(), folder), url, url.href, `${url.href}/`]) {
        const contextc = await load({ baseUrl });
        assert.equal(contextc.call("echo", "1"), '{"echo":1}');
        contextc.close();
      }
    }, name);
  });
}
