import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { digestOfBytes, digestOfFrame } from "./page-sums.ts";

/** SQLite's write-ahead log: a header, then frames, each a header with the page number and the page (sqlite.org/fileformat). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Where the sums are in the header of the log, and in that of a frame. */
const HEADER_SUMS = 24;
const FRAME_SUMS = 16;
const SUMS_BYTES = 8;
/** How the words are read that the sums are over. */
const LOWEST_BYTE_FIRST = 0x377f0682;
/** As many as stay in the cache of a core: more take twice as long. */
const FRAMES_AT_ONCE = 64;

/** How far a log was read. The salt is another one after each restart of the log. */
export interface LogPosition {
  salt: string;
  frames: number;
}

export const LOG_START: LogPosition = { salt: "", frames: 0 };

/** With the digest of the page (`digestOfBytes`). The content is valid until the next call. */
type Visit = (page: number, digest: number, content: Uint8Array) => void;

/**
 * Calls `visit` once for each page in the log of a database, as it was written last: of those after `since`, or of all where the
 * log has restarted since. Reads at most `limit` frames from its start, and none of an earlier log. It goes from the end to the
 * front, so what each commit changes, as the pages above all others, is looked at once.
 */
export function readLog(dbPath: string, since: LogPosition, limit: number, visit: Visit): LogPosition {
  const path = `${dbPath}-wal`;
  if (limit <= 0 || !existsSync(path)) return LOG_START;
  // SQLite holds no lock on this file, so closing it takes none away.
  const fd = openSync(path, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return LOG_START;
    const pageSize = header.readUInt32BE(8);
    const salt = header.toString("hex", 16, 24);
    const [salt1, salt2] = [header.readUInt32BE(16), header.readUInt32BE(20)];
    const frameBytes = FRAME_HEADER_BYTES + pageSize;
    const start = salt === since.salt ? since.frames : 0;
    const written = Math.floor((fstatSync(fd).size - HEADER_BYTES) / frameBytes);
    // Frames of an earlier log lie behind all others.
    let end = Math.max(start, Math.min(limit, written));
    const piece = new Uint8Array(Math.min(FRAMES_AT_ONCE, end - start) * frameBytes);
    const numbers = new DataView(piece.buffer);
    const earlier = new DataView(new ArrayBuffer(SUMS_BYTES));
    const hasOurWords = header.readUInt32BE(0) === LOWEST_BYTE_FIRST;
    const digestAt = digestOfFrame(pageSize);
    const seen = new Set<number>();
    for (let behind = end; behind > start;) {
      const first = Math.max(start, behind - FRAMES_AT_ONCE);
      const bytes = (behind - first) * frameBytes;
      const from = HEADER_BYTES + first * frameBytes;
      const got = readSync(fd, piece, 0, bytes, from);
      readSync(fd, earlier, 0, SUMS_BYTES, first === 0 ? HEADER_SUMS : from - frameBytes + FRAME_SUMS);
      for (let at = bytes - frameBytes; at >= 0; at -= frameBytes) {
        const isOurs = numbers.getUint32(at + 8) === salt1 && numbers.getUint32(at + 12) === salt2;
        if (!isOurs || at + frameBytes > got) {
          end = first + at / frameBytes;
          continue;
        }
        const page = numbers.getUint32(at);
        if (seen.has(page)) continue;
        seen.add(page);
        const content = new Uint8Array(piece.buffer, at + FRAME_HEADER_BYTES, pageSize);
        const digest = !hasOurWords
          ? digestOfBytes(content)
          : at === 0
            ? digestAt(numbers, at, earlier, 0)
            : digestAt(numbers, at, numbers, at - frameBytes + FRAME_SUMS);
        visit(page, digest, content);
      }
      behind = first;
    }
    return { salt, frames: end };
  } finally {
    closeSync(fd);
  }
}
