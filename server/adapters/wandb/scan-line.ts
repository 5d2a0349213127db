import type { GrowingColumn, TableWriter } from "../../contracts/external/logged-table.ts";
import { readNumber } from "../read-number.ts";

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, SPACE] = Buffer.from('"\\,:{} ');
const LAST_PRINTED = 0x7e;

/** What stands for a number where JSON has none, and what is no number at all: undefined. */
const WORDS: readonly (readonly [Buffer, number | undefined])[] = [
  [Buffer.from("true"), 1],
  [Buffer.from("false"), 0],
  [Buffer.from("null"), undefined],
  [Buffer.from("NaN"), NaN],
  [Buffer.from("Infinity"), Infinity],
  [Buffer.from("-Infinity"), -Infinity],
];

const wordAt = (bytes: Buffer, at: number) =>
  WORDS.find(([word]) => word.every((byte, i) => bytes[at + i] === byte));

/** A row with more values than this is read in the ordinary way. */
const MOST_VALUES = 4096;
/** So many names are known at once at most; rows with others are read in the ordinary way. */
const MOST_NAMES = 16_384;
const FEWEST_NAMES = 64;
/** Names that are looked at for one: many of the same hash were made to be, and are read in the ordinary way. */
const MOST_PROBES = 32;

/** What the client adds to each row of its own. */
export interface OwnNames {
  step: string;
  seconds: string;
  others: readonly string[];
}

type Meaning = GrowingColumn | "step" | "seconds" | "other";

/** Names of metrics by their bytes, so that a name is made a text of once, however many rows have it. */
class NamesByBytes {
  readonly #most: number;
  readonly #slots: Uint16Array;
  readonly #names: string[] = [""];
  readonly meanings: Meaning[] = ["other"];
  /** The last row that had each of them. */
  readonly rows: number[] = [-1];

  /** For text of so many bytes. */
  constructor(bytes: number) {
    this.#most = Math.min(MOST_NAMES, Math.max(FEWEST_NAMES, 2 ** Math.ceil(Math.log2(bytes / 64))));
    this.#slots = new Uint16Array(4 * this.#most);
  }

  /** The number of a name, from 1; 0 where it cannot be held. */
  find(bytes: Buffer, from: number, to: number, hash: number, meaningOf: (name: string) => Meaning): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let probes = 1; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (probes++ > MOST_PROBES) return 0;
      const name = this.#names[this.#slots[slot]];
      if (name.length !== to - from) continue;
      let i = 0;
      while (i < name.length && name.charCodeAt(i) === bytes[from + i]) i += 1;
      if (i === name.length) return this.#slots[slot];
    }
    if (this.#names.length > this.#most) return 0;
    const name = bytes.toString("latin1", from, to);
    this.#names.push(name);
    this.meanings.push(meaningOf(name));
    this.rows.push(-1);
    return (this.#slots[slot] = this.#names.length - 1);
  }
}

/**
 * Reads rows that lie as texts in JSON, `"{\"loss\":0.5,\"_step\":1}"`, into a table, byte by byte and without making a text
 * or an object of any. That is nearly all rows there are; one that holds anything but plain names and numbers is left to
 * whoever reads it in the ordinary way.
 */
export class LineScanner {
  readonly #bytes: Buffer;
  readonly #writer: TableWriter;
  readonly #names: NamesByBytes;
  readonly #meaningOf: (name: string) => Meaning;
  readonly #number = new Float64Array(1);
  readonly #found: number[] = [];
  readonly #values: number[] = [];
  /** How many rows were looked at. */
  #row = 0;

  constructor(bytes: Buffer, writer: TableWriter, { step, seconds, others }: OwnNames) {
    this.#bytes = bytes;
    this.#writer = writer;
    this.#names = new NamesByBytes(bytes.length);
    this.#meaningOf = (name) =>
      name === step
        ? "step"
        : name === seconds
          ? "seconds"
          : others.includes(name)
            ? "other"
            : writer.column(name);
  }

  /** Reads the row whose text begins at `at`; the place behind it, or -1 where it was left and nothing was written. */
  read(at: number): number {
    const bytes = this.#bytes;
    if (bytes[at] !== QUOTE || bytes[at + 1] !== OPEN) return -1;
    at += 2;
    const row = this.#row++;
    const names = this.#names;
    let n = 0;
    if (bytes[at] === CLOSE) at += 1;
    else
      for (;;) {
        if (bytes[at] === SPACE) at += 1;
        if (bytes[at] !== BACKSLASH || bytes[at + 1] !== QUOTE) return -1;
        const from = (at += 2);
        let hash = 0;
        let byte = bytes[at];
        for (; byte !== BACKSLASH; byte = bytes[++at]) {
          if (!(byte >= SPACE && byte <= LAST_PRINTED) || byte === QUOTE) return -1;
          hash = (Math.imul(hash, 31) + byte) | 0;
        }
        if (bytes[at + 1] !== QUOTE || bytes[at + 2] !== COLON || n === MOST_VALUES) return -1;
        const name = names.find(bytes, from, at, hash, this.#meaningOf);
        // Of a name that stands twice the last value counts, whatever it is.
        if (name === 0 || names.rows[name] === row) return -1;
        names.rows[name] = row;
        at += bytes[at + 3] === SPACE ? 4 : 3;
        const end = readNumber(bytes, at, this.#number);
        if (end !== -1) {
          this.#found[n] = name;
          this.#values[n++] = this.#number[0];
          at = end;
        } else {
          const word = wordAt(bytes, at);
          if (word === undefined) return -1;
          at += word[0].length;
          // Of the client's own only a number counts.
          const isOwn = typeof names.meanings[name] === "string";
          if (word[1] !== undefined && !isOwn) {
            this.#found[n] = name;
            this.#values[n++] = word[1];
          }
        }
        byte = bytes[at++];
        if (byte === CLOSE) break;
        if (byte !== COMMA) return -1;
      }
    if (bytes[at] !== QUOTE) return -1;
    this.#write(n);
    return at + 1;
  }

  #write(n: number): void {
    const writer = this.#writer;
    let step = NaN;
    let at = NaN;
    for (let i = 0; i < n; i++) {
      const meaning = this.#names.meanings[this.#found[i]];
      const value = this.#values[i];
      if (meaning === "step") step = Number.isInteger(value) ? value : NaN;
      else if (meaning === "seconds") at = Number.isFinite(value) ? value * 1000 : NaN;
      else if (meaning !== "other") meaning.put(writer.n, value);
    }
    writer.endRow(step, at);
  }
}
