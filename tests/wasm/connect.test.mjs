// `connect`: the compiler in a worker, with a queue before it.
// CONTEXTC_TRAPS names a bundle made by traps.py, whose door can also sleep and die.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { BUNDLE, bytes, connect, copyBundle, load, MANIFEST, text } from "./bundle.mjs";

const TRAPS = process.env.CONTEXTC_TRAPS;

/** Resolves when a call that was just made has been handed to the worker. */
function begun() {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

describe("connect", async () => {
  const contextc = await connect();
  after(() => contextc.close());

  test("a string gets a string, and bytes get bytes", async () => {
    assert.equal(await contextc.call("echo", "[1]"), '{"echo":[1]}');
    assert.deepEqual(await contextc.call("echo", bytes("[1]")), bytes('{"echo":[1]}'));
  });

  test("the answers are those of load", async () => {
    const here = await load();
    const requests = [
      '"é✓한😀"',
      "{",
      "",
      '"\ud83d"',
      '{"query": "q", "token_budget": 9, "fragments": [{"content": "c"}]}',
    ];
    for (const request of requests) {
      for (const method of ["compile", "echo", "describe", "\ud800"]) {
        assert.equal(await contextc.call(method, request), here.call(method, request));
      }
    }
    here.close();
  });

  test("the caller keeps his bytes, and may change them at once", async () => {
    const request = bytes("[1]");
    const answer = contextc.call("echo", request);
    request.fill(0);
    assert.equal(text(await answer), '{"echo":[1]}');
  });

  test("a part of a larger buffer is sent alone", async () => {
    assert.equal(text(await contextc.call("echo", bytes("xx[1]xx").subarray(2, 5))), '{"echo":[1]}');
    assert.equal(text(await contextc.call("echo", Buffer.from("[1]"))), '{"echo":[1]}');
  });

  test("a megabyte comes back", async () => {
    const request = `"${"é".repeat(500_000)}"`;
    assert.equal(await contextc.call("echo", request), `{"echo":${request}}`);
    assert.deepEqual(await contextc.call("echo", bytes(request)), bytes(`{"echo":${request}}`));
  });

  test("many calls at once are answered each with its own, in order", async () => {
    const order = [];
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    await Promise.all(numbers.map((number) => contextc.call("echo", `${number}`).then((answer) => order.push(answer))));
    assert.deepEqual(
      order,
      numbers.map((number) => `{"echo":${number}}`),
    );
  });

  test("a method or a request of another type is a TypeError", async () => {
    await assert.rejects(contextc.call(1, "{}"), TypeError);
    await assert.rejects(contextc.call("echo", { query: "q" }), TypeError);
  });

  test("a call with a signal that was aborted rejects with its reason", async () => {
    const reason = new Error("too late");
    await assert.rejects(contextc.call("echo", "1", { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(await contextc.call("echo", "1"), '{"echo":1}');
  });

  test("the version is the bundle's", () => {
    assert.equal(contextc.version, MANIFEST.version);
  });
});

describe("a call that runs for long", async () => {
  const contextc = await connect({ baseUrl: TRAPS, graceMs: 300 });
  const calls = async () => Number(await contextc.call("calls", ""));
  after(() => contextc.close());

  test("rejects at once when it is aborted, and what waits behind it is answered by the same worker", async () => {
    const [before, controller] = [await calls(), new AbortController()];
    const slow = contextc.call("sleep", "0.25", { signal: controller.signal });
    const next = calls();
    await begun();
    controller.abort();
    await assert.rejects(slow, { name: "AbortError" });
    assert.equal(await next, before + 2);
  });

  test("is ended after the time of grace when it was aborted and others wait", async () => {
    const controller = new AbortController();
    const slow = contextc.call("sleep", "3600", { signal: controller.signal });
    await begun();
    controller.abort();
    await assert.rejects(slow, { name: "AbortError" });
    assert.equal(await calls(), 1);
  });

  test("goes on when those that waited have given up, too", async () => {
    const [before, first, second] = [await calls(), new AbortController(), new AbortController()];
    const slow = contextc.call("sleep", "0.4", { signal: first.signal });
    const next = contextc.call("die", "", { signal: second.signal });
    await begun();
    first.abort();
    second.abort();
    await assert.rejects(slow, { name: "AbortError" });
    await assert.rejects(next, { name: "AbortError" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(await calls(), before + 2);
  });

  test("lets calls behind it be aborted before they begin", async () => {
    const [before, controller] = [await calls(), new AbortController()];
    const slow = contextc.call("sleep", "0.1");
    const deadly = contextc.call("die", "", { signal: controller.signal });
    controller.abort();
    await assert.rejects(deadly, { name: "AbortError" });
    assert.equal(await slow, "slept");
    assert.equal(await calls(), before + 2);
  });
});

describe("an interpreter that dies", async () => {
  test("rejects the call that it died of, and the next ones have a new one", async () => {
    const contextc = await connect({ baseUrl: TRAPS });
    const [dead, behind] = [contextc.call("die", ""), contextc.call("echo", "1")];
    await assert.rejects(dead, { message: /^contextc: the interpreter has died of a call of die: / });
    assert.equal(await behind, '{"echo":1}');
    await contextc.close();
  });

  test("makes an instance of load say so from then on", async () => {
    const contextc = await load({ baseUrl: TRAPS });
    const died = { message: /^contextc: the interpreter has died of a call of die: .*; load contextc again$/ };
    assert.throws(() => contextc.call("die", ""), died);
    assert.throws(() => contextc.call("echo", "1"), died);
  });
});

test("closing rejects what runs, what waits and what comes", async () => {
  const contextc = await connect({ baseUrl: TRAPS });
  const closed = { message: "contextc: this worker was closed" };
  const pending = [
    assert.rejects(contextc.call("sleep", "3600"), closed),
    assert.rejects(contextc.call("echo", "1"), closed),
  ];
  await contextc.close();
  await contextc.close();
  await Promise.all(pending);
  await assert.rejects(contextc.call("echo", "1"), closed);
});

for (const name of ["python_stdlib.zip", "contextc.worker.mjs"]) {
  test(`without ${name} nothing starts, and the error names it`, async () => {
    const baseUrl = copyBundle();
    rmSync(join(baseUrl, name));
    await assert.rejects(connect({ baseUrl }), (error) => error.message.includes(join(baseUrl, name)));
  });
}

for (const use of ["", "console.log(await contextc.call('echo', '1'));"]) {
  test(`a program ends by itself ${use ? "after its last answer" : "without a call"}`, () => {
    const program = `import { connect } from ${JSON.stringify(join(BUNDLE, "contextc.mjs"))}; const contextc = await connect(); ${use}`;
    const done = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.deepEqual([done.status, done.stdout, done.stderr], [0, use && '{"echo":1}\n', ""]);
  });
}
