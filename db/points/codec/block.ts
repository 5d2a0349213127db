import { crc32 } from "node:zlib";
import { ByteSink, ByteSource } from "./byte-sink.ts";
import { readColumn, writeColumn } from "./column.ts";

/** Of the form of blocks; a reader knows every version there ever was. */
const VERSION = 1;
const HEAD_BYTES = 12;

/** Bytes that are not a whole block; the message says why, in half a sentence. */
export class BrokenBlock extends Error {}

const sink = new ByteSink();

/**
 * Columns of equal length, at least 1, as bytes: checksum, version, number of columns, their length, the columns. The bytes
 * are a view that holds until the next block is encoded. `pack` codes what is worth it, which takes twice as long.
 */
export function encodeBlock(columns: readonly Float64Array[], pack: boolean): Buffer {
  sink.length = 0;
  sink.uint32(0);
  sink.uint32(VERSION | (columns.length << 8));
  sink.uint32(columns[0].length);
  for (const column of columns) writeColumn(sink, column, pack);
  sink.view.setUint32(0, crc32(sink.bytes.subarray(4, sink.length)), true);
  return Buffer.from(sink.bytes.buffer, 0, sink.length);
}

/** Reads blocks of any bytes; throws `BrokenBlock` where one is not as it was written. */
export class BlockReader {
  readonly #source: ByteSource;
  readonly columns: number;
  /** Length of its columns. */
  readonly n: number;

  constructor(bytes: Uint8Array) {
    if (bytes.length < HEAD_BYTES) throw new BrokenBlock(`only ${bytes.length} bytes are left of it`);
    const source = new ByteSource(bytes, 0);
    const sum = source.uint32();
    if (crc32(bytes.subarray(4)) !== sum) throw new BrokenBlock("its checksum does not match its bytes");
    const form = source.uint32();
    if ((form & 255) !== VERSION)
      throw new BrokenBlock(`it is of form ${form & 255}, which only a newer Ablab reads`);
    this.columns = form >>> 8;
    this.n = source.uint32();
    this.#source = source;
  }

  /** Reads the next column into `into` from index `start` on. */
  next(into: Float64Array, start = 0): void {
    readColumn(this.#source, this.n, into, start);
  }
}

/** All columns of a block. */
export function decodeBlock(bytes: Uint8Array): Float64Array[] {
  const block = new BlockReader(bytes);
  return Array.from({ length: block.columns }, () => {
    const column = new Float64Array(block.n);
    block.next(column);
    return column;
  });
}
