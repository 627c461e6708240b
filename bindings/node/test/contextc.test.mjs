// Against contextc itself: CONTEXTC_PYTHON or python3 must have it.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { Contextc, ContextcError } from "contextc";
import { CODES } from "../dist/errors.js";
import { METHODS } from "../dist/methods.js";

const required = createRequire(import.meta.url)("contextc");
const SCHEMAS = new URL("../../../wire/schema/", import.meta.url);

const contextc = await Contextc.open();
after(() => contextc.close());

const fragments = (...ids) => ids.map((id) => ({ id, content: `the content of ${id}` }));

test("compile gives a context that keeps the budget.", async () => {
  const compiled = await contextc.compile({
    query: "deploy",
    fragments: [{ content: "Never deploy on Friday." }],
    token_budget: 50,
  });
  assert.equal(compiled.content, "Never deploy on Friday.");
});

test("compileTranscript gives the context and how the transcript was read.", async () => {
  const { context, segmentation } = await contextc.compileTranscript({
    query: "release",
    transcript: "User: run the tests\nAssistant: they pass\nUser: then tag the release",
    token_budget: 12,
  });
  assert.deepEqual([context.content, segmentation.segments.length], ["User: then tag the release", 3]);
});

test("compileTranscript reads the sessions of agents.", async () => {
  const record = { type: "user", uuid: "1", parentUuid: null, message: { role: "user", content: "run the tests" } };
  const { context, segmentation } = await contextc.compileTranscript({
    query: "",
    transcript: `${JSON.stringify(record)}\n`,
    token_budget: 50,
  });
  assert.deepEqual([segmentation.format_detected, context.content], ["claude_code", "[user]\nrun the tests"]);
});

test("compileMessages gives messages that fit, and a receipt under which they stay.", async () => {
  const messages = [
    { role: "user", content: "soup ".repeat(500) },
    { role: "assistant", content: "It is Thursday." },
    { role: "user", content: "Run the tests." },
  ];
  const first = await contextc.compileMessages({ messages, token_budget: 100 });
  assert.deepEqual(first.messages.slice(-2), messages.slice(1));

  messages.push({ role: "assistant", content: "They pass." }, { role: "user", content: "Good." });
  const next = await contextc.compileMessages({ messages, token_budget: 200, receipt: first.receipt });
  assert.deepEqual(next.messages, [...first.messages, ...messages.slice(3)]);
  assert.equal(next.prefix.messages, first.messages.length);
});

test("assemble gives the text of hits, and what became of each.", async () => {
  const hits = [{ grain_type: "fact", fields: { subject: "mira", relation: "likes", object: "tea" } }];
  const answer = await contextc.assemble({ hits, policy: { preset: "gpt4", explain: true } });
  assert.deepEqual([answer.text, answer.decisions[0].rule_id], ["- **mira** likes tea", "shown.whole"]);
});

test("compileRecall gives a context in which memories are named.", async () => {
  const hits = [
    {
      grain_type: "fact",
      fields: { subject: "mira", relation: "likes", object: "tea" },
      memory_id: 18446744073709551615n,
    },
  ];
  const { context, recall } = await contextc.compileRecall({ query: "tea", hits, token_budget: 50 });
  assert.deepEqual([context.content, context.decisions[0].memory_id], ["mira likes tea", "18446744073709551615"]);
  assert.equal(recall[0].fragment_id, context.decisions[0].fragment_id);
});

test("chunk gives the chunks of a text.", async () => {
  const { chunks } = await contextc.chunk({ text: "one\n\ntwo", policy: { max_chunk_bytes: 5 } });
  assert.deepEqual(
    chunks.map((chunk) => chunk.text),
    ["one\n\n", "two"],
  );
});

test("segment gives the segments of a transcript.", async () => {
  const { segments } = await contextc.segment({ transcript: "User: hello\nAssistant: hello" });
  assert.deepEqual(
    segments.map((segment) => segment.role),
    ["User", "Assistant"],
  );
});

test("estimate gives the tokens of each text.", async () => {
  const { tokens } = await contextc.estimate({ texts: ["", "hello world"] });
  assert.deepEqual(
    tokens.map((count) => count > 0),
    [false, true],
  );
});

test("estimate counts by the estimator that is named.", async () => {
  const answer = await contextc.estimate({ texts: ["hello world"], estimator: "bytes4" });
  assert.deepEqual(answer, { estimator: "bytes4", tokens: [3] });
});

test("suggestBudget gives a model's window less the reserve.", async () => {
  const { window, suggested_budget } = await contextc.suggestBudget({ target_model: "gpt-5", reserve_tokens: 8000 });
  assert.equal(window - suggested_budget, 8000);
});

test("describe needs no request.", async () => {
  assert.equal((await contextc.describe()).wire, 1);
});

test("echo gives back what it got, also null.", async () => {
  assert.deepEqual(await contextc.echo(null), { echo: null });
});

