import type { ByteSink, ByteSource } from "./byte-sink.ts";
import { readPlanes, writePlanes } from "./planes.ts";

/** Every step is the same whole number: `first` and `step` say it all. */
const STEADY = 0;
/** Whole numbers as their distance from a guess. */
const WHOLE = 1;
/** Every value is a float32. */
const FLOAT32 = 2;
const FLOAT64 = 3;
/** The same, but number behind number instead of in planes: larger once packed, and at once written and read. */
const PLAIN32 = 4;
const PLAIN64 = 5;

/** What a whole number is guessed from: nothing, the one before, or the line from the first to the last. */
const FROM_ZERO = 0;
const FROM_PREVIOUS = 1;
const FROM_LINE = 2;

const LARGEST = 2 ** 53;
const WIDEST = 2 ** 32 - 1;
/** Whole numbers of up to this many bytes beat float32, whose lower bytes are random. */
const NARROW = 2;

/** Words of a column on their way to planes or back, and the same memory as numbers. */
let words = new Uint32Array(2 * 8192);
let floats = new Float64Array(words.buffer);
let singles = new Float32Array(words.buffer);
let bytes = new Uint8Array(words.buffer);

function reserve(n: number): void {
  if (floats.length >= n) return;
  words = new Uint32Array(4 * n);
  floats = new Float64Array(words.buffer);
  singles = new Float32Array(words.buffer);
  bytes = new Uint8Array(words.buffer);
}

interface Guess {
  from: number;
  slope: number;
  /** Smallest distance, and how far the largest lies above it. */
  least: number;
  spread: number;
}

/** The step of whole numbers at even steps, as those of a train step mostly are, found faster than by `guessNear`. */
function steadyStep(column: Float64Array): number | null {
  const first = column[0];
  const step = column.length > 1 ? column[1] - first : 0;
  const last = first + (column.length - 1) * step;
  const isExact = [first, step, last].every(Number.isSafeInteger) && Math.abs(last - first) < LARGEST / 2;
  if (!isExact) return null;
  for (let i = 0; i < column.length; i++) {
    const value = first + i * step;
    if (column[i] !== value || (value === 0 && Object.is(column[i], -0))) return null;
  }
  return step;
}

/** The guess from the number before or from none; null unless all are whole, exact as such, and none is -0. */
function guessNear(column: Float64Array): Guess | null {
  const first = column[0];
  let low = first;
  let high = first;
  let lowStep = Infinity;
  let highStep = -Infinity;
  let previous = first;
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (Math.floor(value) !== value || (value === 0 && Object.is(value, -0))) return null;
    if (value < low) low = value;
    if (value > high) high = value;
    if (i === 0) continue;
    const step = value - previous;
    if (step < lowStep) lowStep = step;
    if (step > highStep) highStep = step;
    previous = value;
  }
  if (column.length === 1) lowStep = highStep = 0;
  // Half of what is exact, so that no sum on the way back leaves it.
  if (low < -LARGEST || high > LARGEST || high - low >= LARGEST / 2) return null;
  const [steps, range] = [highStep - lowStep, high - low];
  return steps <= range
    ? { from: FROM_PREVIOUS, slope: 0, least: lowStep, spread: steps }
    : { from: FROM_ZERO, slope: 0, least: low, spread: range };
}

/** The guess from a line, for clocks that tick evenly with some jitter. */
function guessLine(column: Float64Array): Guess {
  const first = column[0];
  const slope = (column[column.length - 1] - first) / (column.length - 1);
  let low = 0;
  let high = 0;
  for (let i = 1; i < column.length; i++) {
    const off = column[i] - first - Math.round(slope * i);
    if (off < low) low = off;
    if (off > high) high = off;
  }
  return { from: FROM_LINE, slope, least: low, spread: high - low };
}

const widthOf = (spread: number) => (spread < 256 ? 1 : spread < 65_536 ? 2 : spread < 16_777_216 ? 3 : 4);

function writeWhole(sink: ByteSink, column: Float64Array, guess: Guess, pack: boolean): void {
  const n = column.length;
  const first = column[0];
  const { from, slope, least, spread } = guess;
  const width = widthOf(spread);
  sink.byte(WHOLE);
  sink.byte(from | (width << 4));
  sink.float64(first);
  sink.float64(least);
  if (from === FROM_LINE) sink.float64(slope);
  if (from === FROM_ZERO) for (let i = 0; i < n; i++) words[i] = column[i] - least;
  else if (from === FROM_PREVIOUS) {
    words[0] = 0;
    for (let i = 1; i < n; i++) words[i] = column[i] - column[i - 1] - least;
  } else for (let i = 0; i < n; i++) words[i] = column[i] - first - Math.round(slope * i) - least;
  writePlanes(sink, { words, n, offset: 0, stride: 1 }, width, pack);
}

