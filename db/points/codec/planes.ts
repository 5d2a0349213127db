import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ByteSink, ByteSource } from "./byte-sink.ts";
import { readPrefixCodes } from "./read-prefix-codes.ts";

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
    chunkSize: Math.max(n, constants.Z_MIN_CHUNK),
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
  const a = readPlane(source, n);
  if (width === 1) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i];
    return;
  }
  const b = readPlane(source, n);
  if (width === 2) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8);
    return;
  }
  const c = readPlane(source, n);
  if (width === 3) {
    for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16);
    return;
  }
  const d = readPlane(source, n);
  for (let i = 0; i < n; i++, at += stride) words[at] = a[i] | (b[i] << 8) | (c[i] << 16) | (d[i] << 24);
}
