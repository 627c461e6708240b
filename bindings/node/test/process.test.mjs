import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Contextc, TransportError } from "../dist/index.mjs";

const python = fileURLToPath(new URL("fake-python.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contextc-"));
const opened = [];

after(async () => {
  for (const contextc of opened) await contextc.close();
  rmSync(folder, { recursive: true });
});

async function open(options) {
  const contextc = await Contextc.open({ python, ...options });
  opened.push(contextc);
  return contextc;
}

/** A call that is aborted before its answer. */
function abandon(contextc, method, request = "{}") {
  const controller = new AbortController();
  const call = contextc.call(method, request, { signal: controller.signal });
  call.catch(() => {});
  return () => controller.abort();
}

const failure = (fault, message) => (error) => {
  assert.ok(error instanceof TransportError, String(error));
  assert.equal(error.fault, fault);
  assert.match(error.message, message);
  return true;
};

test("Each of many calls at once gets its own answer.", async () => {
  const contextc = await open();
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  const answers = await Promise.all(numbers.map((number) => contextc.echo(number)));
  assert.deepEqual(
    answers.map((answer) => answer.echo),
    numbers,
  );
});

test("An answer of 32 MB comes whole.", async () => {
  const contextc = await open();
  assert.equal((await contextc.call("large", String(32e6))).length, 32e6 + 2);
});

test("A request of 32 MB arrives whole.", async () => {
  const contextc = await open();
  const text = JSON.stringify("x".repeat(32e6));
  assert.equal((await contextc.call("echo", text)).length, text.length + '{"echo":}'.length);
});

test("An aborted call rejects with the signal's reason, though the child is still at work.", async () => {
  const contextc = await open();
  const controller = new AbortController();
  const call = contextc.call("hang", "{}", { signal: controller.signal });
  controller.abort(new Error("changed my mind"));
  await assert.rejects(call, { message: "changed my mind" });
});

