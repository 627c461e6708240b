/** A call that waits for its answer, and the queue of those that have not been sent. */

import type { Payload } from "./transport.js";

export class Job {
  readonly answer: Promise<Uint8Array>;
  readonly method: string;
  #payload: Payload | undefined;
  #open = true;
  #resolve!: (answer: Uint8Array) => void;
  #reject!: (reason: unknown) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #over: (job: Job) => void;

  /** `over` is called once, when the job has its answer, failed or was aborted. */
  constructor(method: string, request: Payload, signal: AbortSignal | undefined, over: (job: Job) => void) {
    this.method = method;
    this.#payload = request;
    this.#signal = signal;
    this.#over = over;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal) enlist(signal, this);
  }

  /** Whether somebody still waits for it. */
  get live(): boolean {
    return this.#open;
  }

  /** What is asked; gone when nobody waits any longer. */
  get request(): Payload {
    return this.#payload ?? "";
  }

  resolve(answer: Uint8Array): void {
    this.#end(() => this.#resolve(answer));
  }

  reject(reason: unknown): void {
    this.#end(() => this.#reject(reason));
  }

  #end(settle: () => void): void {
    if (!this.#open) return;
    this.#open = false;
    this.#payload = undefined;
    if (this.#signal) dismiss(this.#signal, this);
    settle();
    this.#over(this);
  }
}

/** The jobs of each signal: one listener serves them all, since Node warns of many on one signal. */
const WAITING = new WeakMap<AbortSignal, Set<Job>>();

function enlist(signal: AbortSignal, job: Job): void {
  const jobs = WAITING.get(signal);
  if (jobs) {
    jobs.add(job);
  } else {
    WAITING.set(signal, new Set([job]));
    signal.addEventListener("abort", abortAll);
  }
}

function dismiss(signal: AbortSignal, job: Job): void {
  const jobs = WAITING.get(signal);
  jobs?.delete(job);
  if (jobs?.size === 0) {
    WAITING.delete(signal);
    signal.removeEventListener("abort", abortAll);
  }
}

function abortAll(event: Event): void {
  const signal = event.target as AbortSignal;
  for (const job of WAITING.get(signal) ?? []) job.reject(signal.reason);
}

/** First in, first out; jobs that nobody waits for vanish. */
export class Queue {
  #jobs: Job[] = [];
  #head = 0;

  push(job: Job): void {
    this.#jobs.push(job);
  }

  /** Put jobs before all others. */
  unshift(jobs: Job[]): void {
    this.#jobs = [...jobs, ...this.#jobs.slice(this.#head)];
    this.#head = 0;
  }

  /** The first live job, still in its place. */
  peek(): Job | undefined {
    while (this.#jobs[this.#head]?.live === false) this.shift();
    return this.#jobs[this.#head];
  }

  /** Take the first job out. */
  shift(): void {
    this.#head += 1;
    // Now and then, so that the cost of moving the others is small beside theirs.
    if (this.#head * 2 > this.#jobs.length) {
      this.#jobs = this.#jobs.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Take all live jobs out. */
  drain(): Job[] {
    const jobs = this.#jobs.slice(this.#head).filter((job) => job.live);
    this.#jobs = [];
    this.#head = 0;
    return jobs;
  }
}
