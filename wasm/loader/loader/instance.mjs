// Python, started -> answers. Nothing of Python is handed out, and nothing is left behind by a call.

/** @import {Contextc} from "../contextc.mjs" */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @implements {Contextc} */
export class Instance {
  /** @type {string} */
  version;
  #pyodide;
  #call;
  /** Why there are no more answers. @type {Error | undefined} */
  #ended;

  /** @param {any} pyodide with the package contextc */
  constructor(pyodide) {
    this.#pyodide = pyodide;
    this.#call = pyodide.pyimport("contextc_wire.call");
    this.version = pyodide.pyimport("contextc.__version__");
  }

  /**
   * @param {string} method
   * @param {any} request
   * @returns {any}
   */
  call(method, request) {
    if (this.#ended) throw this.#ended;
    if (typeof method !== "string") throw new TypeError("contextc: the method must be a string");
    if (typeof request === "string") {
      // Half a surrogate pair has no UTF-8: as a string it reaches Python, which says so as it does everywhere.
      return decoder.decode(this.#ask(method, request.isWellFormed() ? encoder.encode(request) : request));
    }
    if (!(request instanceof Uint8Array)) throw new TypeError("contextc: the request must be a string or a Uint8Array");
    return this.#ask(method, request);
  }

  close() {
    this.#ended ??= new Error("contextc: this instance was closed");
    this.#call = this.#pyodide = undefined;
  }

  /**
   * @param {string} method
   * @param {string | Uint8Array} request bytes are copied once into WebAssembly, far cheaper than a string
   * @returns {Uint8Array<ArrayBuffer>}
   */
  #ask(method, request) {
    try {
      const given = typeof request === "string" ? request : this.#pyodide.toPy(plain(request));
      const answer = this.#call(method, given);
      const buffer = answer.getBuffer("u8");
      const bytes = buffer.data.slice();
      buffer.release();
      answer.destroy();
      if (given !== request) given.destroy();
      return bytes;
    } catch (error) {
      // The door answers whatever Python can catch, so this was the end of the interpreter.
      const message = `contextc: the interpreter has died of a call of ${method}: ${lineOf(error)}; load contextc again`;
      this.#ended = new Error(message, { cause: error });
      throw this.#ended;
    }
  }
}

/**
 * The telling line of an error: in a traceback of Python it is the last.
 * @param {unknown} error
 */
export function lineOf(error) {
  if (!(error instanceof Error)) return String(error);
  const lines = error.message.trim().split("\n");
  return (error.name === "PythonError" ? lines.at(-1) : lines[0]) || error.name;
}

/**
 * Pyodide takes a Uint8Array, but none of its subclasses, such as Node's Buffer.
 * @param {Uint8Array} bytes
 */
function plain(bytes) {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
