import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { TrainerEvent } from "../protocol/events.ts";

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
    level: "caution",
    message: `Event ${seq} could not be passed on. ${why}`.slice(0, 2000),
  };
  return JSON.stringify(note);
}
