import { constants, zstdCompressSync } from "node:zlib";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js";
import { giveBack } from "../../numbers/give-back.ts";

/**
 * A Parquet file that is handed over group by group: pages are encoded by whoever has the rows, and what is kept for the foot
 * is a kilobyte of bytes per group. So nothing that is held grows with the rows.
 */

/** The numbers that the format has for these names. */
const TYPES = { INT32: 1, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
const ENCODINGS = { PLAIN: 0, DELTA_BINARY_PACKED: 5, RLE_DICTIONARY: 8, BYTE_STREAM_SPLIT: 9 } as const;
const ZSTD = 6;
const UTF8 = 0;
const REQUIRED = 0;
const PAGE_TYPES = { dictionary: 2, data: 3 } as const;
/** A list of structs as the field after the one before it, and the mark that its length follows. */
const LIST_OF_STRUCTS = 0x19;
const LONG_LIST_OF_STRUCTS = 0xfc;

/** A column; none has gaps. Texts are BYTE_ARRAY. */
export interface ParquetColumn {
  name: string;
  type: keyof typeof TYPES;
}

/** The values of a column in a group of rows. */
export interface ColumnPage {
  encoding: Exclude<keyof typeof ENCODINGS, "PLAIN">;
  bytes: Uint8Array;
  /** The values that `bytes` counts, as PLAIN has them. */
  dictionary?: { values: number; bytes: Uint8Array };
  /** As PLAIN has them; null where no value has a place in an order. */
  bounds: { least: Uint8Array; greatest: Uint8Array } | null;
}

export interface ParquetFile {
  /** A group of rows, with a page for each column in their order. What the pages hold may be used again afterwards. */
  group(rows: number, pages: Iterable<ColumnPage>): void;
  /** Writes the foot. */
  end(): void;
}

export function parquetFile(
  columns: readonly ParquetColumn[],
  write: (bytes: Uint8Array) => void,
): ParquetFile {
  const out = new ByteWriter();
  const groups: Uint8Array[] = [];
  let rowsInAll = 0;
  const handOver = () => {
    write(out.getBytes());
    out.index = 0;
  };
  out.appendBytes(Buffer.from("PAR1"));

  /** Writes a page behind its head; the bytes of both before the page was packed. */
  function page(
    head: Omit<Parameters<typeof writePageHeader>[1], "compressed_page_size" | "uncompressed_page_size">,
    bytes: Uint8Array,
  ): number {
    // In one piece: pieces would be held beside what they are joined to.
    const packed = zstdCompressSync(bytes, { chunkSize: Math.max(bytes.length + 1, constants.Z_MIN_CHUNK) });
    const start = out.offset;
    writePageHeader(out, {
      ...head,
      uncompressed_page_size: bytes.length,
      compressed_page_size: packed.length,
    });
    const headBytes = out.offset - start;
    out.appendBytes(packed);
    giveBack(packed);
    return headBytes + bytes.length;
  }

  function column(
    { name, type }: ParquetColumn,
    rows: number,
    { encoding, bytes, dictionary, bounds }: ColumnPage,
  ) {
    const start = out.offset;
    let plainBytes = 0;
    if (dictionary)
      plainBytes += page(
        {
          type: "DICTIONARY_PAGE",
          dictionary_page_header: { num_values: dictionary.values, encoding: "PLAIN" },
        },
        dictionary.bytes,
      );
    const data = out.offset;
    plainBytes += page(
      {
        type: "DATA_PAGE_V2",
        data_page_header_v2: {
          num_values: rows,
          num_nulls: 0,
          num_rows: rows,
          encoding,
          definition_levels_byte_length: 0,
          repetition_levels_byte_length: 0,
          is_compressed: true,
        },
      },
      bytes,
    );
    const values = { field_1: PAGE_TYPES.data as number, field_2: ENCODINGS[encoding] as number, field_3: 1 };
    const words = { field_1: PAGE_TYPES.dictionary, field_2: ENCODINGS.PLAIN, field_3: 1 };
    const pages = dictionary ? [words, values] : [values];
    return {
      plainBytes,
      told: {
        field_2: BigInt(start),
        field_3: {
          field_1: TYPES[type],
          field_2: pages.map(({ field_2 }) => field_2),
          field_3: [name],
          field_4: ZSTD,
          field_5: BigInt(rows),
          field_6: BigInt(plainBytes),
          field_7: BigInt(out.offset - start),
          field_9: BigInt(data),
          field_11: dictionary ? BigInt(start) : undefined,
          field_12: { field_3: 0n, field_5: bounds?.greatest, field_6: bounds?.least },
          field_13: pages,
        },
      },
    };
  }

  return {
    group(rows, pages) {
      const start = out.offset;
      const told = [];
      let plainBytes = 0;
      for (const one of pages) {
        const written = column(columns[told.length], rows, one);
        plainBytes += written.plainBytes;
        told.push(written.told);
      }
      const foot = new ByteWriter();
      serializeTCompactProtocol(foot, {
        field_1: told,
        field_2: BigInt(plainBytes),
        field_3: BigInt(rows),
        field_6: BigInt(out.offset - start),
      });
      groups.push(foot.getBytes().slice());
      rowsInAll += rows;
      handOver();
    },
    end() {
      const start = out.offset;
      const leaf = ({ name, type }: ParquetColumn) => ({
        field_1: TYPES[type],
        field_3: REQUIRED,
        field_4: name,
        field_6: type === "BYTE_ARRAY" ? UTF8 : undefined,
      });
      serializeTCompactProtocol(out, {
        field_1: 2,
        field_2: [{ field_4: "points", field_5: columns.length }, ...columns.map(leaf)],
        field_3: BigInt(rowsInAll),
      });
      // Over the end mark, since the fourth field is the groups, whose bytes are there already.
      out.index -= 1;
      out.offset -= 1;
      out.appendUint8(LIST_OF_STRUCTS);
      out.appendUint8(LONG_LIST_OF_STRUCTS);
      out.appendVarInt(groups.length);
      for (const group of groups) out.appendBytes(group);
      // Fields 6 and 7 of the foot: numbers are told as distances, and these are the same from 0 as from 4.
      serializeTCompactProtocol(out, { field_2: "Ablab", field_3: columns.map(() => ({ field_1: {} })) });
      out.appendUint32(out.offset - start);
      out.appendBytes(Buffer.from("PAR1"));
      handOver();
    },
  };
}
