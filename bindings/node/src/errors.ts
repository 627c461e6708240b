/** What goes wrong: a request that contextc refuses (ContextcError), or no way to contextc at all (TransportError). */

import type { ErrorBody } from "./schema.js";

/** Every code an error document may carry. */
export const CODES = [
  "budget_too_small",
  "empty_working_context",
  "estimator_unavailable",
  "fragment_not_found",
  "hash_collision",
  "index_out_of_range",
  "ingest_disabled",
  "ingest_outside_roots",
  "ingest_refused",
  "internal",
  "invalid_json",
  "invalid_receipt",
  "invalid_request",
  "metadata_too_large",
  "needs_host",
  "over_limit",
  "pinned_does_not_fit",
  "segmentation_failed",
  "source_expired",
  "store_corrupt",
  "store_failed",
  "too_deep",
  "unknown_handle",
  "unknown_method",
  "unknown_rule",
] as const;

/** What is wrong with a request, for a program. */
export type ErrorCode = (typeof CODES)[number];

/** Whose fault it is: the caller's, nobody's (the named thing is gone), or contextc's own. */
export type ErrorCategory = "invalid_input" | "not_found" | "internal";

/** contextc refused a request: `code`, `category` and `path` are contract, the message is for people. */
export class ContextcError extends Error {
  static {
    ContextcError.prototype.name = "ContextcError";
  }

  /** What is wrong, for a program. */
  readonly code: ErrorCode;
  /** Whose fault it is. */
  readonly category: ErrorCategory;
  /** Where in the request: `$.fragments[3].content`. */
  readonly path: string;
  /** The numbers of the message: `{ min_budget: 1234 }`. */
  readonly data: Record<string, unknown>;

  constructor(body: ErrorBody) {
    super(body.message);
    this.code = body.code as ErrorCode;
    this.category = body.category as ErrorCategory;
    this.path = body.path;
    this.data = body.data;
  }
}

/** How contextc is reached. */
export type TransportName = "process" | "wasm" | "native";

/**
 * Why it was not reached: it could not be started (`unavailable`), it ended during the call (`ended`), it was closed
 * before the answer (`closed`), or what answers is not this version of contextc (`protocol`).
 */
export type TransportFault = "unavailable" | "ended" | "closed" | "protocol";

/** No answer came: the message says what to do about it, `cause` holds what lies beneath. */
export class TransportError extends Error {
  static {
    TransportError.prototype.name = "TransportError";
  }

  readonly transport: TransportName;
  readonly fault: TransportFault;

  constructor(transport: TransportName, fault: TransportFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.transport = transport;
    this.fault = fault;
  }
}
