// Byte offsets of a text in UTF-8 -> offsets of the string, in one pass.

/** @typedef {import("../types").Range} Range */

/**
 * Ranges in bytes, ascending and apart from each other, as ranges of the string.
 * @param {string} text
 * @param {Range[]} ranges
 * @returns {Range[]}
 */
export function stringRanges(text, ranges) {
  if (isAscii(text)) return ranges;
  const offsets = stringOffsets(text, ranges.flat());
  return ranges.map((_, index) => [offsets[2 * index], offsets[2 * index + 1]]);
}

/**
 * @param {string} text
 * @param {number[]} bytes ascending, each at a character's begin or the text's end
 */
function stringOffsets(text, bytes) {
  const found = [];
  let at = 0;
  let byte = 0;
  for (const wanted of bytes) {
    while (byte < wanted && at < text.length) {
      const unit = text.charCodeAt(at);
      const pair = unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length;
      byte += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
      at += pair ? 2 : 1;
    }
    found.push(at);
  }
  return found;
}

/** @param {string} text */
function isAscii(text) {
  return /^[\0-\x7f]*$/.test(text);
}

/**
 * The bytes that a text takes in UTF-8.
 * @param {string} text
 */
export function byteLength(text) {
  if (isAscii(text)) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    bytes += unit < 0x80 ? 0 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}
