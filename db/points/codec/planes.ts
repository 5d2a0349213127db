import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { giveBack } from "#server/numbers/give-back.ts";
import type { ByteSink, ByteSource } from "./byte-sink.ts";

const LONGEST = 11;
const TABLE_SIZE = 1 << LONGEST;
const STREAMS = 4;
const TAIL_BYTES = 16;

function reversed(code: number, length: number): number {
  let back = 0;
  for (let bit = 0; bit < length; bit++) back |= ((code >>> bit) & 1) << (length - 1 - bit);
  return back;
}

/** The length of the code of each symbol, 0 where it does not occur: half a byte each, from the lowest symbol to the highest. */
function readLengths(source: ByteSource): Uint8Array {
  const lengths = new Uint8Array(257);
  const low = source.byte();
  const high = source.byte();
  for (let symbol = low; symbol <= high; symbol += 2) {
    const pair = source.byte();
    lengths[symbol] = pair & 15;
    lengths[symbol + 1] = pair >>> 4;
  }
  return lengths;
}

/** For every sequence of bits its first symbol of the canonical code, with the length of its code above it. */
function tableOf(lengths: Uint8Array): Uint16Array {
  const table = new Uint16Array(TABLE_SIZE);
  let code = 0;
  for (let length = 1; length <= LONGEST; length++) {
    for (let symbol = 0; symbol < 256; symbol++) {
      if (lengths[symbol] !== length) continue;
      const first = reversed(code++, length);
      for (let at = first; at < TABLE_SIZE; at += 1 << length) table[at] = (length << 8) | symbol;
    }
    code <<= 1;
  }
  return table;
}

/**
 * Reads a plane of `n` bytes from canonical prefix codes (Huffman 1952): the lengths of the codes, the bytes of each of four
 * streams, and the streams, whose symbols are neighbours. Databases from before zstd hold such planes.
 */
function readPrefixCodes(source: ByteSource, n: number): Uint8Array {
  const table = tableOf(readLengths(source));
  const sizes = Array.from({ length: STREAMS }, () => source.uint32());
  const perStream = 2 * Math.ceil(n / (2 * STREAMS));
  const symbols = new Uint8Array(n);
  sizes.forEach((size, stream) => {
    let bit = 8 * source.at;
    const end = Math.min(n, (stream + 1) * perStream);
    for (let i = stream * perStream; i < end; i++) {
      const entry = table[(source.view.getUint32(bit >>> 3, true) >>> (bit & 7)) & (TABLE_SIZE - 1)];
      symbols[i] = entry;
      bit += entry >>> 8;
    }
    source.at += size;
  });
  source.at += TAIL_BYTES;
  return symbols;
}

/** How the bytes of one plane lie: all equal, as they are, or as a zstd frame with its length before it. */
const EQUAL = 0;
const PLAIN = 1;
/** Only read: prefix codes, which were written before zstd. */
const PREFIX_CODES = 2;
const ZSTD = 3;

/** Shorter planes are not worth a frame. */
const FEWEST_PACKED = 128;
/** A plane is packed where that takes less than this share of its bytes. */
const WORTH_PACKING = 0.97;
/** Higher levels look longer for repetitions, which planes of noise do not have: 0.1 % for twice the time. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Which words planes are made of: `n` of them, at `offset`, `offset + stride`, ... */
export interface Words {
  words: Uint32Array;
  n: number;
  offset: number;
  stride: number;
}

/** Packs the plane that was just written plain, where that is shorter. */
function packLast(sink: ByteSink, n: number): void {
  const start = sink.length - n;
  const packed = zstdCompressSync(sink.bytes.subarray(start, sink.length), { ...PACKING, pledgedSrcSize: n });
  if (packed.length > n * WORTH_PACKING) return;
  sink.bytes[start - 1] = ZSTD;
  sink.length = start;
  sink.uint32(packed.length);
  sink.append(packed);
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
  if (!isEqual && n >= FEWEST_PACKED) packLast(sink, n);
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

function readPacked(source: ByteSource, n: number): Uint8Array {
  const plane = zstdDecompressSync(source.take(source.uint32()), {
    // A buffer that is filled to its end is followed by another.
    chunkSize: Math.max(n + 1, constants.Z_MIN_CHUNK),
    maxOutputLength: n,
  });
  if (plane.length !== n) throw new RangeError(`a plane has ${plane.length} bytes instead of ${n}`);
  return plane;
}

/** The bytes of a plane; where it lies plain, as a view of the source. */
function readPlane(source: ByteSource, n: number): Uint8Array {
  const kind = source.byte();
  if (kind === PLAIN) return source.take(n);
  if (kind === EQUAL) return new Uint8Array(n).fill(source.byte());
  if (kind === ZSTD) return readPacked(source, n);
  if (kind === PREFIX_CODES) return readPrefixCodes(source, n);
  throw new RangeError(`there is no form ${kind} of a plane`);
}

/** Reads what `writePlanes` wrote. */
export function readPlanes(source: ByteSource, { words, n, offset, stride }: Words, width: number): void {
  let at = offset;
  const planes = Array.from({ length: width }, () => readPlane(source, n));
  const [a, b, c, d] = planes;
  if (width === 1) for (let i = 0; i < n; i++, at += stride) words[at] = a[i];
  else if (width === 2) for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8);
  else if (width === 3)
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16);
  else for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16) | (d[i] << 24);
  giveBack(...planes.filter(({ buffer }) => buffer !== source.bytes.buffer));
}
