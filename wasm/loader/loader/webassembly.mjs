// Whether WebAssembly runs here, and why not: where it does not, Pyodide waits for ever.

/** A module of one memory, as large as Python's at its start. */
const SMALLEST = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 5, 7, 1, 1, 0xc0, 2, 0x80, 0x80, 4);

/** Throws an Error that says what to do when no WebAssembly runs here. */
export function canRun() {
  if (typeof WebAssembly !== "object") {
    throw new Error("contextc: there is no WebAssembly here; use another browser, or Node without --jitless");
  }
  try {
    new WebAssembly.Instance(new WebAssembly.Module(SMALLEST));
  } catch (error) {
    const why =
      error instanceof RangeError
        ? "there is too little memory for WebAssembly; close other instances, or allow more"
        : "this page may not compile WebAssembly; add 'wasm-unsafe-eval' to script-src in its Content-Security-Policy";
    throw new Error(`contextc: ${why}`, { cause: error });
  }
}

/**
 * Pyodide tells nobody but the console that its module could not be instantiated.
 * @returns {[failure: Promise<never>, release: () => void]}
 */
export function failedToInstantiate() {
  const { warn } = console;
  let announced = false;
  /** @type {Promise<never>} */
  const failure = new Promise((_, reject) => {
    console.warn = (...words) => {
      if (announced) reject(words[0]);
      else if (words[0] !== "wasm instantiation failed!") warn.apply(console, words);
      else announced = true;
    };
  });
  failure.catch(() => {});
  const release = () => {
    console.warn = warn;
  };
  return [failure, release];
}
