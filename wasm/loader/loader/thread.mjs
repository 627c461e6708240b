// A module worker, of a browser or of Node, that is asked one thing at a time.

import { inNode } from "./host.mjs";

const threads = inNode ? await import("node:worker_threads") : undefined;

export class Thread {
  /** The version that the worker tells when it is ready; rejects with the Error that it could not start for. */
  ready;
  /** Whether the worker is gone. */
  ended = false;
  #worker;
  /** @type {(answer: any) => void} */
  #resolve = () => {};
  /** @type {(error: Error) => void} */
  #reject = () => {};

  /** @param {URL} url */
  constructor(url) {
    this.ready = /** @type {Promise<string>} */ (this.#next());
    /** @param {{answer: any} | {error: string}} message */
    const hear = (message) => {
      if ("error" in message) this.#fail(message.error);
      else this.#resolve(message.answer);
      this.hold(false);
    };
    if (threads) {
      const worker = new threads.Worker(url, { name: "contextc", execArgv: [] });
      worker.on("message", hear);
      worker.on("error", (error) => this.#fail(`contextc: the worker has ended: ${error}`));
      worker.on("exit", (code) => this.#fail(`contextc: the worker has ended with code ${code}`));
      this.#worker = worker;
    } else {
      const worker = new Worker(url, { type: "module", name: "contextc" });
      worker.onmessage = (event) => hear(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(
          `contextc: cannot run ${url}: ${event.message || "is the whole bundle there, on the page's own origin?"}`,
        );
      };
      this.#worker = worker;
    }
  }

  /**
   * The answer of the worker; rejects when it is gone.
   * @param {string} method
   * @param {string | Uint8Array<ArrayBuffer>} request handed over, if it is bytes
   */
  ask(method, request) {
    const answer = this.#next();
    if (this.ended) this.#fail("contextc: the worker has ended");
    this.hold(true);
    this.#worker.postMessage({ method, request }, typeof request === "string" ? [] : [request.buffer]);
    return answer;
  }

  /**
   * Whether the worker keeps the program from ending, where that can be chosen: it does while it starts or is asked.
   * @param {boolean} busy
   */
  hold(busy) {
    if (!("ref" in this.#worker)) return;
    if (busy) this.#worker.ref();
    else this.#worker.unref();
  }

  async end() {
    this.#fail("contextc: the worker was ended");
    await this.#worker.terminate();
  }

  #next() {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** @param {string} sentence */
  #fail(sentence) {
    this.ended = true;
    this.#reject(new Error(sentence));
  }
}
