import { isAscii } from "node:buffer";
import { DEFAULT_AXIS } from "./default-axis.ts";
import { BrokenRule, checkAxis, checkCount, checkMetric, checkTimes, type WirePoints } from "./points.ts";

/**
 * The form `application/vnd.ablab.points`. All numbers are little endian, without padding but where it says so.
 *
 *   offset  size
 *   0       4       the letters "ABP1"
 *   4       4       u32, number of columns c
 *   8       4       u32, bytes of names b
 *   12      4       zero
 *   16      12 c    for each column: u32 points n; u16 bytes of its metric; u16 bytes of its axis; u8 times (0: each
 *                   point has its time, 1: one time for all); three zero bytes
 *           b       for each column, in the same order: metric, then axis, both UTF-8 without terminator; an axis of no
 *                   bytes is "step"
 *           0 to 7  zero bytes, until the offset is a multiple of 8
 *           ...     for each column, in the same order: n float64 x, n float64 values, then n float64 times or one
 *
 * The body ends there. x and times (ms since the epoch) are finite; a value is any float64, NaN and infinities included.
 * Points are numbered column after column, and a column has at least one.
 *
 * Example, one column "loss" over "step" with the point x = 1, value = 0.5, time = 2 (bytes in hex):
 *
 *   41425031 01000000 08000000 00000000
 *   01000000 0400 0400 00 000000
 *   6c6f7373 73746570 00000000
 *   000000000000f03f 000000000000e03f 0000000000000040
 */
const MAGIC = 0x31504241;
const HEADER = 16;
const ENTRY = 12;
const FLOAT = 8;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const upToEight = (offset: number) => (offset + 7) & ~7;

function refuse(message: string): never {
  throw new BrokenRule("binary", `The body is not of the binary form: ${message}.`);
}

/** The bytes of columns. One without points is left out; one whose times are all the same is sent with one time. */
export function encodePoints(given: readonly WirePoints[]): Uint8Array<ArrayBuffer> {
  const columns = given.filter(({ x }) => x.length > 0);
  const names = columns.map(({ metric, axis }) => [Buffer.from(metric), Buffer.from(axis)] as const);
  const oneTime = columns.map(({ at }) => at.every((time) => Object.is(time, at[0])));
  const nameBytes = names.reduce((sum, [metric, axis]) => sum + metric.length + axis.length, 0);
  const dataStart = upToEight(HEADER + ENTRY * columns.length + nameBytes);
  const floats = columns.reduce((sum, { x }, c) => sum + 2 * x.length + (oneTime[c] ? 1 : x.length), 0);
  const bytes = new Uint8Array(dataStart + FLOAT * floats);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, columns.length, true);
  head.setUint32(8, nameBytes, true);
  let nameAt = HEADER + ENTRY * columns.length;
  let data = new Float64Array(bytes.buffer, dataStart);
  const put = (numbers: Float64Array) => {
    data.set(numbers);
    data = data.subarray(numbers.length);
  };
  columns.forEach(({ x, value, at }, c) => {
    const entry = HEADER + ENTRY * c;
    const [metric, axis] = names[c];
    head.setUint32(entry, x.length, true);
    head.setUint16(entry + 4, metric.length, true);
    head.setUint16(entry + 6, axis.length, true);
    head.setUint8(entry + 8, oneTime[c] ? 1 : 0);
    bytes.set(metric, nameAt);
    bytes.set(axis, nameAt + metric.length);
    nameAt += metric.length + axis.length;
    put(x);
    put(value);
    put(oneTime[c] ? at.subarray(0, 1) : at);
  });
  return bytes;
}

interface Entry {
  points: number;
  metricBytes: number;
  axisBytes: number;
  oneTime: boolean;
}