function readWhole(source: ByteSource, n: number, into: Float64Array, start: number): void {
  const form = source.byte();
  const from = form & 15;
  const first = source.float64();
  const least = source.float64();
  const slope = from === FROM_LINE ? source.float64() : 0;
  readPlanes(source, { words, n, offset: 0, stride: 1 }, form >>> 4);
  if (from === FROM_ZERO) for (let i = 0; i < n; i++) into[start + i] = least + words[i];
  else if (from === FROM_PREVIOUS) {
    let value = first;
    into[start] = value;
    for (let i = 1; i < n; i++) {
      value += least + words[i];
      into[start + i] = value;
    }
  } else for (let i = 0; i < n; i++) into[start + i] = first + Math.round(slope * i) + (least + words[i]);
}

/** Puts a column into `singles`; false where a value is no float32. Every NaN becomes the same. */
function fillSingles(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    singles[i] = value;
    if (singles[i] === value) continue;
    if (value === value) return false;
    words[i] = 0x7fc00000;
  }
  return true;
}

function fillFloats(column: Float64Array): void {
  for (let i = 0; i < column.length; i++) {
    floats[i] = column[i];
    if (column[i] === column[i]) continue;
    words[2 * i] = 0;
    words[2 * i + 1] = 0x7ff80000;
  }
}

/**
 * Writes a column in the smallest of its exact forms. The bytes depend on the numbers alone: every NaN is the same NaN.
 * `pack` spends time on better guesses and on zstd. Words are little endian, as on all machines that Node runs on
 * today but one.
 */
export function writeColumn(sink: ByteSink, column: Float64Array, pack: boolean): void {
  const n = column.length;
  reserve(n);
  const even = steadyStep(column);
  let guess = even === null ? guessNear(column) : null;
  const step = guess?.from === FROM_PREVIOUS && guess.spread === 0 ? guess.least : even;
  if (step !== null) {
    sink.byte(STEADY);
    sink.float64(column[0]);
    sink.float64(step);
    return;
  }
  if (guess && pack) {
    const line = guessLine(column);
    if (line.spread < guess.spread) guess = line;
  }
  if (guess && guess.spread > WIDEST) guess = null;
  if (guess && widthOf(guess.spread) <= NARROW) return writeWhole(sink, column, guess, pack);
  if (fillSingles(column)) {
    sink.byte(pack ? FLOAT32 : PLAIN32);
    if (!pack) return sink.append(bytes.subarray(0, 4 * n));
    return writePlanes(sink, { words, n, offset: 0, stride: 1 }, 4, pack);
  }
  if (guess) return writeWhole(sink, column, guess, pack);
  fillFloats(column);
  sink.byte(pack ? FLOAT64 : PLAIN64);
  if (!pack) return sink.append(bytes.subarray(0, 8 * n));
  writePlanes(sink, { words, n, offset: 0, stride: 2 }, 4, pack);
  writePlanes(sink, { words, n, offset: 1, stride: 2 }, 4, pack);
}

/** Reads a column of `n` numbers into `into` from index `start` on. */
export function readColumn(source: ByteSource, n: number, into: Float64Array, start: number): void {
  reserve(n);
  const kind = source.byte();
  if (kind === STEADY) {
    const first = source.float64();
    const step = source.float64();
    for (let i = 0; i < n; i++) into[start + i] = first + i * step;
  } else if (kind === WHOLE) readWhole(source, n, into, start);
  else if (kind === FLOAT32) {
    readPlanes(source, { words, n, offset: 0, stride: 1 }, 4);
    for (let i = 0; i < n; i++) into[start + i] = singles[i];
  } else if (kind === FLOAT64) {
    const halves = new Uint32Array(into.buffer, into.byteOffset + 8 * start, 2 * n);
    readPlanes(source, { words: halves, n, offset: 0, stride: 2 }, 4);
    readPlanes(source, { words: halves, n, offset: 1, stride: 2 }, 4);
  } else if (kind === PLAIN32) {
    bytes.set(source.take(4 * n));
    for (let i = 0; i < n; i++) into[start + i] = singles[i];
  } else if (kind === PLAIN64) {
    bytes.set(source.take(8 * n));
    into.set(floats.subarray(0, n), start);
  } else throw new RangeError(`there is no form ${kind} of a column`);
}
