/** The transport that needs no Python at all: contextc in WebAssembly, in a thread of its own. */

import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TransportError } from "../errors.js";
import { Job } from "./job.js";
import { closedError, greeted, type Payload, type Transport } from "./transport.js";

export interface WasmOptions {
  transport: "wasm";
  /** The folder of the bundle, or its `contextc.mjs`, as a path or a file URL; else the package `contextc-wasm`. */
  bundle?: string | URL | undefined;
  /** Milliseconds after which a worker that works for an aborted call, while others wait, is replaced; 1000 by default. */
  graceMs?: number | undefined;
}

/** What the bundle's module gives, as far as it is used here. */
interface Bundle {
  connect(options: { graceMs?: number }): Promise<BundleWorker>;
}

interface BundleWorker {
  call(method: string, request: Uint8Array, options: { signal: AbortSignal }): Promise<Uint8Array>;
  close(): unknown;
}

const PACKAGE = "contextc-wasm";
const MODULE = "contextc.mjs";

export async function openWasm(options: WasmOptions): Promise<Transport> {
  let worker: BundleWorker;
  try {
    const bundle = (await import(options.bundle === undefined ? PACKAGE : await moduleOf(options.bundle))) as Bundle;
    worker = await bundle.connect(options.graceMs === undefined ? {} : { graceMs: options.graceMs });
  } catch (cause) {
    throw new TransportError(
      "wasm",
      "unavailable",
      `the WebAssembly bundle ${options.bundle ?? PACKAGE} could not be started: install the package ${PACKAGE}, or name the bundle's folder in the option "bundle" (${(cause as Error).message})`,
      { cause },
    );
  }
  return greeted("wasm", new Wasm(worker));
}

class Wasm implements Transport {
  readonly #worker: BundleWorker;
  readonly #live = new Set<Job>();
  #closed = false;

  constructor(worker: BundleWorker) {
    this.#worker = worker;
  }

  call(method: string, request: Payload, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#closed) return Promise.reject(closedError("wasm"));
    // A signal of its own: the bundle listens to each, and the caller's may be shared by many calls.
    const over = new AbortController();
    const job = new Job(method, request, signal, () => {
      this.#live.delete(job);
      over.abort();
    });
    this.#live.add(job);
    // Bytes both ways: text costs a WebAssembly interpreter many times as much.
    const bytes = typeof request === "string" ? Buffer.from(request) : request;
    this.#worker.call(method, bytes, { signal: over.signal }).then(
      (answer) => job.resolve(answer),
      (cause: Error) => job.reject(ended(cause)),
    );
    return job.answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#live) job.reject(closedError("wasm"));
    await this.#worker.close();
  }
}

function ended(cause: Error): TransportError {
  return new TransportError("wasm", "ended", `contextc's WebAssembly worker gave no answer: ${cause.message}`, {
    cause,
  });
}

/** The address of the bundle's module. */
async function moduleOf(bundle: string | URL): Promise<string> {
  const path = typeof bundle === "string" && !bundle.startsWith("file:") ? resolve(bundle) : fileURLToPath(bundle);
  return pathToFileURL((await stat(path)).isDirectory() ? join(path, MODULE) : path).href;
}
