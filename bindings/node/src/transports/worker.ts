/** One child process that runs `contextc_host.serve`: jobs in, answers out, and what became of it. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { TransportError } from "../errors.js";
import { LineReader, lineOf, readReply } from "./framing.js";
import type { Job } from "./job.js";

/**
 * What a child is sent ahead of its answers: enough that it never waits for small requests, and so little that large
 * ones wait here, where they can still be aborted or go to another child.
 */
const MOST_JOBS = 16;
const MOST_LENGTH = 65_536;

/** Characters of stderr that are kept for an error's message. */
const STDERR = 4_096;

/** Milliseconds that a child with nothing to do may take to end. */
const PATIENCE = 2_000;

/** What a worker tells the pool. */
export interface Listener {
  /** It has answered, so there is room for another job. */
  roomy(): void;
  /** It is gone, and these jobs were never answered. */
  ended(worker: Worker, error: TransportError, jobs: Job[]): void;
}

interface Sent {
  readonly job: Job;
  readonly length: number;
}

export class Worker {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<void>;
  readonly #python: string;
  readonly #listener: Listener;
  readonly #grace: number;
  readonly #lines = new LineReader();
  readonly #sent = new Map<number, Sent>();
  #length = 0;
  #calls = 0;
  #stderr = "";
  #fault: TransportError | undefined;
  #grim: NodeJS.Timeout | undefined;
  /** Whether it has ever answered. */
  answered = false;
  /** Whether it was ended for doing nothing but an aborted job. */
  replaced = false;

  constructor(python: string, env: NodeJS.ProcessEnv, grace: number, listener: Listener) {
    this.#python = python;
    this.#grace = grace;
    this.#listener = listener;
    // -P: what lies in the current folder is not Python's to import. A group of its own: Ctrl-C is the host's affair.
    this.#child = spawn(python, ["-P", "-m", "contextc_host.serve"], {
      env,
      stdio: "pipe",
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#gone = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        this.#end(code, signal);
        resolve();
      });
    });
    this.#child.once("error", (cause) => {
      this.#fault ??= notStarted(python, cause);
    });
    this.#child.stdin.on("error", () => this.kill());
    this.#child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.setEncoding("utf8");
    this.#child.stderr.on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR);
    });
  }

  /** How many jobs it has not answered. */
  get load(): number {
    return this.#sent.size;
  }

  /** Whether it may be sent another job. */
  get hasRoom(): boolean {
    const alive = this.#child.exitCode === null && this.#child.signalCode === null && !this.#child.killed;
    return alive && this.#sent.size < MOST_JOBS && this.#length < MOST_LENGTH;
  }

  send(job: Job): void {
    const id = ++this.#calls;
    const length = job.request.length;
    this.#sent.set(id, { job, length });
    this.#length += length;
    this.#child.stdin.cork();
    for (const part of lineOf(id, job.method, job.request)) this.#child.stdin.write(part);
    this.#child.stdin.uncork();
    this.watch();
  }

  /** Look whether it works for nobody; if it still does after the grace, it is ended. */
  watch(): void {
    // serve answers in order: the oldest job is the one that runs, and those behind it have not begun.
    const [oldest] = this.#sent.values();
    if (oldest === undefined || oldest.job.live) {
      clearTimeout(this.#grim);
      this.#grim = undefined;
    } else if (this.#grim === undefined) {
      this.#grim = setTimeout(() => {
        this.replaced = true;
        this.kill();
      }, this.#grace).unref();
    }
  }

  /** Whether Node stays alive for it. */
  hold(on: boolean): void {
    const change = on ? "ref" : "unref";
    this.#child[change]();
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      // The type says stream, a pipe is a socket.
      (stream as unknown as Partial<Record<"ref" | "unref", () => void>>)[change]?.();
    }
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** End it, at once if it is at work; its jobs fail with this error. */
  async stop(error: TransportError): Promise<void> {
    if (this.#sent.size > 0) this.kill();
    else this.#child.stdin.end();
    for (const { job } of this.#sent.values()) job.reject(error);
    this.hold(true);
    const late = setTimeout(() => this.kill(), PATIENCE);
    await this.#gone;
    clearTimeout(late);
  }

  #read(chunk: Buffer): void {
    for (const line of this.#lines.push(chunk)) {
      const reply = readReply(line);
      const sent = reply && this.#sent.get(reply.id);
      if (!reply || !sent) {
        this.#fault ??= this.#strange(line);
        this.kill();
        return;
      }
      this.answered = true;
      this.#sent.delete(reply.id);
      this.#length -= sent.length;
      clearTimeout(this.#grim);
      this.#grim = undefined;
      sent.job.resolve(reply.document);
    }
    this.watch();
    this.#listener.roomy();
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#grim);
    const jobs = Array.from(this.#sent.values(), ({ job }) => job);
    this.#sent.clear();
    this.#fault ??= this.#ended(code, signal);
    this.#listener.ended(this, this.#fault, jobs);
  }

  #strange(line: Buffer): TransportError {
    return new TransportError(
      "process",
      "protocol",
      `${this.#python} -m contextc_host.serve wrote a line that answers no call: ${JSON.stringify(line.toString("utf8", 0, 200))}; nothing else may write to its stdout`,
    );
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): TransportError {
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    if (this.answered) {
      return new TransportError(
        "process",
        "ended",
        `contextc's Python process ended ${how} before it answered; the next call starts another${this.#lastWords()}`,
      );
    }
    return new TransportError("process", "unavailable", this.#whyNot(how) + this.#lastWords());
  }

  #whyNot(how: string): string {
    if (this.#stderr.includes("No module named")) {
      return `${this.#python} has no contextc: run "${this.#python} -m pip install contextc", or name another Python in the option "python" or the environment variable CONTEXTC_PYTHON`;
    }
    if (this.#stderr.includes("Unknown option: -P")) {
      return `${this.#python} is older than 3.11: name a newer Python in the option "python" or the environment variable CONTEXTC_PYTHON`;
    }
    return `${this.#python} -m contextc_host.serve ended ${how} before its first answer`;
  }

  #lastWords(): string {
    const words = this.#stderr.trim();
    return words && `\nstderr ends with:\n${words}`;
  }
}

/** The error of a Python that the system does not start. */
export function notStarted(python: string, cause: unknown): TransportError {
  return new TransportError(
    "process",
    "unavailable",
    `Python could not be started as ${JSON.stringify(python)}: install Python 3.11 or newer, or name yours in the option "python" or the environment variable CONTEXTC_PYTHON`,
    { cause },
  );
}
