import type { ByteSink, ByteSource } from "./byte-sink.ts";
import { isWorthCoding, readHuffman, roomFor, writeHuffman } from "./huffman.ts";

/** How the bytes of one plane lie: all equal, as they are, or as Huffman codes. */
const EQUAL = 0;
const PLAIN = 1;
const CODED = 2;

/** Below this a code's own description eats what it saves. */
const FEWEST_CODED = 128;
/** A plane is coded where that takes less than this share of its bytes. */
const WORTH_CODING = 0.97;

/** Which words planes are made of: `n` of them, at `offset`, `offset + stride`, ... */
export interface Words {
  words: Uint32Array;
  n: number;
  offset: number;
  stride: number;
}

const counts = new Uint32Array(256);
let symbols = new Uint8Array(8192);

/** Turns the plane that was just written plain into codes, where that is shorter. */
function codePlane(sink: ByteSink, n: number): void {
  const start = sink.length - n;
  const { bytes } = sink;
  counts.fill(0);
  for (let i = start; i < start + n; i++) counts[bytes[i]]++;
  if (!isWorthCoding(counts, n, WORTH_CODING)) return;
  if (symbols.length < n) symbols = new Uint8Array(2 * n);
  symbols.set(bytes.subarray(start, start + n));
  bytes[start - 1] = CODED;
  sink.length = start;
  writeHuffman(sink, symbols, n, counts);
}

/** Writes one plane in its shortest form. */
function packPlane(sink: ByteSink, { words, n, offset, stride }: Words, shift: number): void {
  sink.reserve(n + 1);
  const { bytes } = sink;
  const start = sink.length + 1;
  const first = (words[offset] >>> shift) & 255;
  let differing = 0;
  for (let i = 0, at = offset; i < n; i++, at += stride) {
    const byte = (words[at] >>> shift) & 255;
    differing |= byte ^ first;
    bytes[start + i] = byte;
  }
  const isEqual = differing === 0;
  bytes[start - 1] = isEqual ? EQUAL : PLAIN;
  sink.length = isEqual ? start + 1 : start + n;
  if (!isEqual && n >= FEWEST_CODED) codePlane(sink, n);
}

/** Writes planes as they are, in one go over the words. */
function writePlain(sink: ByteSink, { words, n, offset, stride }: Words, width: number): void {
  sink.reserve(width * (n + 1));
  const { bytes } = sink;
  const a = sink.length + 1;
  const b = a + n + 1;
  const c = b + n + 1;
  const d = c + n + 1;
  for (let plane = 0; plane < width; plane++) bytes[sink.length + plane * (n + 1)] = PLAIN;
  if (width === 1) for (let i = 0, at = offset; i < n; i++, at += stride) bytes[a + i] = words[at];
  else
    for (let i = 0, at = offset; i < n; i++, at += stride) {
      const word = words[at];
      bytes[a + i] = word;
      bytes[b + i] = word >>> 8;
      if (width > 2) bytes[c + i] = word >>> 16;
      if (width > 3) bytes[d + i] = word >>> 24;
    }
  sink.length += width * (n + 1);
}

/**
 * Writes the lowest `width` bytes of words as planes: first the lowest byte of every word, then the next. Bytes of equal
 * weight look alike, so some planes of noise are all but equal while others are random and stay as they are.
 */
export function writePlanes(sink: ByteSink, of: Words, width: number, pack: boolean): void {
  if (!pack) writePlain(sink, of, width);
  else for (let plane = 0; plane < width; plane++) packPlane(sink, of, 8 * plane);
}

const decoded = [0, 1, 2, 3].map(() => new Uint8Array(roomFor(8192)));

/** The bytes of a plane; where it lies plain, as a view of the source. */
function readPlane(source: ByteSource, n: number, place: number): Uint8Array {
  const kind = source.byte();
  if (kind === PLAIN) {
    source.at += n;
    return source.bytes.subarray(source.at - n, source.at);
  }
  if (decoded[place].length < roomFor(n)) decoded[place] = new Uint8Array(roomFor(2 * n));
  const into = decoded[place];
  if (kind === EQUAL) into.fill(source.byte(), 0, n);
  else if (kind === CODED) readHuffman(source, into, n);
  else throw new RangeError(`there is no form ${kind} of a plane`);
  return into;
}

/** Reads what `writePlanes` wrote. */
export function readPlanes(source: ByteSource, { words, n, offset, stride }: Words, width: number): void {
  let at = offset;
  const a = readPlane(source, n, 0);
  if (width === 1) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i];
    return;
  }
  const b = readPlane(source, n, 1);
  if (width === 2) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8);
    return;
  }
  const c = readPlane(source, n, 2);
  if (width === 3) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16);
    return;
  }
  const d = readPlane(source, n, 3);
  for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16) | (d[i] << 24);
}