test("A call with a signal that was aborted before is never sent.", async () => {
  const contextc = await open();
  await assert.rejects(contextc.call("echo", "1", { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(await contextc.call("calls", "{}"), "2", "describe and calls");
});

test("A call that is aborted while it waits for a large one is never sent.", async () => {
  const contextc = await open();
  const large = contextc.call("echo", JSON.stringify("x".repeat(100_000)));
  abandon(contextc, "echo")();
  await large;
  assert.equal(await contextc.call("calls", "{}"), "3", "describe, the large one and calls");
});

test("The bytes of a call that waits may be changed.", async () => {
  const contextc = await open();
  const large = contextc.call("echo", JSON.stringify("x".repeat(100_000)));
  const bytes = Buffer.from("[1]");
  const waiting = contextc.call("echo", bytes);
  bytes.fill("2");
  await large;
  assert.equal(Buffer.from(await waiting).toString(), '{"echo":[1]}');
});

test("A late answer to an aborted call is dropped.", async () => {
  const contextc = await open();
  abandon(contextc, "echo", "1")();
  assert.deepEqual(await contextc.echo(2), { echo: 2 });
});

test("A child that works for an aborted call alone is replaced after the grace.", async () => {
  const contextc = await open({ graceMs: 5 });
  const before = await contextc.call("pid", "{}");
  abandon(contextc, "hang")();
  assert.notEqual(await contextc.call("pid", "{}"), before);
});

test("Calls behind an aborted one are sent to the child that replaces the first.", async () => {
  const contextc = await open({ graceMs: 5 });
  const abort = abandon(contextc, "hang");
  const behind = [contextc.echo(1), contextc.echo(2)];
  abort();
  assert.deepEqual(await Promise.all(behind), [{ echo: 1 }, { echo: 2 }]);
});

test("A call that a child did not survive rejects with what stood on stderr.", async () => {
  const contextc = await open();
  await assert.rejects(contextc.call("die", "{}"), failure("ended", /exit code 3 .*\n.*\nthese are the last words$/s));
});

test("After a child's death the next call has another child.", async () => {
  const contextc = await open();
  await assert.rejects(contextc.call("die", "{}"));
  assert.deepEqual(await contextc.echo(1), { echo: 1 });
});

test("A child that was killed while idle is not missed.", async () => {
  const contextc = await open();
  const pid = Number(await contextc.call("pid", "{}"));
  process.kill(pid, "SIGKILL");
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(await contextc.echo(1), { echo: 1 });
});

test("A child that closes its stdin is ended, and the next call has another.", async () => {
  const contextc = await open();
  const calls = [contextc.call("deaf", "{}"), contextc.call("echo", JSON.stringify("x".repeat(1e6)))];
  for (const call of calls) await assert.rejects(call, failure("ended", /before it answered/));
  assert.deepEqual(await contextc.echo(1), { echo: 1 });
});

test("When three children in a row end without an answer, calls are refused for a while.", async () => {
  const broken = join(folder, "broken");
  const contextc = await open({ env: { FAKE_BROKEN_IF: broken } });
  writeFileSync(broken, "");
  await assert.rejects(contextc.call("die", "{}"), failure("ended", /last words/));
  for (let start = 0; start < 3; start += 1) {
    await assert.rejects(contextc.echo(1), failure("unavailable", /before its first answer\n.*on fire/s));
  }
  await assert.rejects(contextc.echo(1), failure("unavailable", /^3 Python processes in a row .*on fire/s));
});

test("A line that is no reply ends the call with that line.", async () => {
  const contextc = await open();
  await assert.rejects(contextc.call("noise", "{}"), failure("protocol", /"hello from a plugin"/));
});

test("A pool has its next call answered while one child is busy.", async () => {
  const contextc = await open({ pool: 2 });
  const first = await contextc.call("pid", "{}");
  const abort = abandon(contextc, "hang");
  assert.notEqual(await contextc.call("pid", "{}"), first);
  abort();
});

test("A pool starts no second child while the first is idle.", async () => {
  const contextc = await open({ pool: 2 });
  const pids = new Set();
  for (let call = 0; call < 5; call += 1) pids.add(await contextc.call("pid", "{}"));
  assert.equal(pids.size, 1);
});

test("close() rejects the calls that wait, and those that come after.", async () => {
  const contextc = await open();
  const waiting = contextc.call("hang", "{}");
  const closed = contextc.close();
  await assert.rejects(waiting, failure("closed", /was closed/));
  await closed;
  await assert.rejects(contextc.echo(1), failure("closed", /was closed/));
});

test("close() is done when the children are gone, and may be called twice.", async () => {
  const contextc = await open();
  const pid = Number(await contextc.call("pid", "{}"));
  await Promise.all([contextc.close(), contextc.close()]);
  assert.equal(isAlive(pid), false);
});

test("An idle contextc does not keep Node alive, a call does.", async () => {
  const script = `
    const { Contextc } = require(${JSON.stringify(fileURLToPath(new URL("../dist/index.js", import.meta.url)))});
    Contextc.open({ python: ${JSON.stringify(python)} }).then(async (contextc) => {
      console.log(await contextc.call("large", "3"));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { timeout: 30_000 });
  assert.equal(stdout, '"xxx"\n');
});

test("A child ends when Node does.", async () => {
  const end = join(folder, "end");
  const script = `
    const { Contextc } = require(${JSON.stringify(fileURLToPath(new URL("../dist/index.js", import.meta.url)))});
    Contextc.open(${JSON.stringify({ python, env: { FAKE_END: end } })}).then(() => process.kill(process.pid, "SIGKILL"));`;
  await once(execFile(process.execPath, ["-e", script]), "exit");
  while (!existsSync(end)) await new Promise((resolve) => setTimeout(resolve, 5));
});

test("A Python that is not there is named, with what to do.", async () => {
  await assert.rejects(
    open({ python: "/no/such/python" }),
    failure("unavailable", /\/no\/such\/python.*CONTEXTC_PYTHON/),
  );
});

test("A name that no program can have is refused like a Python that is not there.", async () => {
  await assert.rejects(open({ python: "a\0b" }), failure("unavailable", /could not be started/));
});

test("A Python without contextc is told how to get it.", async () => {
  await assert.rejects(open({ env: { FAKE_START: "no module" } }), failure("unavailable", /pip install contextc/));
});

test("A Python that is too old is told so.", async () => {
  await assert.rejects(open({ env: { FAKE_START: "old" } }), failure("unavailable", /older than 3\.11/));
});

test("Another version of the wire is refused.", async () => {
  await assert.rejects(open({ env: { FAKE_START: "new wire" } }), failure("protocol", /version 2 .* speaks 1/));
});

for (const pool of [0, 1.5, "2"]) {
  test(`A pool of ${JSON.stringify(pool)} is refused.`, async () => {
    await assert.rejects(open({ pool }), RangeError);
  });
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
