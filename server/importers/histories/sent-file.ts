import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { writeBytes } from "../../wording/quantities.ts";

/** A file as it was sent: its path with forward slashes, and its bytes, in memory or in a file of ours. */
export interface SentFile {
  name: string;
  bytes: Uint8Array;
  /** Where our copy of it lies; absent where it is in memory alone. */
  path?: string;
  size?: number;
  /** Hears how many bytes were read, piece by piece. */
  heard?: (bytes: number) => void;
}

/** Why a file cannot be read, as a sentence that names file and place. */
export class ImportError extends Error {}

/** A file that is read at once has at most this much; one that is read row by row may be larger. */
export const MOST_AT_ONCE = 64 * 1024 * 1024;

/** A file that was sent and lies in a file of ours: its bytes are read when they are asked for. */
export const storedFile = (
  name: string,
  path: string,
  size: number,
  heard?: (bytes: number) => void,
): SentFile => ({
  name,
  path,
  size,
  heard,
  get bytes() {
    if (size > MOST_AT_ONCE)
      throw new ImportError(
        `${name} has ${writeBytes(size)}; a file of its kind has at most ${writeBytes(MOST_AT_ONCE)}. Nothing was imported.`,
      );
    return new Uint8Array(readFileSync(path));
  },
});

export const sizeOf = (file: SentFile): number => file.size ?? file.bytes.length;

/** The first bytes of a file. */
export function headOf(file: SentFile, most: number): Uint8Array {
  for (const chunk of chunksOf(file, 0, most, most)) return chunk;
  return new Uint8Array();
}

const CHUNK = 1024 * 1024;

/** The bytes of a part of a file, in pieces: no more of it than one is in memory. A piece is used again for the next. */
export function* chunksOf(
  file: SentFile,
  from = 0,
  to = sizeOf(file),
  most = CHUNK,
): Generator<Uint8Array, void, void> {
  if (file.path === undefined) {
    for (let at = from; at < Math.min(to, file.bytes.length); at += most)
      yield file.bytes.subarray(at, Math.min(at + most, to));
    return;
  }
  const handle = openSync(file.path, "r");
  try {
    const buffer = new Uint8Array(Math.min(most, to - from));
    for (let at = from; at < to;) {
      const read = readSync(handle, buffer, 0, Math.min(buffer.length, to - at), at);
      if (read === 0) return;
      yield buffer.subarray(0, read);
      file.heard?.(read);
      at += read;
    }
  } finally {
    closeSync(handle);
  }
}

/** A line of a file: its text without the break, its number from 1, and where it begins and ends in bytes. */
export interface FileLine {
  text: string;
  line: number;
  from: number;
  to: number;
}

const BREAK = 10;
/** Characters of a line; more is no line of a log. */
const MOST_LINE = 32 * 1024 * 1024;

/** Lines of a part of a file, one after the other. */
export function* linesOf(
  file: SentFile,
  { from, to, line }: { from: number; to: number; line: number } = { from: 0, to: sizeOf(file), line: 1 },
): Generator<FileLine, void, void> {
  const decoder = new TextDecoder();
  let number = line;
  let start = from;
  let rest: Uint8Array[] = [];
  let held = 0;
  const lineOf = (end: Uint8Array, past: number): FileLine => {
    const bytes = rest.length === 0 ? end : joined([...rest, end]);
    const made = { text: decoder.decode(bytes), line: number, from: start, to: start + bytes.length + past };
    rest = [];
    held = 0;
    number++;
    start = made.to;
    return made;
  };
  for (const chunk of chunksOf(file, from, to)) {
    let at = 0;
    for (let end = chunk.indexOf(BREAK); end >= 0; end = chunk.indexOf(BREAK, at)) {
      yield lineOf(chunk.subarray(at, end), 1);
      at = end + 1;
    }
    if (at < chunk.length) {
      rest.push(chunk.slice(at));
      held += chunk.length - at;
    }
    if (held > MOST_LINE)
      throw new ImportError(
        `${file.name}, line ${number} is longer than ${writeBytes(MOST_LINE)}. Nothing was imported.`,
      );
  }
  if (held > 0) yield lineOf(new Uint8Array(), 0);
}

/** Pieces of bytes as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
