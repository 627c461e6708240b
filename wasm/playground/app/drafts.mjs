// What a tab of the browser keeps until it is closed. Without storage nothing is kept, and nothing fails.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function readDraft(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function keepDraft(key, text) {
  try {
    // First, as what is too large is not kept: better nothing than something old.
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key, text);
  } catch {
    // The next visit begins anew.
  }
}
