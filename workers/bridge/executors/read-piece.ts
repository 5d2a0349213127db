import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Piece } from "./executor.ts";

/** A piece of a growing file by offset. A file that is not there yet is empty: a shared disk may show it later. */
export function readPiece(path: string, offset: number, max: number): Piece {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return { bytes: Buffer.alloc(0), next: offset, reset: false };
  }
  try {
    const reset = fstatSync(fd).size < offset;
    const from = reset ? 0 : offset;
    const room = Buffer.alloc(max);
    const length = readSync(fd, room, 0, max, from);
    return { bytes: room.subarray(0, length), next: from + length, reset };
  } finally {
    closeSync(fd);
  }
}
