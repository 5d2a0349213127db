import { closeSync, openSync, readSync, statSync } from "node:fs";
import { planLog, safeHead } from "./log-plan.ts";

/** A piece of the stored log: raw bytes that belong at `offset`. */
export interface LogPiece {
  offset: number;
  bytes: Buffer;
  /** As long as a piece may be: there may be more. */
  isFull: boolean;
}

export interface LogTail {
  /** The next piece after `offset` bytes are stored; null when there is nothing (more) to send now. */
  read(offset: number, final: boolean): LogPiece | null;
}

/** One stored chunk holds at most this much. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads out.log by the offset of the stored log, which is the offset in the file until the cap cuts the middle out
 * (`planLog`). Bytes are passed on as they are: progress bars, binary and half characters included.
 * @param cap most bytes the server stores of one log
 */
export function openLogTail(path: string, cap: () => number): LogTail {
  return {
    read(offset, final) {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (!final) return pieceOfFile(path, offset, offset, Math.min(size, safeHead(cap())));
      const plan = planLog(size, cap());
      if (offset < plan.head) return pieceOfFile(path, offset, offset, plan.head);
      const inMarker = offset - plan.head;
      if (inMarker < plan.marker.length)
        return { offset, bytes: Buffer.from(plan.marker.slice(inMarker)), isFull: false };
      return pieceOfFile(path, offset, plan.tail + inMarker - plan.marker.length, size);
    },
  };
}

function pieceOfFile(path: string, offset: number, from: number, until: number): LogPiece | null {
  const length = Math.min(PIECE_BYTES, until - from);
  if (length <= 0) return null;
  const bytes = Buffer.allocUnsafe(length);
  const fd = openSync(path, "r");
  try {
    const read = readSync(fd, bytes, 0, length, from);
    return read > 0 ? { offset, bytes: bytes.subarray(0, read), isFull: read === PIECE_BYTES } : null;
  } finally {
    closeSync(fd);
  }
}
