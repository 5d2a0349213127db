import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * The last bytes of a file as text; empty where it cannot be read.
 * @param {string} path
 * @param {number} bytes
 */
export function readEnd(path, bytes) {
  try {
    const fd = openSync(path, "r");
    const buffer = Buffer.alloc(bytes);
    const size = fstatSync(fd).size;
    const length = readSync(fd, buffer, 0, bytes, Math.max(0, size - bytes));
    closeSync(fd);
    return buffer.toString("utf8", 0, length);
  } catch {
    return "";
  }
}
