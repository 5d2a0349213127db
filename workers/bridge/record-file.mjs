import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Small JSON records that must survive a kill and a full disk. A record that matters at the end is allocated at the start,
 * padded with blanks, and overwritten in place: overwriting needs no new block.
 */

/**
 * Makes a blank record of `bytes` bytes. Throws ENOSPC when there is no room for it.
 * @param {string} path
 * @param {number} bytes
 */
export function preallocate(path, bytes) {
  const fd = openSync(path, "w", 0o600);
  try {
    writeAll(fd, Buffer.alloc(bytes, " "));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a record over a preallocated one.
 * @param {string} path
 * @param {unknown} value
 * @param {number} bytes the preallocated size; a longer record is refused, it could be torn by a full disk
 * @param {{ durable?: boolean }} [options] not durable: it survives its writer, but perhaps not a power cut
 */
export function overwrite(path, value, bytes, { durable = true } = {}) {
  const text = Buffer.from(JSON.stringify(value));
  if (text.length > bytes)
    throw new Error(`a record of ${text.length} bytes does not fit into ${path} (${bytes})`);
  const padded = Buffer.alloc(bytes, " ");
  text.copy(padded);
  const fd = openSync(path, "r+");
  try {
    writeAll(fd, padded);
    if (durable) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a record so that a reader sees all of it or nothing.
 * @param {string} path
 * @param {unknown} value
 */
export function writeWhole(path, value) {
  const temporary = `${path}.tmp`;
  try {
    const fd = openSync(temporary, "w", 0o600);
    try {
      writeAll(fd, Buffer.from(`${JSON.stringify(value)}\n`));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    putInPlace(temporary, path);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/**
 * Renames a finished file to its name, durably.
 * @param {string} temporary
 * @param {string} path
 */
function putInPlace(temporary, path) {
  renameSync(temporary, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * @param {string} path
 * @returns {unknown} the record, or null while it is missing, blank or only half written
 */
export function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {number} fd
 * @param {Buffer} bytes
 */
function writeAll(fd, bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, done);
}

/** @param {string} path */
function discard(path) {
  try {
    unlinkSync(path);
  } catch {
    // It was never created; the error that brought us here is the one to report.
  }
}
