// One implementation for both kinds of module, so that `instanceof ContextcError` holds across them.
export type * from "./index.js";
export { Contextc, ContextcError, TransportError } from "./index.js";
