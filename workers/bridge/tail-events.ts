import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { TrainerEvent } from "../protocol/events.ts";

/**
 * What of a log is kept when it may be longer than the cap: its beginning, one line that says how much is missing, and
 * its end, because the end is where the error is. Pure, so that every worker that resumes cuts at the same bytes.
 */
interface LogPlan {
  /** Bytes 0 to `head` are stored as they are. */
  head: number;
  /** Then this text, empty when nothing is missing. */
  marker: string;
  /** Then the file from byte `tail` on. */
  tail: number;
  /** Size of the stored log. */
  size: number;
}

const END_BYTES = 64 * 1024;
const MARKER_ROOM = 200;

/** How many bytes of a growing log may be sent before its end is known. */
export function safeHead(cap: number): number {
  return Math.max(0, cap - MARKER_ROOM - endBytes(cap));
}

/** The plan for a log that has ended at `size` bytes under a cap of `cap` bytes. */
export function planLog(size: number, cap: number): LogPlan {
  if (size <= cap) return { head: size, marker: "", tail: size, size };
  const head = safeHead(cap);
  const end = endBytes(cap);
  const tail = size - end;
  const marker = `\n[${tail - head} bytes are not stored: the log may have ${cap} bytes. Its end follows.]\n`;
  const cut = marker.slice(0, Math.max(0, cap - head - end));
  return { head, marker: cut, tail, size: head + cut.length + end };
}

/** The end gets a fixed piece of a large cap, a quarter of a small one. */
function endBytes(cap: number): number {
  return Math.min(END_BYTES, Math.floor(cap / 4));
}

/** A piece of the stored log: raw bytes that belong at `offset`. */
interface LogPiece {
  offset: number;
  bytes: Buffer;
  /** As long as a piece may be: there may be more. */
  isFull: boolean;
}

interface LogTail {
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

/** Events that follow each other, ready to be sent: `events[k]` is the JSON text of event number `firstSeq + k`. */
export interface EventBatch {
  firstSeq: number;
  events: string[];
  /** Cut at a limit: there may be more. */
  isFull: boolean;
}

export interface EventTail {
  /** The next events, at most `maxEvents` and, unless one alone is larger, `maxBytes`. Does not move the tail. */
  read(maxEvents: number, maxBytes: number, final: boolean): EventBatch;
  /** Goes on after event number `seq`: 0 is the start. False when the file has fewer lines than that. */
  seek(seq: number): boolean;
  /** Number of the last event before the tail's place. */
  readonly seq: number;
  close(): void;
}

/**
 * One chunk for every tail: a read runs to its end before another can start. A buffer for each read would be garbage
 * outside the heap, which is collected late.
 */
const chunkSpace = Buffer.allocUnsafeSlow(64 * 1024);
const NEWLINE = 0x0a;

/**
 * Reads events.ndjson by byte offset. The number of a line is the number of its event, so every line counts:
 *
 * - A line that is not an event becomes a note in the same place, which says so and quotes its start.
 * - A last line without its newline is left for later. When the file is final (nothing can write to it any more) such a
 *   rest is a torn write and is dropped, unless it is a complete event.
 *
 * An event is passed on as the bytes the trainer wrote, so no number is rounded on the way.
 */
export function openEventTail(path: string, now: () => number = Date.now): EventTail {
  let fd: number | null = null;
  let seq = 0;
  let offset = 0;
  /** Byte offset after each line of the last batch; index 0 is the tail's place itself. */
  let ends: number[] = [0];
  /** File size at which a read found nothing: an idle run is asked several times a second, for the price of one fstat. */
  let idleSize = -1;

  function* lines(from: number, final: boolean): Generator<{ text: Buffer; end: number }> {
    fd ??= openIfThere(path);
    if (fd === null) return;
    let rest: Buffer = Buffer.alloc(0);
    let position = from;
    for (;;) {
      const chunk = readChunk(fd, position);
      if (chunk.length === 0) break;
      position += chunk.length;
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const base = position - bytes.length;
      let start = 0;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
        yield { text: bytes.subarray(start, at), end: base + at + 1 };
        start = at + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
    if (final && rest.length > 0 && isEvent(rest.toString())) yield { text: rest, end: position };
  }

  function read(maxEvents: number, maxBytes: number, final: boolean): EventBatch {
    const batch: EventBatch = { firstSeq: seq + 1, events: [], isFull: false };
    ends = [offset];
    let bytes = 0;
    const size = sizeNow();
    if (!final && size === idleSize) return batch;
    for (const { text, end } of lines(offset, final)) {
      const event = asEvent(text.toString(), seq + batch.events.length + 1, now);
      bytes += Buffer.byteLength(event) + 1;
      batch.isFull = batch.events.length > 0 && bytes > maxBytes;
      if (batch.isFull) break;
      batch.events.push(event);
      ends.push(end);
      batch.isFull = batch.events.length >= maxEvents;
      if (batch.isFull) break;
    }
    idleSize = batch.events.length === 0 ? size : -1;
    return batch;
  }

  function seek(target: number): boolean {
    if (target >= seq && target - seq < ends.length) {
      place(target, ends[target - seq]);
      return true;
    }
    if (target < seq) place(0, 0);
    let line = seq;
    let end = offset;
    for (const next of lines(offset, true)) {
      if (line === target) break;
      line += 1;
      end = next.end;
    }
    place(target, end);
    return line === target;
  }

  function place(newSeq: number, newOffset: number) {
    seq = newSeq;
    offset = newOffset;
    ends = [newOffset];
    idleSize = -1;
  }

  function sizeNow(): number {
    fd ??= openIfThere(path);
    return fd === null ? 0 : fstatSync(fd).size;
  }

  return {
    read,
    seek,
    get seq() {
      return seq;
    },
    close() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

function readChunk(fd: number, position: number): Buffer {
  const there = fstatSync(fd).size - position;
  if (there <= 0) return Buffer.alloc(0);
  const length = Math.min(there, chunkSpace.length);
  return chunkSpace.subarray(0, readSync(fd, chunkSpace, 0, length, position));
}

function isEvent(text: string): boolean {
  return explain(text) === null;
}

function asEvent(text: string, seq: number, now: () => number): string {
  const problem = explain(text);
  return problem === null ? text : noteInPlace(seq, `${problem} It began: ${text.slice(0, 200)}`, now());
}

/** What is wrong with a line, as a sentence; null for an event. */
function explain(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "The line is not JSON.";
  }
  const parsed = TrainerEvent.safeParse(value);
  if (parsed.success) return null;
  const issue = parsed.error.issues[0];
  return `The line is not an event this version knows: ${issue.path.join(".") || "event"}: ${issue.message}.`;
}

/** A note that takes the place, and the number, of an event that cannot be sent. */
export function noteInPlace(seq: number, why: string, at: number): string {
  const note: TrainerEvent = {
    t: "note",
    at,
    level: "warning",
    message: `Event ${seq} could not be passed on. ${why}`.slice(0, 2000),
  };
  return JSON.stringify(note);
}
