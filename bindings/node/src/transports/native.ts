/** The transport without a second process: the C library, in this one, through koffi. */

import type { KoffiFunc } from "koffi";
import { TransportError } from "../errors.js";
import type { ErrorResponse } from "../schema.js";
import { Job, Queue } from "./job.js";
import { closedError, greeted, type Payload, type Transport, textOf } from "./transport.js";

export interface NativeOptions {
  transport: "native";
  /** The library that `python -m contextc_cabi build` wrote; else the system's loader looks for `libcontextc`. */
  library?: string | undefined;
}

type Koffi = typeof import("koffi");

type Out<T> = [T | null];

interface Library {
  readonly call: KoffiFunc<
    (method: Buffer, json: Uint8Array, length: number, out: Out<bigint>, outLength: Out<number | bigint>) => number
  >;
  readonly free: KoffiFunc<(text: bigint) => void>;
  readonly decode: Koffi["decode"];
}

/** Python needs more than koffi's 128 KiB of stack for a call on another thread: a deep one would end this process. */
const STACK = 8 << 20;

const DEFAULT_LIBRARY = { win32: "contextc.dll", darwin: "libcontextc.dylib" } as Partial<Record<string, string>>;

/** The version of the header that this file follows, and its codes. */
const ABI_VERSION = 1;
const RESULT = 1;
const ERROR = 2;
const NO_MEMORY = -1;

export async function openNative(options: NativeOptions): Promise<Transport> {
  return greeted("native", new Native(load(await koffi(), options.library)));
}

class Native implements Transport {
  readonly #library: Library;
  readonly #queue = new Queue();
  #current: Job | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(library: Library) {
    this.#library = library;
  }

  call(method: string, request: Payload, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#closed) return Promise.reject(closedError("native"));
    const job = new Job(method, request, signal, () => {});
    this.#queue.push(job);
    this.#running ??= this.#run();
    return job.answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.drain()) job.reject(closedError("native"));
    this.#current?.reject(closedError("native"));
    await this.#running;
  }

  /** One at a time: Python runs one at a time anyway, and a job that waits here can still be aborted. */
  async #run(): Promise<void> {
    for (let job = this.#queue.peek(); job !== undefined; job = this.#queue.peek()) {
      this.#queue.shift();
      this.#current = job;
      await this.#answer(job).catch((reason: unknown) => job.reject(reason));
    }
    this.#running = undefined;
  }

  #answer(job: Job): Promise<void> {
    const { call, free, decode } = this.#library;
    // A NUL would end the name in C; no method has one, so any other character gets the same answer.
    const method = Buffer.from(`${job.method.replaceAll("\0", "\ufffd")}\0`);
    const request = typeof job.request === "string" ? Buffer.from(job.request) : job.request;
    const out: Out<bigint> = [null];
    const length: Out<number | bigint> = [null];
    return new Promise((resolve) => {
      call.async(method, request, request.length, out, length, (error: Error | null, code: number) => {
        try {
          if (error) throw error;
          // Not a view: the memory is C's, and is freed below.
          const answer = out[0] === null || !job.live ? undefined : decode(out[0], "uint8_t", Number(length[0]));
          if (code !== RESULT && code !== ERROR) throw failed(code, answer);
          if (answer) job.resolve(answer);
        } catch (reason) {
          job.reject(reason);
        } finally {
          if (out[0] !== null) free(out[0]);
          resolve();
        }
      });
    });
  }
}

function failed(code: number, answer: Uint8Array | undefined): TransportError {
  const said = answer && (JSON.parse(textOf(answer)) as ErrorResponse).error.message;
  const why = said ?? (code === NO_MEMORY ? "there was no memory for the answer" : `contextc_call returned ${code}`);
  return new TransportError("native", "unavailable", `the C library gave no answer: ${why}`);
}

async function koffi(): Promise<Koffi> {
  try {
    return (await import("koffi")).default as unknown as Koffi;
  } catch (cause) {
    throw new TransportError(
      "native",
      "unavailable",
      'the native transport needs the package koffi: run "npm install koffi"',
      { cause },
    );
  }
}

function load(koffi: Koffi, path = DEFAULT_LIBRARY[process.platform] ?? "libcontextc.so"): Library {
  enlargeStack(koffi);
  try {
    const library = koffi.load(path);
    const version = library.func("int contextc_abi_version()")();
    if (version !== ABI_VERSION) throw new Error(`it has version ${version} of its interface, not ${ABI_VERSION}`);
    return {
      call: library.func(
        "int contextc_call(const uint8_t *method, const uint8_t *json, size_t len, _Out_ void **out, _Out_ size_t *outlen)",
      ),
      free: library.func("void contextc_free(void *text)"),
      decode: koffi.decode,
    };
  } catch (cause) {
    throw new TransportError(
      "native",
      "unavailable",
      `the library ${path} could not be loaded: build it with "python -m contextc_cabi build --out DIR" and name it in the option "library" (${(cause as Error).message})`,
      { cause },
    );
  }
}

function enlargeStack(koffi: Koffi): void {
  if ((koffi.config().async_stack_size ?? 0) >= STACK) return;
  try {
    koffi.config({ async_stack_size: STACK });
  } catch (cause) {
    throw new TransportError(
      "native",
      "unavailable",
      `koffi was in use before, with too small a stack for Python: call koffi.config({ async_stack_size: ${STACK} }) before anything is loaded with it`,
      { cause },
    );
  }
}