function readEntry(head: DataView, c: number): Entry {
  const entry = HEADER + ENTRY * c;
  const points = head.getUint32(entry, true);
  const times = head.getUint8(entry + 8);
  if (points === 0) refuse(`column ${c} has no points`);
  if (times > 1) refuse(`column ${c} says ${times} about its times, which is neither 0 nor 1`);
  return {
    points,
    metricBytes: head.getUint16(entry + 4, true),
    axisBytes: head.getUint16(entry + 6, true),
    oneTime: times === 1,
  };
}

/** Reads names out of the bytes that hold them all. Names of ASCII, as most are, are cut out of one text. */
function nameReader(bytes: Buffer): (start: number, end: number, c: number) => string {
  if (isAscii(bytes)) {
    const text = bytes.toString("latin1");
    return (start, end) => text.slice(start, end);
  }
  return (start, end, c) => {
    try {
      return utf8.decode(bytes.subarray(start, end));
    } catch {
      return refuse(`a name of column ${c} is not UTF-8`);
    }
  };
}

function requireFinite(numbers: Float64Array, what: "x" | "at", metric: string): void {
  for (let i = 0; i < numbers.length; i++)
    if (!Number.isFinite(numbers[i]))
      throw new BrokenRule(what, `Point ${i} of ${metric} has the ${what} ${numbers[i]}; it must be finite.`);
}

/**
 * Reads a body of the binary form. The numbers are copied once, into a buffer of their own, and the columns are views of
 * it. Throws `BrokenRule`.
 */
export function decodePoints(bytes: Uint8Array): WirePoints[] {
  if (bytes.length < HEADER) refuse(`${bytes.length} bytes are less than its head of ${HEADER}`);
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (head.getUint32(0, true) !== MAGIC) refuse('it does not begin with "ABP1"');
  const count = head.getUint32(4, true);
  const nameBytes = head.getUint32(8, true);
  const namesStart = HEADER + ENTRY * count;
  const namesEnd = namesStart + nameBytes;
  if (head.getUint32(12, true) !== 0) refuse("the four bytes before its columns are not zero");
  if (namesEnd > bytes.length) refuse("it ends inside its names");
  const dataStart = upToEight(namesEnd);
  const entries = Array.from({ length: count }, (_, c) => readEntry(head, c));
  const points = entries.reduce((sum, entry) => sum + entry.points, 0);
  checkCount(points);
  const floats = entries.reduce((sum, e) => sum + 2 * e.points + (e.oneTime ? 1 : e.points), 0);
  const length = dataStart + FLOAT * floats;
  if (length !== bytes.length)
    refuse(`its columns take ${length} bytes with the head, and it has ${bytes.length}`);
  // Not slice(): of a Buffer that is a view of the memory it shares with others.
  const numbers = new ArrayBuffer(FLOAT * floats);
  new Uint8Array(numbers).set(bytes.subarray(dataStart));
  let offset = 0;
  const take = (n: number) => {
    const column = new Float64Array(numbers, offset, n);
    offset += FLOAT * n;
    return column;
  };
  const readName = nameReader(Buffer.from(bytes.buffer, bytes.byteOffset + namesStart, nameBytes));
  let nameAt = 0;
  const columns = entries.map((entry, c) => {
    const axisAt = nameAt + entry.metricBytes;
    const end = axisAt + entry.axisBytes;
    if (end > nameBytes) refuse(`the name of column ${c} reaches beyond the names`);
    const metric = readName(nameAt, axisAt, c);
    const axis = entry.axisBytes === 0 ? DEFAULT_AXIS : readName(axisAt, end, c);
    nameAt = end;
    checkMetric(metric);
    checkAxis(axis);
    const x = take(entry.points);
    const value = take(entry.points);
    const at = take(entry.oneTime ? 1 : entry.points);
    requireFinite(x, "x", metric);
    requireFinite(at, "at", metric);
    checkTimes({ metric, at });
    return { metric, axis, x, value, at: entry.oneTime ? new Float64Array(entry.points).fill(at[0]) : at };
  });
  if (nameAt !== nameBytes) refuse("its names are longer than its columns say");
  return columns;
}
