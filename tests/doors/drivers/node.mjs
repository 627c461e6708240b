// node node.mjs OPTIONS: the npm package, opened with these options, in the frames of `doors.framed`.

import { once } from "node:events";
import { Contextc } from "contextc";

const contextc = await Contextc.open(JSON.parse(process.argv[2]));
const chunks = process.stdin[Symbol.asyncIterator]();
let rest = Buffer.alloc(0);

for (let head = await readLine(); head; head = await readLine()) {
  const space = head.lastIndexOf(" ");
  const answer = await contextc.call(head.slice(0, space), await read(Number(head.slice(space + 1))));
  process.stdout.write(`${answer.length}\n`);
  if (!process.stdout.write(answer)) await once(process.stdout, "drain");
}
await contextc.close();

async function readLine() {
  while (!rest.includes(10)) {
    const { value, done } = await chunks.next();
    if (done) return "";
    rest = Buffer.concat([rest, value]);
  }
  const end = rest.indexOf(10);
  const line = rest.subarray(0, end).toString();
  rest = rest.subarray(end + 1);
  return line;
}

async function read(length) {
  const parts = [rest];
  for (let got = rest.length; got < length; got += parts.at(-1).length) parts.push((await chunks.next()).value);
  const all = Buffer.concat(parts);
  rest = all.subarray(length);
  return all.subarray(0, length);
}
