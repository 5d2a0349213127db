import { type AttemptRecord, selectAttempt } from "#db/queries/attempts.ts";
import { selectLogBytes } from "#db/queries/logs.ts";
import type { LogInput, LogSlice } from "../../contracts/run.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { selectRun } from "#db/queries/runs.ts";

export interface OpenLog {
  /** Name for a saved copy; only letters, digits, dot, dash and underscore. */
  fileName: string;
  size: number;
  /** Bytes [from, to) as they came. */
  read(from: number, to: number): Buffer;
}

/** The whole log of an attempt, to be read in slices. */
export function openLog(ctx: ServiceContext, attemptId: string): OpenLog {
  const attempt = selectAttempt(ctx.db, attemptId);
  const run = attempt && selectRun(ctx.db, attempt.runId);
  if (!attempt || !run) throw new ServiceError("not_found", "There is no such log.");
  return {
    fileName: `${run.name}-attempt${attempt.n}`.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 120) + ".log",
    size: attempt.logSize,
    read: (from, to) => selectLogBytes(ctx.db, attempt.id, from, to),
  };
}

/** A line that redraws itself counts with its last drawings, so many bytes of it; how far back lines are looked for behind one. */
const [DRAWN_BYTES, MOST_BACK] = [2048, 4 * 1024 * 1024];
const [LINE_BREAK, RETURN] = [10, 13];

/** A line without the drawings that a later one has painted over, where they are long. */
function lastDrawings(line: Buffer): Buffer {
  if (line.length <= DRAWN_BYTES || !line.includes(RETURN)) return line;
  const kept = line.subarray(-DRAWN_BYTES);
  const drawn = kept.indexOf(RETURN) + 1;
  // Of a line that ends in \r\n nothing is painted over.
  return drawn >= kept.length - 1 ? line : kept.subarray(drawn);
}

/** The last whole lines of some bytes, and where the first of them begins; a line that begins before the bytes is left out. */
function lastLines(bytes: Buffer, isCut: boolean, most: number): { at: number; lines: Buffer[] } {
  const lines: Buffer[] = [];
  let [at, room] = [bytes.length, most];
  while (at > 0) {
    const begin = at < 2 ? 0 : bytes.lastIndexOf(LINE_BREAK, at - 2) + 1;
    const line = lastDrawings(bytes.subarray(begin, at));
    room -= line.length;
    if ((begin === 0 && isCut) || room < 0) break;
    lines.unshift(line);
    at = begin;
    if (begin === 0) break;
  }
  return { at, lines };
}

/** The end of a log: its last lines, behind a progress bar of megabytes too. */
function readEnd(
  { db }: Pick<ServiceContext, "db">,
  { id, logSize: size }: AttemptRecord,
  most: number,
): LogSlice {
  let start = Math.max(0, size - most);
  let bytes = selectLogBytes(db, id, start, size);
  let found = lastLines(bytes, start > 0, most);
  for (let back = most; start > 0 && back < MOST_BACK && isShort(found.lines, most); back *= 2) {
    const before = Math.max(0, start - back);
    bytes = Buffer.concat([selectLogBytes(db, id, before, start), bytes]);
    start = before;
    found = lastLines(bytes, start > 0, most);
  }
  // One line alone is longer than what is looked at: its end.
  if (found.lines.length === 0) {
    const end = bytes.subarray(-most);
    return { from: size - end.length, to: size, size, text: end.toString("utf8") };
  }
  return { from: start + found.at, to: size, size, text: Buffer.concat(found.lines).toString("utf8") };
}

/** Whether most of the room is left, since lines that redraw themselves took the bytes. */
const isShort = (lines: readonly Buffer[], most: number): boolean =>
  lines.reduce((sum, { length }) => sum + length, 0) < most / 2;

/**
 * A slice of a log as text, its end where none is named. Offsets count bytes; the end begins after a line break (unless it begins
 * the log) so that no character is cut. Bytes that are not UTF-8 become the replacement character.
 */
export function readLog(ctx: ServiceContext, input: LogInput): LogSlice {
  const attempt = selectAttempt(ctx.db, input.attemptId);
  if (!attempt) throw new ServiceError("not_found", `There is no attempt ${input.attemptId}.`);
  const size = attempt.logSize;
  if (input.from === null) return readEnd(ctx, attempt, input.maxBytes);
  const from = Math.min(input.from, size);
  const bytes = selectLogBytes(ctx.db, attempt.id, from, Math.min(size, from + input.maxBytes));
  return { from, to: from + bytes.length, size, text: bytes.toString("utf8") };
}
