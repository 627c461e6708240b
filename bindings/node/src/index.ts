/** What the package exports; `index.mts` exports the same to ES modules. */

export { Contextc, type OpenOptions } from "./contextc.js";
export {
  ContextcError,
  type ErrorCategory,
  type ErrorCode,
  TransportError,
  type TransportFault,
  type TransportName,
} from "./errors.js";
export type { CallOptions } from "./methods.js";
export type * from "./schema.js";
export type { NativeOptions } from "./transports/native.js";
export type { ProcessOptions } from "./transports/process.js";
export type { WasmOptions } from "./transports/wasm.js";
