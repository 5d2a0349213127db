import type { ByteSink, ByteSource } from "./byte-sink.ts";

/** Longest code. Longer ones would gain nothing on 8,192 symbols and make the decoding table larger. */
const LONGEST = 11;
const TABLE_SIZE = 1 << LONGEST;
const MASK = TABLE_SIZE - 1;

const STREAMS = 4;
/** The last stream is read a few symbols beyond its end, and every code together with what follows it. */
const TAIL_BYTES = 16;

/** Whether the codes of `n` symbols take less than a share of their bytes, going by the entropy (Shannon 1948). */
export function isWorthCoding(counts: Uint32Array, n: number, share: number): boolean {
  const limit = 8 * n * share;
  let squares = 0;
  for (let symbol = 0; symbol < 256; symbol++) squares += counts[symbol] * counts[symbol];
  // Renyi's entropy of order 2 is never above it, takes one logarithm, and settles most random planes.
  if (n * Math.log2((n * n) / squares) > limit) return false;
  let bits = 8 * (4 * STREAMS + TAIL_BYTES);
  let low = -1;
  let high = 0;
  for (let symbol = 0; symbol < 256; symbol++) {
    const count = counts[symbol];
    if (count === 0) continue;
    bits += count * Math.log2(n / count);
    if (low < 0) low = symbol;
    high = symbol;
  }
  return bits + 4 * (high - low + 1) < limit;
}

/**
 * Puts the lengths of an optimal prefix code (Huffman 1952, in place after Moffat and Katajainen 1995) where the counts
 * were, which are in ascending order, at least two of them.
 */
function putOptimalLengths(a: Uint32Array): void {
  const n = a.length;
  a[0] += a[1];
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < n - 1; next++) {
    let weight = 0;
    for (let half = 0; half < 2; half++) {
      const takeRoot = leaf >= n || (root < next && a[root] < a[leaf]);
      weight += takeRoot ? a[root] : a[leaf];
      if (takeRoot) a[root++] = next;
      else leaf++;
    }
    a[next] = weight;
  }
  a[n - 2] = 0;
  for (let next = n - 3; next >= 0; next--) a[next] = a[a[next]] + 1;
  let available = 1;
  let used = 0;
  let depth = 0;
  root = n - 2;
  for (let next = n - 1; available > 0; depth++) {
    while (root >= 0 && a[root] === depth) {
      used++;
      root--;
    }
    while (available > used) {
      a[next--] = depth;
      available--;
    }
    available = 2 * used;
    used = 0;
  }
}

/** No length beyond the longest: what is cut off is paid for by the rarest codes that can still grow. */
function limitLengths(lengths: Uint32Array): void {
  let taken = 0;
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = Math.min(lengths[i], LONGEST);
    taken += TABLE_SIZE >>> lengths[i];
  }
  for (let i = 0; taken > TABLE_SIZE;) {
    if (lengths[i] < LONGEST) {
      lengths[i] += 1;
      taken -= TABLE_SIZE >>> lengths[i];
    } else i++;
  }
}

const sortable = new Float64Array(256);

/** Code length of each symbol, 0 where it does not occur. The same counts give the same lengths on every machine. */
export function codeLengths(counts: Uint32Array): Uint8Array {
  let used = 0;
  for (let symbol = 0; symbol < 256; symbol++)
    if (counts[symbol] > 0) sortable[used++] = 256 * counts[symbol] + symbol;
  const ascending = sortable.subarray(0, used).sort();
  const lengths = new Uint32Array(used);
  for (let i = 0; i < used; i++) lengths[i] = Math.floor(ascending[i] / 256);
  putOptimalLengths(lengths);
  limitLengths(lengths);
  const ofSymbol = new Uint8Array(256);
  for (let i = 0; i < used; i++) ofSymbol[ascending[i] % 256] = lengths[i];
  return ofSymbol;
}

function reversed(code: number, length: number): number {
  let back = 0;
  for (let bit = 0; bit < length; bit++) back |= ((code >>> bit) & 1) << (length - 1 - bit);
  return back;
}

/** Canonical codes with their first bit lowest, as they are written. */
function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(256);
  let code = 0;
  for (let length = 1; length <= LONGEST; length++) {
    for (let symbol = 0; symbol < 256; symbol++)
      if (lengths[symbol] === length) codes[symbol] = reversed(code++, length);
    code <<= 1;
  }
  return codes;
}

function writeLengths(sink: ByteSink, lengths: Uint8Array): void {
  const low = lengths.findIndex((length) => length > 0);
  const high = lengths.findLastIndex((length) => length > 0);
  sink.byte(low);
  sink.byte(high);
  for (let symbol = low; symbol <= high; symbol += 2) sink.byte(lengths[symbol] | (lengths[symbol + 1] << 4));
}

