/** Calls and answers <-> lines of `contextc_host.serve`. */

import type { Payload } from "./transport.js";

/** Bytes that become base64 at a time: whole groups of three, and no string near the longest that there may be. */
const PART = 3 << 20;

/** A reply: which call it answers, and the answer document as contextc wrote it. */
export interface Reply {
  readonly id: number;
  readonly document: Uint8Array;
}

/** The line of a call, in parts. */
export function* lineOf(id: number, method: string, request: Payload): Generator<string> {
  // Half a surrogate pair would make the whole line unreadable; no method has one in its name.
  const head = `{"id":${id},"method":${JSON.stringify(method.toWellFormed())}`;
  if (typeof request === "string") {
    yield `${head},"request":${request}}\n`;
    return;
  }
  const bytes = Buffer.from(request.buffer, request.byteOffset, request.byteLength);
  yield `${head},"base64":"`;
  for (let start = 0; start < bytes.length; start += PART) yield bytes.toString("base64", start, start + PART);
  yield '"}\n';
}

/** Chunks of a stream -> its lines, each byte looked at once and copied at most once. */
export class LineReader {
  #parts: Buffer[] = [];

  /** The lines that a chunk completes, without their line feeds. */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const last = chunk.subarray(start, end);
      start = end + 1;
      if (this.#parts.length === 0) {
        yield last;
      } else {
        const parts = this.#parts;
        this.#parts = [];
        parts.push(last);
        yield Buffer.concat(parts);
      }
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }
}

const HEAD = /^\{"id":([0-9]{1,16}),"(result|error)":/;

/** The reply in a line, or nothing if the line is none. */
export function readReply(line: Buffer): Reply | undefined {
  const head = HEAD.exec(line.toString("latin1", 0, 64));
  if (!head || line.at(-1) !== 0x7d) return undefined;
  const id = Number(head[1]);
  if (head[2] === "result") return { id, document: line.subarray(head[0].length, -1) };
  // `,"error":{...}}` is the document, but for its first character.
  const document = line.subarray(head[0].length - ',"error":'.length);
  document[0] = 0x7b;
  return { id, document };
}
