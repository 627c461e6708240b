/** What stands between the API and contextc: one call, bytes out, and an end. */

import { TransportError, type TransportName } from "../errors.js";
import type { Description } from "../schema.js";

/** The version of the wire that this package speaks. */
const WIRE = 1;

/** A string is one line of JSON that this package wrote; bytes are a copy of a caller's, and may be anything. */
export type Payload = string | Uint8Array;

export interface Transport {
  /** The answer document; rejects with the signal's reason or a TransportError, never for what the document says. */
  call(method: string, request: Payload, signal?: AbortSignal): Promise<Uint8Array>;
  /** Ends it; calls that wait reject. */
  close(): Promise<void>;
}

/** The transport, once it has shown that contextc of this version answers; else it is closed. */
export async function greeted<T extends Transport>(name: TransportName, transport: T): Promise<T> {
  try {
    const description = JSON.parse(textOf(await transport.call("describe", "{}"))) as Partial<Description>;
    if (description.wire === WIRE) return transport;
    throw new TransportError(
      name,
      "protocol",
      `contextc speaks version ${description.wire} of its wire there, this package speaks ${WIRE}: install matching versions`,
    );
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** The text of an answer. */
export function textOf(answer: Uint8Array): string {
  return Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString();
}

/** The error of a call that `close` ended, or that came after it. */
export function closedError(name: TransportName): TransportError {
  return new TransportError(name, "closed", "contextc was closed: open another one with Contextc.open()");
}
