/** The transport that needs nothing but Python: a few child processes, each given the next job when it has room. */

import { TransportError } from "../errors.js";
import { Job, Queue } from "./job.js";
import { closedError, greeted, type Payload, type Transport } from "./transport.js";
import { notStarted, Worker } from "./worker.js";

export interface ProcessOptions {
  transport?: "process" | undefined;
  /** The Python that has contextc; else the environment variable CONTEXTC_PYTHON, else `python3`. */
  python?: string | undefined;
  /** Most child processes, each with a processor core to use; 1 by default. They start when there is work for them. */
  pool?: number | undefined;
  /** Variables for the child processes beside those of this process, such as CONTEXTC_INGEST_ROOTS. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Milliseconds after which a child that works for an aborted call alone is replaced; 1000 by default. */
  graceMs?: number | undefined;
}

/** Children in a row that ended without any answer before the next one is put off, and for how long at first and at most. */
const MOST_VAIN = 3;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export async function openProcess(options: ProcessOptions): Promise<Transport> {
  const { pool = 1, graceMs = 1_000 } = options;
  if (!Number.isInteger(pool) || pool < 1) throw new RangeError(`pool is ${pool}: use a whole number from 1`);
  if (!(graceMs >= 0)) throw new RangeError(`graceMs is ${graceMs}: use a number of milliseconds from 0`);
  const env = { ...process.env, ...options.env };
  const named = options.python ?? (env.CONTEXTC_PYTHON || undefined);
  const [first, second] = named ? [named] : process.platform === "win32" ? ["python3", "python"] : ["python3"];
  const open = (python: string) => greeted("process", new Pool(python, env, pool, graceMs));
  try {
    return await open(first as string);
  } catch (error) {
    if (second === undefined) throw error;
    return open(second);
  }
}

class Pool implements Transport {
  readonly #python: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #size: number;
  readonly #grace: number;
  readonly #workers = new Set<Worker>();
  readonly #queue = new Queue();
  #live = 0;
  #vain = 0;
  #pausedUntil = 0;
  #lastError: TransportError | undefined;
  #closed = false;

  constructor(python: string, env: NodeJS.ProcessEnv, size: number, grace: number) {
    this.#python = python;
    this.#env = env;
    this.#size = size;
    this.#grace = grace;
  }

  call(method: string, request: Payload, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#closed) return Promise.reject(closedError("process"));
    const job = new Job(method, request, signal, this.#over);
    this.#live += 1;
    if (this.#live === 1) this.#hold(true);
    this.#queue.push(job);
    this.roomy();
    return job.answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = closedError("process");
    for (const job of this.#queue.drain()) job.reject(error);
    const stopped = Array.from(this.#workers, (worker) => worker.stop(error));
    await Promise.all(stopped);
  }

  /** Send what waits to whoever has room. */
  roomy(): void {
    for (let job = this.#queue.peek(); job !== undefined; job = this.#queue.peek()) {
      const worker = this.#choose();
      if (worker === undefined) break;
      this.#queue.shift();
      worker.send(job);
    }
  }

  ended(worker: Worker, error: TransportError, jobs: Job[]): void {
    this.#workers.delete(worker);
    if (worker.replaced) this.#queue.unshift(jobs);
    else for (const job of jobs) job.reject(error);
    this.#vain = worker.answered || worker.replaced ? 0 : this.#vain + 1;
    if (this.#vain >= MOST_VAIN) {
      this.#pausedUntil = performance.now() + Math.min(FIRST_PAUSE * 2 ** (this.#vain - MOST_VAIN), LONGEST_PAUSE);
    }
    this.#lastError = error;
    this.roomy();
  }

  /** The worker for the next job: an idle one, else a new one, else the one with the fewest jobs. */
  #choose(): Worker | undefined {
    let best: Worker | undefined;
    for (const worker of this.#workers) {
      if (worker.hasRoom && (best === undefined || worker.load < best.load)) best = worker;
    }
    if (best?.load === 0 || this.#workers.size >= this.#size || this.#closed) return best;
    const pause = this.#pausedUntil - performance.now();
    if (pause <= 0) return this.#start();
    if (this.#workers.size === 0) this.#refuse(this.#tooOften(pause));
    return best;
  }

  #start(): Worker | undefined {
    try {
      const worker = new Worker(this.#python, this.#env, this.#grace, this);
      this.#workers.add(worker);
      return worker;
    } catch (cause) {
      // Not even tried: a name that cannot be one, or no file descriptors left.
      this.#refuse(notStarted(this.#python, cause));
      return undefined;
    }
  }

  #refuse(error: TransportError): void {
    for (const job of this.#queue.drain()) job.reject(error);
  }

  #tooOften(pause: number): TransportError {
    return new TransportError(
      "process",
      "unavailable",
      `${this.#vain} Python processes in a row ended without an answer, the next one starts in ${Math.ceil(pause)} ms at the earliest: ${this.#lastError?.message}`,
      { cause: this.#lastError },
    );
  }

  readonly #over = (): void => {
    this.#live -= 1;
    if (this.#live === 0) this.#hold(false);
    for (const worker of this.#workers) worker.watch();
  };

  #hold(on: boolean): void {
    for (const worker of this.#workers) worker.hold(on);
  }
}
