// node --expose-gc transports.mjs OPTIONS: tests of one transport of the installed package.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { after, test } from "node:test";
import { Contextc, ContextcError } from "contextc";

const options = JSON.parse(process.argv[2]);
const contextc = await Contextc.open(options);
after(() => contextc.close());

const LONG = "Some words of a long, long text. ".repeat(20_000);
const SLOW = { query: "q", token_budget: 4_000, fragments: [{ content: LONG }] };

test("A string and its bytes get one answer, with every character in its place.", async () => {
  const request = '{"texts": ["a\\u0000b", "caf\u00e9 \u2713 \ud83d\ude00 \u2028"]}';
  const answer = await contextc.call("echo", request);
  assert.equal(Buffer.from(await contextc.call("echo", Buffer.from(request))).toString(), answer);
  assert.equal(answer, '{"echo":{"texts":["a\\u0000b","caf\u00e9 \u2713 \ud83d\ude00 \u2028"]}}');
});

test("A request of the caller's may change as soon as it was sent.", async () => {
  const request = Buffer.from("[1,2,3]");
  const answer = contextc.call("echo", request);
  request.fill("x");
  assert.equal(Buffer.from(await answer).toString(), '{"echo":[1,2,3]}');
});

test("Half a surrogate pair is the error that Python gives for it.", async () => {
  assert.equal(
    await contextc.call("echo", '"\ud83d"'),
    '{"error":{"code":"invalid_json","category":"invalid_input","path":"$",' +
      '"message":"character 1 of the request is half of a surrogate pair","data":{}}}',
  );
});

test("A method's name with a NUL in it is no method.", async () => {
  assert.equal(JSON.parse(await contextc.call("echo\0", "1")).error.code, "unknown_method");
});

test("A method's name with half a surrogate pair in it is no method.", async () => {
  assert.equal(JSON.parse(await contextc.call("echo\ud83d", "1")).error.code, "unknown_method");
});

test("A refused request rejects with a ContextcError.", async () => {
  await assert.rejects(contextc.chunk({}), ContextcError);
});

test("An id of 64 bits goes and comes back whole.", async () => {
  const id = 2n ** 64n - 1n;
  const { decisions } = await contextc.compile({ query: "", token_budget: 9, fragments: [{ id, content: "a" }] });
  assert.equal(decisions[0].fragment_id, String(id));
});

test("Many calls at once each get their own answer.", async () => {
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const answers = await Promise.all(numbers.map((number) => contextc.echo(number)));
  assert.deepEqual(
    answers.map((answer) => answer.echo),
    numbers,
  );
});

test("Many calls may share a signal without a warning.", async () => {
  const warnings = [];
  const note = (warning) => warnings.push(warning.name);
  process.on("warning", note);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 50 }, (_, number) => contextc.echo(number, { signal })));
  process.off("warning", note);
  assert.deepEqual(warnings, []);
});

test("An aborted call rejects with the signal's reason while it runs, and the next call is answered.", async () => {
  const controller = new AbortController();
  const call = contextc.compile(SLOW, { signal: controller.signal });
  let ended = false;
  const watched = call.finally(() => {
    ended = true;
  });
  // One round of the event loop: it has been sent, and nothing so long is done by then.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ended, false);
  controller.abort(new Error("no longer wanted"));
  await assert.rejects(watched, { message: "no longer wanted" });
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  assert.deepEqual(await contextc.echo(1), { echo: 1 });
});

test("The event loop turns while a call runs.", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  await contextc.compile(SLOW);
  clearInterval(timer);
  assert.ok(turns > 3, `${turns} turns`);
});

test("Thousands of calls leave no memory behind.", async () => {
  const request = JSON.stringify("x".repeat(10_000));
  const grown = [];
  for (let round = 0, last = 0; round < 5; round += 1) {
    for (let call = 0; call < 2_000; call += 1) await contextc.call("echo", request);
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
    const now = process.memoryUsage.rss();
    grown.push((now - last) / 2 ** 20);
    last = now;
  }
  // What is left behind is left in every round: 20 MiB, were it one text of each call. What is collected late is not.
  assert.ok(Math.min(...grown) < 10, `MiB more after each 2,000 calls of 10 kB each way: ${grown}`);
});

test("close() rejects the call that runs, and those that come after.", async () => {
  const other = await Contextc.open(options);
  const running = other.compile(SLOW);
  const closed = other.close();
  await assert.rejects(running, { name: "TransportError", fault: "closed" });
  await closed;
  await assert.rejects(other.echo(1), { name: "TransportError", fault: "closed" });
});
