import type { ByteSource } from "./byte-sink.ts";

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
export function readPrefixCodes(source: ByteSource, n: number): Uint8Array {
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