function readLengths(source: ByteSource): Uint8Array {
  const lengths = new Uint8Array(257);
  const low = source.byte();
  const high = source.byte();
  for (let symbol = low; symbol <= high; symbol += 2) {
    const pair = source.byte();
    lengths[symbol] = pair & 15;
    lengths[symbol + 1] = pair >>> 4;
  }
  return lengths.subarray(0, 256);
}

/** Symbols of each of the four streams but the last, which takes what is left. Even, since two are read at a time. */
const streamLength = (n: number) => 2 * Math.ceil(n / (2 * STREAMS));

/** Room that a reader of `n` symbols needs. */
export const roomFor = (n: number): number => STREAMS * streamLength(n);

/**
 * Writes the lengths of the codes and the codes of the first `n` symbols, as four streams of neighbouring symbols with the
 * number of bytes before each: a reader takes from all at once, since in one every code has to wait for the one before.
 */
export function writeHuffman(sink: ByteSink, symbols: Uint8Array, n: number, counts: Uint32Array): void {
  const lengths = codeLengths(counts);
  const codes = canonicalCodes(lengths);
  writeLengths(sink, lengths);
  const sizes = sink.length;
  sink.reserve(2 * n + 4 * STREAMS + TAIL_BYTES);
  const { bytes } = sink;
  let to = sizes + 4 * STREAMS;
  for (let stream = 0; stream < STREAMS; stream++) {
    const start = to;
    const end = Math.min(n, (stream + 1) * streamLength(n));
    let held = 0;
    let bits = 0;
    for (let i = stream * streamLength(n); i < end; i++) {
      const symbol = symbols[i];
      held |= codes[symbol] << bits;
      bits += lengths[symbol];
      if (bits < 16) continue;
      bytes[to++] = held;
      bytes[to++] = held >>> 8;
      held >>>= 16;
      bits -= 16;
    }
    for (; bits > 0; bits -= 8) {
      bytes[to++] = held;
      held >>>= 8;
    }
    sink.view.setUint32(sizes + 4 * stream, to - start, true);
  }
  sink.length = to + TAIL_BYTES;
  bytes.fill(0, to, sink.length);
}

const table = new Uint16Array(TABLE_SIZE);

/** For every sequence of bits its first symbol, with the length of the code above it. */
function fillTable(lengths: Uint8Array): void {
  const codes = canonicalCodes(lengths);
  for (let symbol = 0; symbol < 256; symbol++) {
    const length = lengths[symbol];
    if (length === 0) continue;
    const entry = (length << 8) | symbol;
    for (let at = codes[symbol]; at < TABLE_SIZE; at += 1 << length) table[at] = entry;
  }
}

/** Reads `n` symbols into `into`, which has as much room as `roomFor` says. */
export function readHuffman(source: ByteSource, into: Uint8Array, n: number): void {
  fillTable(readLengths(source));
  const length = streamLength(n);
  const { view } = source;
  const start = source.at + 4 * STREAMS;
  let bitA = 8 * start;
  let bitB = bitA + 8 * source.uint32();
  let bitC = bitB + 8 * source.uint32();
  let bitD = bitC + 8 * source.uint32();
  source.at = (bitD >>> 3) + source.uint32() + TAIL_BYTES;
  // 32 bits from any bit of a byte on are at least 25, and two codes are at most 22.
  for (let a = 0, b = length, c = 2 * length, d = 3 * length; a < length; a += 2, b += 2, c += 2, d += 2) {
    const heldA = view.getUint32(bitA >>> 3, true) >>> (bitA & 7);
    const heldB = view.getUint32(bitB >>> 3, true) >>> (bitB & 7);
    const heldC = view.getUint32(bitC >>> 3, true) >>> (bitC & 7);
    const heldD = view.getUint32(bitD >>> 3, true) >>> (bitD & 7);
    const firstA = table[heldA & MASK];
    const firstB = table[heldB & MASK];
    const firstC = table[heldC & MASK];
    const firstD = table[heldD & MASK];
    const secondA = table[(heldA >>> (firstA >>> 8)) & MASK];
    const secondB = table[(heldB >>> (firstB >>> 8)) & MASK];
    const secondC = table[(heldC >>> (firstC >>> 8)) & MASK];
    const secondD = table[(heldD >>> (firstD >>> 8)) & MASK];
    into[a] = firstA;
    into[b] = firstB;
    into[c] = firstC;
    into[d] = firstD;
    into[a + 1] = secondA;
    into[b + 1] = secondB;
    into[c + 1] = secondC;
    into[d + 1] = secondD;
    bitA += (firstA >>> 8) + (secondA >>> 8);
    bitB += (firstB >>> 8) + (secondB >>> 8);
    bitC += (firstC >>> 8) + (secondC >>> 8);
    bitD += (firstD >>> 8) + (secondD >>> 8);
  }
}