test("Every method of the wire's schema is a row of the table.", () => {
  const methods = readdirSync(SCHEMAS).filter((file) => file.endsWith(".request.json"));
  assert.deepEqual(
    Object.values(METHODS)
      .map((method) => method.wire)
      .sort(),
    methods.map((file) => file.replace(".request.json", "")).sort(),
  );
});

test("Every code that contextc knows is in the type of `code`.", async () => {
  assert.deepEqual([...CODES], (await contextc.describe()).codes.toSorted());
});

test("An id may be a string, a number or a bigint, and is a string in the answer.", async () => {
  const request = { query: "", fragments: fragments("7", 8, 2n ** 64n - 1n), token_budget: 100 };
  const { decisions } = await contextc.compile(request);
  assert.deepEqual(
    decisions.map((decision) => decision.fragment_id),
    ["7", "8", "18446744073709551615"],
  );
});

test("An id that a number cannot hold exactly is refused by its path.", async () => {
  const call = contextc.compile({ query: "", fragments: fragments(1, 2 ** 53), token_budget: 100 });
  await assert.rejects(call, { code: "invalid_request", path: "$.fragments[1].id" });
});

test("An id of a memory that a number cannot hold exactly is refused by its path.", async () => {
  const hits = [{ grain_type: "fact", fields: {}, memory_id: 2 ** 53 }];
  const refused = { code: "invalid_request", path: "$.hits[0].memory_id" };
  await assert.rejects(contextc.assemble({ hits }), refused);
  await assert.rejects(contextc.compileRecall({ query: "", hits, token_budget: 100 }), refused);
});

test("A refused request rejects with code, category, path and data.", async () => {
  const call = contextc.compile({
    query: "",
    fragments: [],
    token_budget: 10,
    policy: { response_reserve_tokens: 10 },
  });
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ContextcError);
    assert.deepEqual(
      { name: error.name, code: error.code, category: error.category, path: error.path, data: error.data },
      {
        name: "ContextcError",
        code: "budget_too_small",
        category: "invalid_input",
        path: "$.token_budget",
        data: { token_budget: 10, response_reserve_tokens: 10 },
      },
    );
    return true;
  });
});

test("A request that JSON cannot hold rejects with a TypeError.", async () => {
  const cycle = { id: 1n };
  cycle.itself = cycle;
  await assert.rejects(contextc.echo(cycle), TypeError);
  await assert.rejects(
    contextc.echo(() => {}),
    TypeError,
  );
});

test("call gives an error document as it is, text for text.", async () => {
  assert.equal((await contextc.call("compile", "{}")).slice(0, 34), '{"error":{"code":"invalid_request"');
});

test("call gives bytes for bytes, whatever the bytes are.", async () => {
  const answer = await contextc.call("echo", Uint8Array.of(0x22, 0xff, 0x22));
  assert.equal(answer.constructor, Uint8Array);
  assert.equal(JSON.parse(Buffer.from(answer)).error.code, "invalid_json");
});

test("The bytes of an answer share their memory with nothing.", async () => {
  const answer = await contextc.call("echo", Buffer.from("1"));
  assert.equal(answer.buffer.byteLength, answer.byteLength);
});

test("Line feeds between the tokens of a request do no harm.", async () => {
  assert.equal(await contextc.call("echo", '[\n1,\r\n"\\n"\n]'), '{"echo":[1,"\\n"]}');
});

test("A line feed inside a string of a request is invalid JSON.", async () => {
  assert.equal(JSON.parse(await contextc.call("echo", '"\n"')).error.code, "invalid_json");
});

test("Half a surrogate pair is told with its place in characters.", async () => {
  const { error } = JSON.parse(await contextc.call("echo", '"\u{1f600} \ud83d"'));
  assert.deepEqual([error.code, error.message.slice(0, 11)], ["invalid_json", "character 3"]);
});

test("Half a surrogate pair does not hide that there is no such method.", async () => {
  assert.equal(JSON.parse(await contextc.call("no method", "\ud83d")).error.code, "unknown_method");
});

test("Deep nesting is refused, and the next call is answered.", async () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  assert.equal(JSON.parse(await contextc.call("echo", deep)).error.code, "too_deep");
  assert.deepEqual(await contextc.echo(1), { echo: 1 });
});

test("require and import give the same classes.", () => {
  assert.deepEqual([required.Contextc, required.ContextcError], [Contextc, ContextcError]);
});

test("require and import give the same names.", async () => {
  const { default: _, "module.exports": __, ...imported } = await import("contextc");
  assert.deepEqual(Object.keys(imported).sort(), Object.keys(required).sort());
});

test("An unknown transport is refused.", async () => {
  await assert.rejects(Contextc.open({ transport: "telepathy" }), TypeError);
});

test("Leaving `await using` closes it.", async () => {
  const other = await Contextc.open();
  await other[Symbol.asyncDispose]();
  await assert.rejects(other.echo(1), { fault: "closed" });
});
