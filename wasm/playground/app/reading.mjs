// Files -> their texts, or a sentence for each that is none.

import { size } from "./words.mjs";

/**
 * @typedef {{name: string, text: string}} Read
 * @typedef {{file: File, name: string}} Named
 */

const MOST_FILES = 500;
const MOST_BYTES = 32_000_000;

/**
 * @param {Named[]} files
 * @returns {Promise<{read: Read[], refused: string[]}>}
 */
export async function readFiles(files) {
  /** @type {Read[]} */
  const read = [];
  const refused = [];
  let bytes = 0;
  for (const { file, name } of files.slice(0, MOST_FILES)) {
    bytes += file.size;
    if (bytes > MOST_BYTES) {
      refused.push(`${name} would make more than ${size(MOST_BYTES)}: that is too much for this page.`);
      bytes -= file.size;
      continue;
    }
    const text = decode(await file.arrayBuffer());
    if (text === null) refused.push(`${name} is binary: only text can be compiled.`);
    else read.push({ name, text });
  }
  if (files.length > MOST_FILES) refused.push(`Only the first ${MOST_FILES} of ${files.length} files were taken.`);
  return { read, refused };
}

/**
 * UTF-8, or UTF-16 that says so; text has no NUL.
 * @param {ArrayBuffer} buffer
 */
function decode(buffer) {
  const [first, second] = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength));
  const wide = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
  try {
    const text = new TextDecoder(wide || "utf-8", { fatal: true }).decode(buffer);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/**
 * What was dropped, folders opened.
 * @param {DataTransfer} transfer
 * @returns {Promise<Named[]>}
 */
export async function filesOf(transfer) {
  // Both lists are gone after the first wait.
  const plain = Array.from(transfer.files, (file) => ({ file, name: file.name }));
  const entries = Array.from(transfer.items, (item) => (item.kind === "file" ? item.webkitGetAsEntry?.() : null));
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  /** @type {Named[]} */
  const found = [];
  for (const entry of entries) if (entry) await walk(entry, found);
  return found;
}

/**
 * @param {FileSystemEntry} entry
 * @param {Named[]} found
 */
async function walk(entry, found) {
  if (found.length > MOST_FILES || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
    );
    found.push({ file, name: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) break;
    for (const each of entries) await walk(each, found);
  }
}
