// A worker that answers one call at a time -> a queue of calls, each of which can be aborted.

import { folderOf } from "./host.mjs";
import { Thread } from "./thread.mjs";

/** @import {CallOptions, ContextcWorker, connect as Connect} from "../contextc.mjs" */

/** @type {typeof Connect} */
export async function connect(options = {}) {
  const folder = await folderOf(options.baseUrl);
  const connection = new Connection(new URL("contextc.worker.mjs", folder), options.graceMs ?? 1000);
  await connection.start();
  return connection;
}

/** @implements {ContextcWorker} */
class Connection {
  version = "";
  #url;
  #graceMs;
  /** @type {Thread | undefined} */
  #thread;
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | undefined} */
  #running;
  /** Whether the one who asked for what is running has given it up. */
  #abandoned = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #grace;
  #serving = false;
  #closed = false;

  /**
   * @param {URL} url
   * @param {number} graceMs
   */
  constructor(url, graceMs) {
    this.#url = url;
    this.#graceMs = graceMs;
  }

  /** A worker that is ready; the same one until it has ended. */
  async start() {
    if (this.#closed) throw new Error("contextc: this worker was closed");
    if (!this.#thread || this.#thread.ended) this.#thread = new Thread(this.#url);
    const thread = this.#thread;
    this.version = await thread.ready;
    return thread;
  }

  /**
   * @param {string} method
   * @param {any} request
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  async call(method, request, { signal } = {}) {
    if (this.#closed) throw new Error("contextc: this worker was closed");
    if (typeof method !== "string") throw new TypeError("contextc: the method must be a string");
    if (typeof request !== "string" && !(request instanceof Uint8Array)) {
      throw new TypeError("contextc: the request must be a string or a Uint8Array");
    }
    signal?.throwIfAborted();
    // A copy, which can be handed over: the caller keeps his bytes, and may change them.
    const own = typeof request === "string" ? request : new Uint8Array(request);
    const job = new Job(method, own);
    const abort = () => this.#abort(job, signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    this.#waiting.push(job);
    this.#hurry();
    this.#serve();
    try {
      return await job.answer;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async close() {
    this.#closed = true;
    const error = new Error("contextc: this worker was closed");
    for (const job of this.#waiting.splice(0)) job.reject(error);
    this.#running?.reject(error);
    await this.#thread?.end();
  }

  /** Run what waits, in order, until nothing does. */
  async #serve() {
    if (this.#serving) return;
    this.#serving = true;
    try {
      while (this.#waiting.length > 0) await this.#runNext(await this.start());
    } catch (error) {
      for (const job of this.#waiting.splice(0)) job.reject(error);
    } finally {
      this.#serving = false;
    }
  }

  /** @param {Thread} thread */
  async #runNext(thread) {
    const job = this.#waiting.shift(); // it may have been aborted while the worker started
    if (!job) return;
    this.#running = job;
    try {
      job.resolve(await thread.ask(job.method, job.request));
    } catch (error) {
      job.reject(error);
      await thread.end();
      this.start().catch(() => {}); // whoever calls next is told
    } finally {
      this.#running = undefined;
      this.#abandoned = false;
      this.#hurry();
    }
  }

  /**
   * @param {Job} job
   * @param {unknown} reason
   */
  #abort(job, reason) {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    job.reject(reason);
    if (job === this.#running) {
      this.#abandoned = true;
      this.#thread?.hold(false);
    }
    this.#hurry();
  }

  /** While what runs is of no use to anyone and others wait, its time is running out. */
  #hurry() {
    if (this.#abandoned && this.#waiting.length > 0) {
      this.#grace ??= setTimeout(() => this.#thread?.end(), this.#graceMs);
    } else {
      clearTimeout(this.#grace);
      this.#grace = undefined;
    }
  }
}

/** A call that waits for its turn, or runs. */
class Job {
  /** @type {(answer: any) => void} */
  resolve = () => {};
  /** @type {(reason: unknown) => void} */
  reject = () => {};

  /**
   * @param {string} method
   * @param {string | Uint8Array<ArrayBuffer>} request
   */
  constructor(method, request) {
    this.method = method;
    this.request = request;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
