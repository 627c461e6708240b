/** Where the bundle is, and how to run it. */
export interface LoadOptions {
  /** The folder of the bundle, as a URL or in Node a path; by default the one that this module is in. */
  baseUrl?: string | URL;
}

export interface ConnectOptions extends LoadOptions {
  /**
   * How long an aborted call may keep the worker from others that wait, in milliseconds (default 1000).
   * Then the worker is replaced, which takes as long as a start.
   */
  graceMs?: number;
}

export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason; if it has not begun, it never runs. */
  signal?: AbortSignal;
}

/** The compiler in this thread. */
export interface Contextc {
  /** The version of contextc. */
  readonly version: string;
  /**
   * The answer document of a request: a string for a string, bytes for bytes.
   * Bad requests get an error document. It throws when the instance was closed, or when its interpreter has died.
   */
  call(method: string, request: string): string;
  call(method: string, request: Uint8Array): Uint8Array;
  call(method: string, request: string | Uint8Array): string | Uint8Array;
  /** Let go of the interpreter. */
  close(): void;
}

/** The compiler in a worker: calls run one after another, in the order they came. */
export interface ContextcWorker {
  /** The version of contextc. */
  readonly version: string;
  /**
   * The answer document of a request: a string for a string, bytes for bytes.
   * Bad requests get an error document. It rejects when the call was aborted, when the worker was closed, or when the
   * interpreter died of it; the next call then has a new one.
   */
  call(method: string, request: string, options?: CallOptions): Promise<string>;
  call(method: string, request: Uint8Array, options?: CallOptions): Promise<Uint8Array>;
  call(method: string, request: string | Uint8Array, options?: CallOptions): Promise<string | Uint8Array>;
  /** End the worker; calls that are still waiting reject. */
  close(): Promise<void>;
}

/** Start the compiler in this thread. Rejects with an Error that says which file is wrong and what to do. */
export function load(options?: LoadOptions): Promise<Contextc>;

/** Start the compiler in a module worker, in a browser or in Node. Rejects as `load` does. */
export function connect(options?: ConnectOptions): Promise<ContextcWorker>;
