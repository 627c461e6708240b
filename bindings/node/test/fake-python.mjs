#!/usr/bin/env node
// Stands for `python -P -m contextc_host.serve` where a test needs it to misbehave: the method says how, one call at a time.
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { FAKE_START, FAKE_BROKEN_IF, FAKE_END } = process.env;
let calls = 0;

if (FAKE_START === "no module") fail("/usr/bin/python3: No module named contextc_host");
if (FAKE_START === "old") fail("Unknown option: -P\nusage: python3 [option] ...");
if (FAKE_BROKEN_IF && existsSync(FAKE_BROKEN_IF)) fail("the disk is on fire");

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, request, base64 } = JSON.parse(line);
  calls += 1;
  const text = base64 === undefined ? JSON.stringify(request) : Buffer.from(base64, "base64").toString();
  const answers = {
    describe: () => `{"wire":${FAKE_START === "new wire" ? 2 : 1}}`,
    echo: () => `{"echo":${text}}`,
    pid: () => String(process.pid),
    calls: () => String(calls),
    large: () => `"${"x".repeat(Number(text))}"`,
    noise: () => process.stdout.write("hello from a plugin\n"),
    die: () => fail("these are the last words"),
    hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
    deaf: () => process.stdin.destroy(),
  };
  const answer = answers[method]();
  if (typeof answer === "string") process.stdout.write(`{"id":${id},"result":${answer}}\n`);
}

if (FAKE_END) writeFileSync(FAKE_END, "");

function fail(words) {
  process.stderr.write(`${words}\n`);
  process.exit(3);
}
