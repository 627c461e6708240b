// Texts of any length -> pages of a bounded one, so that a reader never holds more than what is near the window.

/**
 * @typedef {import("../types").PageSize} PageSize
 *
 * @typedef {object} Piece
 * @property {number} index of the text
 * @property {number} start
 * @property {number} end
 */

export const PAGE_CHARS = 16_384;
const PAGE_ITEMS = 50;
const PAGE_ROWS = 100;

/**
 * @param {string[]} texts
 * @returns {Piece[][]}
 */
export function paginate(texts) {
  /** @type {Piece[][]} */
  const pages = [];
  let room = 0;
  texts.forEach((text, index) => {
    let start = 0;
    do {
      // A text goes on a page of its own rather than be cut for the room that others left.
      const full = pages.length === 0 || pages[pages.length - 1].length === PAGE_ITEMS;
      if (full || room < Math.min(text.length - start, PAGE_CHARS)) {
        pages.push([]);
        room = PAGE_CHARS;
      }
      const end = cutAt(text, start, PAGE_CHARS);
      pages[pages.length - 1].push({ index, start, end });
      room -= end - start;
      start = end;
    } while (start < text.length);
  });
  return pages;
}

/**
 * Where a page that begins at `start` ends: behind a line if there is one, else behind a blank, never inside a character.
 * @param {string} text
 * @param {number} start
 * @param {number} most
 */
export function cutAt(text, start, most) {
  const end = start + most;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > start) return line;
  const blank = text.lastIndexOf(" ", end - 1) + 1;
  if (blank > start) return blank;
  const half = text.charCodeAt(end - 1) >= 0xd800 && text.charCodeAt(end - 1) < 0xdc00;
  return half ? end - 1 : end;
}

/**
 * @param {string[]} texts
 * @param {Piece[][]} pages
 * @returns {PageSize[]}
 */
export function sizesOf(texts, pages) {
  return pages.map((pieces) => ({
    chars: pieces.reduce((sum, { start, end }) => sum + end - start, 0),
    lines: pieces.reduce((sum, { index, start, end }) => sum + linesIn(texts[index], start, end), 0),
    items: pieces.length,
  }));
}

/**
 * @param {number} rows
 * @returns {PageSize[]}
 */
export function rowPages(rows) {
  return Array.from({ length: Math.ceil(rows / PAGE_ROWS) }, (_, page) => {
    const items = Math.min(PAGE_ROWS, rows - page * PAGE_ROWS);
    return { chars: 0, lines: items, items };
  });
}

/** @param {number} page */
export function rowsOf(page) {
  return [page * PAGE_ROWS, (page + 1) * PAGE_ROWS];
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
export function linesIn(text, start, end) {
  let lines = 1;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end - 1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
