/** The table of methods: a method of the wire is a row here, and nothing else anywhere. */

import { ContextcError } from "./errors.js";
import type * as wire from "./schema.js";

/** What every call takes beside its request. */
export interface CallOptions {
  /** Ends the waiting: the call rejects with `signal.reason` at once. */
  signal?: AbortSignal | undefined;
}

/** A row: the wire's name of a method, its types, and what to look at before a request becomes JSON. */
export interface Method<Request, Answer> {
  readonly wire: string;
  check?(request: Request): void;
  /** Only for the types. */
  readonly answer?: Answer;
}

export const METHODS = {
  /** Compiles fragments into a context that keeps the budget, with a decision on record for each of them. */
  compile: row<wire.CompileRequest, wire.CompiledContext>("compile", checkIds),
  /** Compiles a session of an agent, messages of a provider, or plain text. */
  compileTranscript: row<wire.TranscriptCompileInput, wire.TranscriptContext>("compile_transcript"),
  /** Fits a provider's messages into a budget: messages come out, in the same shape, ready to be sent. */
  compileMessages: row<wire.MessagesInput, wire.MessagesContext>("compile_messages"),
  /** Compiles recalled hits beside fragments: they compete for the budget, and decisions tell which memory each is. */
  compileRecall: row<wire.RecallCompileInput, wire.RecallContext>("compile_recall", checkIds),
  /** Turns recalled hits into text that fits a model: SML, TOON, Markdown, plain text or JSON. */
  assemble: row<wire.AssembleRequest, wire.FormattedContext>("assemble", checkIds),
  /** Cuts a text into chunks; fenced code stays whole. */
  chunk: row<wire.ChunkRequest, wire.ChunkResponse>("chunk"),
  /** Cuts a transcript into segments: texts, code, logs, calls of tools and their results. */
  segment: row<wire.SegmentRequest, wire.SegmentationOutcome>("segment"),
  /** Estimates the tokens of texts. */
  estimate: row<wire.EstimateRequest, wire.EstimateResponse>("estimate"),
  /** Tells the context window of a model and what is left of it after a reserve. */
  suggestBudget: row<wire.SuggestBudgetRequest, wire.SuggestedBudget>("suggest_budget"),
  /** Tells what this door offers: versions, methods, limits, rules, error codes. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a parameter that may be void may be left out
  describe: row<wire.EmptyRequest | void, wire.Description>("describe"),
  /** Gives back the JSON it got. */
  echo: row<unknown, wire.Echo>("echo"),
};

/** The methods, as they are called. */
export type Methods = {
  [Name in keyof typeof METHODS]: (typeof METHODS)[Name] extends Method<infer Request, infer Answer>
    ? (request: Request, options?: CallOptions) => Promise<Answer>
    : never;
};

function row<Request, Answer>(wire: string, check?: (request: Request) => void): Method<Request, Answer> {
  return check ? { wire, check } : { wire };
}

function checkIds(request: Partial<Record<"fragments" | "hits", unknown>>): void {
  // Anything else that is wrong here contextc says itself; a rounded number it cannot see.
  checkExact("fragments", "id", request?.fragments);
  checkExact("hits", "memory_id", request?.hits);
}

function checkExact(list: string, field: string, records: unknown): void {
  if (!Array.isArray(records)) return;
  for (const [index, record] of records.entries()) {
    const id: unknown = record?.[field];
    if (typeof id === "number" && Number.isInteger(id) && !Number.isSafeInteger(id)) {
      throw new ContextcError({
        code: "invalid_request",
        category: "invalid_input",
        path: `$.${list}[${index}].${field}`,
        message: `a JavaScript number holds ${id} only roughly: give the id as a string or a bigint`,
        data: {},
      });
    }
  }
}
