/// <reference lib="esnext.disposable" preserve="true" />
/** The API: an open contextc, its methods by name, and `call` for raw documents. */

import { isUint8Array } from "node:util/types";
import { ContextcError } from "./errors.js";
import { loneHalf, stringify } from "./json.js";
import { type CallOptions, METHODS, type Method, type Methods } from "./methods.js";
import type { ErrorResponse } from "./schema.js";
import { type NativeOptions, openNative } from "./transports/native.js";
import { openProcess, type ProcessOptions } from "./transports/process.js";
import { type Payload, type Transport, textOf } from "./transports/transport.js";
import { openWasm, type WasmOptions } from "./transports/wasm.js";

/** How to reach contextc: `process` unless `transport` says otherwise. */
export type OpenOptions = ProcessOptions | WasmOptions | NativeOptions;

// Node 20 before 20.5 has no such symbol.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

export interface Contextc extends Methods {}

/**
 * An open contextc.
 *
 * Every method rejects with a ContextcError if contextc refuses the request, with a TransportError if there is no answer,
 * and with the reason of `signal` as soon as that is aborted.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the static block below adds what the interface promises
export class Contextc {
  readonly #transport: Transport;

  private constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reaches contextc and makes sure that it answers; rejects with a TransportError that says what is missing. */
  static async open(options: OpenOptions = {}): Promise<Contextc> {
    return new Contextc(await open(options));
  }

  /**
   * The answer document of a method of the wire, as it is, also if it is an error document: text for text, bytes for
   * bytes.
   */
  call(method: string, request: string, options?: CallOptions): Promise<string>;
  call(method: string, request: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  async call(method: string, request: string | Uint8Array, options?: CallOptions): Promise<string | Uint8Array> {
    if (typeof method !== "string") throw new TypeError("a method is named by a string");
    if (typeof request === "string") {
      const answer = textOf(await this.#send(method, Buffer.from(request.isWellFormed() ? request : ""), options));
      return request.isWellFormed() ? answer : answerOfHalves(request, answer);
    }
    if (!isUint8Array(request)) throw new TypeError("a raw request is a string or a Uint8Array");
    // A copy: while the call waits, or another thread reads, the caller may change its bytes or give them away.
    return new Uint8Array(await this.#send(method, Buffer.from(request), options));
  }

  /** Ends what was started; calls that wait reject with a TransportError. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  async [asyncDispose](): Promise<void> {
    await this.close();
  }

  async #ask<Request, Answer>(row: Method<Request, Answer>, request: Request, options?: CallOptions): Promise<Answer> {
    row.check?.(request);
    const answer = await this.#send(row.wire, request === undefined ? "{}" : stringify(request), options);
    const document = JSON.parse(textOf(answer)) as Answer | ErrorResponse;
    if (Object.hasOwn(document as object, "error")) throw new ContextcError((document as ErrorResponse).error);
    return document as Answer;
  }

  async #send(method: string, request: Payload, options: CallOptions | undefined): Promise<Uint8Array> {
    options?.signal?.throwIfAborted();
    return this.#transport.call(method, request, options?.signal);
  }

  static {
    for (const [name, row] of Object.entries<Method<unknown, unknown>>(METHODS)) {
      const named = {
        [name](this: Contextc, request: unknown, options?: CallOptions): Promise<unknown> {
          return this.#ask(row, request, options);
        },
      };
      Object.defineProperty(Contextc.prototype, name, { value: named[name], configurable: true, writable: true });
    }
  }
}

function open(options: OpenOptions): Promise<Transport> {
  switch (options.transport) {
    case undefined:
    case "process":
      return openProcess(options);
    case "wasm":
      return openWasm(options);
    case "native":
      return openNative(options);
    default:
      throw new TypeError(
        `no transport ${JSON.stringify((options as OpenOptions).transport)}: use "process", "wasm" or "native"`,
      );
  }
}

/**
 * What Python says of a text with half a surrogate pair, which no bytes can carry: the empty request went in its place, and
 * what was said of that stands unless it was about the request.
 */
function answerOfHalves(request: string, answer: string): string {
  const document = JSON.parse(answer) as ErrorResponse;
  if (document.error.code !== "invalid_json") return answer;
  const message = `character ${loneHalf(request)} of the request is half of a surrogate pair`;
  return JSON.stringify({ error: { ...document.error, message, data: {} } });
}
