import { closeSync, existsSync, openSync, readSync } from "node:fs";

/** SQLite's write-ahead log: a header, then frames, each a header with the page number and the page (sqlite.org/fileformat). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAMES_AT_ONCE = 256;

/** How far a log was read. The salt is another one after each restart of the log. */
export interface LogPosition {
  salt: string;
  frames: number;
}

export const LOG_START: LogPosition = { salt: "", frames: 0 };

type Visit = (page: number, content: Buffer) => void;

/** Of a page that is there several times, as those that each commit changes, only the last is looked at. */
function visitLast(piece: Buffer, frames: number, frameBytes: number, visit: Visit): void {
  const seen = new Set<number>();
  for (let frame = frames - 1; frame >= 0; frame--) {
    const at = frame * frameBytes;
    const page = piece.readUInt32BE(at);
    if (seen.has(page)) continue;
    seen.add(page);
    visit(page, piece.subarray(at + FRAME_HEADER_BYTES, at + frameBytes));
  }
}

/**
 * Calls `visit` with pages in the log of a database: those after `from`, or all where the log has restarted since. A page may
 * come several times, and the last is as it was written last. Reads at most `limit` frames from its start; without a limit up to the first frame of an earlier log.
 */
export function readLog(dbPath: string, from: LogPosition, limit: number, visit: Visit): LogPosition {
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
    let frames = salt === from.salt ? from.frames : 0;
    const piece = Buffer.alloc(FRAMES_AT_ONCE * frameBytes);
    while (frames < limit) {
      const wanted = Math.min(FRAMES_AT_ONCE, limit - frames) * frameBytes;
      const got = readSync(fd, piece, 0, wanted, HEADER_BYTES + frames * frameBytes);
      let valid = 0;
      while (
        (valid + 1) * frameBytes <= got &&
        piece.readUInt32BE(valid * frameBytes + 8) === salt1 &&
        piece.readUInt32BE(valid * frameBytes + 12) === salt2
      )
        valid += 1;
      visitLast(piece, valid, frameBytes, visit);
      frames += valid;
      if (valid * frameBytes < wanted) break;
    }
    return { salt, frames };
  } finally {
    closeSync(fd);
  }
}
