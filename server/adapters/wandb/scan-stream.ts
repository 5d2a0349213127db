import { parseForeign } from "../../foreign/foreign-values.ts";
import { isTooHeavy } from "../../foreign/weigh-json.ts";
import { OWN_NAMES } from "../../foreign/wandb-rows.ts";
import { RowReader, type ReadRows } from "./read-rows.ts";
import { LineScanner } from "./scan-line.ts";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\,:{}[]');
const BLANKS = new Set(Buffer.from(" \t\n\r"));

/** JSON that is left to whoever reads it as a whole: it is none, or not as clients write it. */
class Unusual extends Error {}

function past(bytes: Buffer, at: number): number {
  while (BLANKS.has(bytes[at])) at += 1;
  return at;
}

function expect(bytes: Buffer, at: number, byte: number): number {
  if (bytes[at] !== byte) throw new Unusual();
  return at + 1;
}

/** The place behind the text that begins at `at`. */
function pastText(bytes: Buffer, at: number): number {
  for (at = expect(bytes, at, QUOTE); bytes[at] !== QUOTE; at += bytes[at] === BACKSLASH ? 2 : 1)
    if (at >= bytes.length) throw new Unusual();
  return at + 1;
}

const isEnd = (byte: number): boolean => byte === COMMA || byte === CLOSE || byte === CLOSE_LIST;

/** The place behind the value that begins at `at`; whether it is one is seen by whoever reads it. */
function pastValue(bytes: Buffer, at: number): number {
  let depth = 0;
  do {
    const byte = bytes[at];
    if (at >= bytes.length) throw new Unusual();
    if (byte === QUOTE) at = pastText(bytes, at) - 1;
    else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) depth -= 1;
    else if (depth === 0) while (at + 1 < bytes.length && !isEnd(bytes[at + 1])) at += 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** Steps of a reading; at its end, the place behind what was read. */
type Reading = Generator<void, number, void>;

/** Goes through the entries of an object that begins at `at`: `visit` answers the place behind a value. */
function* eachEntry(
  bytes: Buffer,
  at: number,
  visit: (key: string, at: number) => number | Reading,
): Reading {
  const seen = new Set<string>();
  at = past(bytes, expect(bytes, at, OPEN));
  if (bytes[at] === CLOSE) return at + 1;
  for (;;) {
    const end = pastText(bytes, at);
    const key = bytes.toString("utf8", at + 1, end - 1);
    // Of a name that stands twice, or is written in another way, the last counts.
    if (seen.has(key) || key.includes("\\")) throw new Unusual();
    seen.add(key);
    const visited = visit(key, past(bytes, expect(bytes, past(bytes, end), COLON)));
    at = past(bytes, typeof visited === "number" ? visited : yield* visited);
    if (bytes[at] === CLOSE) return at + 1;
    at = past(bytes, expect(bytes, at, COMMA));
  }
}

/** A message whose rows were read from its bytes. */
export interface ScannedStream {
  /** By stream: its rows, those not among them that are left out of `rest`. */
  rows: Map<string, ReadRows>;
  /** The message as JSON, with empty lists where rows were. */
  rest: Buffer;
}

/** Bytes of rows that are read in one step. */
const STEP = 32 * 1024;

/**
 * Reads the rows of a message step by step from its bytes, `{"files": {NAME: {"content": [ROW, ...]}}}` for the names that are asked for,
 * without making texts or objects of them. Null for a message that is not as clients write it: it is read as a whole.
 */
export function* scanStream(
  body: Uint8Array,
  names: readonly string[],
): Generator<void, ScannedStream | null, void> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const rows = new Map<string, ReadRows>();
  const rest: Buffer[] = [];
  let done = 0;
  let isWeighed = false;

  function ordinary(from: number, to: number): unknown {
    if (!isWeighed && isTooHeavy(bytes)) throw new Unusual();
    isWeighed = true;
    return parseForeign(bytes.subarray(from, to));
  }

  function* readList(name: string, list: number): Reading {
    const reader = new RowReader();
    const scanner = new LineScanner(bytes, reader.writer, OWN_NAMES);
    let at = past(bytes, expect(bytes, list, OPEN_LIST));
    let since = at;
    if (bytes[at] !== CLOSE_LIST)
      for (;;) {
        if (at - since >= STEP) {
          yield;
          since = at;
        }
        let end = scanner.read(at);
        if (end === -1) {
          end = pastValue(bytes, at);
          reader.add(ordinary(at, end));
        }
        at = past(bytes, end);
        if (bytes[at] === CLOSE_LIST) break;
        at = past(bytes, expect(bytes, at, COMMA));
      }
    rows.set(name, reader.finish());
    rest.push(bytes.subarray(done, list + 1));
    return (done = at) + 1;
  }

  const readFile = (name: string) => (key: string, at: number) =>
    key === "content" && bytes[at] === OPEN_LIST ? readList(name, at) : pastValue(bytes, at);
  const readFiles = (name: string, at: number) =>
    names.includes(name) && bytes[at] === OPEN ? eachEntry(bytes, at, readFile(name)) : pastValue(bytes, at);
  try {
    const end = yield* eachEntry(bytes, past(bytes, 0), (key, at) =>
      key === "files" && bytes[at] === OPEN ? eachEntry(bytes, at, readFiles) : pastValue(bytes, at),
    );
    if (past(bytes, end) !== bytes.length) return null;
  } catch (error) {
    if (error instanceof Unusual || error instanceof SyntaxError) return null;
    throw error;
  }
  rest.push(bytes.subarray(done));
  return { rows, rest: Buffer.concat(rest) };
}
