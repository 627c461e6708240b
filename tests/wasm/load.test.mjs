// `load`: the compiler in this thread.

import assert from "node:assert/strict";
import { after, afterEach, describe, test } from "node:test";

import { bytes, load, MANIFEST, text } from "./bundle.mjs";

const BUDGET = '{"window":400000,"suggested_budget":400000,"source":"static table as of 2026-11"}';
const HALF =
  '{"error":{"code":"invalid_json","category":"invalid_input","path":"$","message":"character 2 of the request is half of a surrogate pair","data":{}}}';

describe("load", async () => {
  const contextc = await load();
  after(() => contextc.close());

  test("a string gets a string", () => {
    assert.equal(contextc.call("suggest_budget", '{"target_model": "gpt-5"}'), BUDGET);
  });

  test("bytes get bytes", () => {
    assert.deepEqual(contextc.call("suggest_budget", bytes('{"target_model": "gpt-5"}')), bytes(BUDGET));
  });

  test("a Buffer is bytes, and so is a part of a larger buffer", () => {
    assert.equal(text(contextc.call("echo", Buffer.from("[1]"))), '{"echo":[1]}');
    assert.equal(text(contextc.call("echo", bytes("xx[1]xx").subarray(2, 5))), '{"echo":[1]}');
  });

  test("the caller keeps his bytes", () => {
    const request = bytes("[1]");
    contextc.call("echo", request);
    assert.deepEqual(request, bytes("[1]"));
  });

  test("no bytes are a request that is no JSON", () => {
    assert.equal(JSON.parse(contextc.call("echo", "")).error.code, "invalid_json");
    assert.equal(JSON.parse(text(contextc.call("echo", new Uint8Array()))).error.code, "invalid_json");
  });

  test("characters of every size come back", () => {
    const request = '"é✓한😀\\u0000"';
    assert.equal(contextc.call("echo", request), `{"echo":${request}}`);
  });

  test("half a surrogate pair is invalid_json, at the character that Python names", () => {
    assert.equal(contextc.call("echo", '"a\ud83d"'), HALF);
    assert.equal(contextc.call("echo", '"😀\ude80"'), HALF);
  });

  test("a name of a method may be any string", () => {
    for (const name of ["", "kompilieren", "\0", "\ud83d", "__class__"]) {
      assert.equal(JSON.parse(contextc.call(name, "{}")).error.code, "unknown_method");
    }
  });

  test("a method or a request of another type is a TypeError, and harms nothing", () => {
    assert.throws(() => contextc.call(1, "{}"), TypeError);
    assert.throws(() => contextc.call("echo", { query: "q" }), TypeError);
    assert.equal(contextc.call("echo", "1"), '{"echo":1}');
  });

  test("a path is refused: there are no files", () => {
    const request = '{"query": "q", "token_budget": 9, "fragments": [{"path": "/etc/passwd"}]}';
    assert.equal(JSON.parse(contextc.call("compile", request)).error.code, "ingest_disabled");
  });

  test("a method of a store needs a host", () => {
    assert.equal(JSON.parse(contextc.call("recall", "{}")).error.code, "needs_host");
  });

  test("the version is the bundle's", () => {
    assert.equal(contextc.version, MANIFEST.version);
    assert.equal(JSON.parse(contextc.call("describe", "{}")).version, MANIFEST.version);
  });
});

test("two instances do not know each other", async () => {
  const [one, two] = await Promise.all([load(), load()]);
  one.close();
  assert.equal(two.call("echo", "1"), '{"echo":1}');
});

test("a closed instance says so", async () => {
  const contextc = await load();
  contextc.close();
  contextc.close();
  assert.throws(() => contextc.call("echo", "1"), { message: "contextc: this instance was closed" });
});

test("nothing is left on the global object, nor on the console", async () => {
  const before = [Object.getOwnPropertyNames(globalThis), { ...console }];
  for (const contextc of await Promise.all([load(), load()])) contextc.close();
  assert.deepEqual([Object.getOwnPropertyNames(globalThis), { ...console }], before);
});

describe("without enough memory", () => {
  const { Instance, instantiate } = WebAssembly;
  function none() {
    throw new RangeError("Out of memory");
  }
  afterEach(() => Object.assign(WebAssembly, { Instance, instantiate }));

  test("for the smallest module, load says so and starts nothing", async () => {
    WebAssembly.Instance = none;
    await assert.rejects(load(), {
      message: "contextc: there is too little memory for WebAssembly; close other instances, or allow more",
    });
  });

  test("for Python's module, load says so", async () => {
    WebAssembly.instantiate = async () => none();
    await assert.rejects(load(), { message: /^contextc: Python did not start from file:.*: Out of memory$/ });
  });

  test("load may be tried again", async () => {
    const contextc = await load();
    assert.equal(contextc.call("echo", "1"), '{"echo":1}');
    contextc.close();
  });
});
