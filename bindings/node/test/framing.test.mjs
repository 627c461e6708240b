import assert from "node:assert/strict";
import { test } from "node:test";
import { LineReader, lineOf, readReply } from "../dist/transports/framing.js";

const texts = (lines) => Array.from(lines, String);
const line = (...call) => [...lineOf(...call)].join("");

test("Lines come out whole, wherever the chunks are cut.", () => {
  const bytes = Buffer.from("one\n\nthrée\nfour");
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = new LineReader();
    const lines = [...texts(reader.push(bytes.subarray(0, cut))), ...texts(reader.push(bytes.subarray(cut)))];
    assert.deepEqual(lines, ["one", "", "thrée"], `cut at ${cut}`);
  }
});

test("Lines come out whole when every byte comes alone.", () => {
  const reader = new LineReader();
  const lines = [];
  for (const byte of Buffer.from("ab\ncd\n")) lines.push(...texts(reader.push(Buffer.of(byte))));
  assert.deepEqual(lines, ["ab", "cd"]);
});

test("The answer is cut out of a reply as it stands there.", () => {
  const { id, document } = readReply(Buffer.from('{"id":12,"result":{"a": 1 }}'));
  assert.deepEqual([id, String(document)], [12, '{"a": 1 }']);
});

test("An error document is cut out of a reply as it stands there.", () => {
  const { id, document } = readReply(Buffer.from('{"id":12,"error":{"code":"too_deep"}}'));
  assert.deepEqual([id, String(document)], [12, '{"error":{"code":"too_deep"}}']);
});

for (const strange of ["", "hello", '{"id":null,"error":{}}', '{"id":"1","result":1}', '{"id":1,"result":1']) {
  test(`${JSON.stringify(strange)} is no reply.`, () => {
    assert.equal(readReply(Buffer.from(strange)), undefined);
  });
}

test("A request that this package wrote goes as it is.", () => {
  assert.equal(line(1, "echo", "[1]"), '{"id":1,"method":"echo","request":[1]}\n');
});

test("A caller's bytes go as base64, whatever they are.", () => {
  assert.equal(line(2, "echo", Uint8Array.of(0, 10, 255)), '{"id":2,"method":"echo","base64":"AAr/"}\n');
});

test("Base64 that is made in parts is one base64.", () => {
  const bytes = Buffer.alloc(7 << 20, "0123456789");
  assert.equal(line(3, "echo", bytes), `{"id":3,"method":"echo","base64":"${bytes.toString("base64")}"}\n`);
});

test("Half a surrogate pair in a method's name leaves the line readable.", () => {
  assert.equal(JSON.parse(line(4, "\ud83d", "{}")).method, "\ufffd");
});
