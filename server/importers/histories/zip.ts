import { crc32, inflateRawSync, zstdDecompressSync } from "node:zlib";
import { writeBytes } from "../../wording/quantities.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { chunksOf, ImportError, type SentFile, sizeOf } from "./sent-file.ts";

/** A file in a zip archive. Its name is a word and never a path of ours. */
export interface ZipEntry {
  name: string;
  method: number;
  /** Bytes as they are packed, and as they are. */
  packed: number;
  size: number;
  crc: number;
  /** Where its own head begins. */
  at: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const PLACE_OF_END_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** What a field of 32 bits holds where the true number stands in the part for large archives. */
const ELSEWHERE = 0xffffffff;
const ENCRYPTED = 1;

/** A file of an archive has at most this many bytes, all of them together at most so many, and there are at most so many. */
const MOST_SIZE = 64 * 1024 * 1024;
const MOST_TOGETHER = 4 * 1024 * 1024 * 1024;
const MOST_ENTRIES = 200_000;
const MOST_DIRECTORY = 64 * 1024 * 1024;

/** How an entry is unpacked, by the number of its method; never into more bytes than it says that it has. */
const METHODS: Record<number, (bytes: Uint8Array, size: number) => Uint8Array> = {
  0: (bytes) => bytes,
  8: (bytes, size) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) }),
  93: (bytes, size) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, size) }),
};

const refused = (file: SentFile, why: string): ImportError =>
  new ImportError(`${file.name} ${why}. Nothing was imported.`);

/** Some bytes of a file; a part that reaches beyond it is refused. */
function bytesOf(file: SentFile, from: number, length: number): DataView {
  if (from < 0 || length < 0 || from + length > sizeOf(file))
    throw refused(file, "is cut: a part of the archive is missing");
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunksOf(file, from, from + length)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  if (at < length) throw refused(file, "is cut: a part of the archive is missing");
  return new DataView(bytes.buffer);
}

const END_LENGTH = 22;
const MOST_COMMENT = 65_535;

/** Where the list of files stands, and how many there are. */
function directoryOf(file: SentFile): { from: number; length: number; count: number } {
  const size = sizeOf(file);
  const tailFrom = Math.max(0, size - END_LENGTH - MOST_COMMENT);
  const tail = bytesOf(file, tailFrom, size - tailFrom);
  for (let i = tail.byteLength - END_LENGTH; i >= 0; i--) {
    if (tail.getUint32(i, true) !== END) continue;
    const [count, length, from] = [
      tail.getUint16(i + 10, true),
      tail.getUint32(i + 12, true),
      tail.getUint32(i + 16, true),
    ];
    const isLarge = count === 0xffff || length === ELSEWHERE || from === ELSEWHERE;
    return isLarge ? largeDirectory(file, tailFrom + i) : { from, length, count };
  }
  throw refused(file, "is no zip archive, or its end is missing");
}

const large = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function largeDirectory(file: SentFile, end: number): { from: number; length: number; count: number } {
  const place = bytesOf(file, end - 20, 20);
  if (place.getUint32(0, true) !== PLACE_OF_END_64)
    throw refused(file, "is damaged: its list of files is not found");
  const head = bytesOf(file, large(place, 8), 56);
  if (head.getUint32(0, true) !== END_64) throw refused(file, "is damaged: its list of files is not found");
  return { count: large(head, 32), length: large(head, 40), from: large(head, 48) };
}

/** The files of an archive by name. Archives that unpack into more than an import may hold are refused before anything is unpacked. */
export function zipEntries(file: SentFile): Map<string, ZipEntry> {
  const { from, length, count } = directoryOf(file);
  if (count > MOST_ENTRIES || length > MOST_DIRECTORY)
    throw refused(file, `lists more than ${writeWhole(MOST_ENTRIES)} files`);
  const list = bytesOf(file, from, length);
  const entries = new Map<string, ZipEntry>();
  let [at, together] = [0, 0];
  for (let n = 0; n < count; n++) {
    if (at + 46 > length || list.getUint32(at, true) !== ENTRY)
      throw refused(file, `is damaged: file ${n + 1} of its list`);
    const entry = entryAt(file, list, at);
    if (entry.isEncrypted) throw refused(file, `holds ${shown(entry.name)}, which is encrypted`);
    if (entry.size > MOST_SIZE)
      throw refused(
        file,
        `holds ${shown(entry.name)} with ${writeBytes(entry.size)}; a file of an archive has at most ${writeBytes(MOST_SIZE)}`,
      );
    together += entry.size;
    if (together > MOST_TOGETHER) throw refused(file, `unpacks into more than ${writeBytes(MOST_TOGETHER)}`);
    entries.set(entry.name, entry);
    at = entry.next;
  }
  return entries;
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 80));

function entryAt(
  file: SentFile,
  list: DataView,
  at: number,
): ZipEntry & { isEncrypted: boolean; next: number } {
  const [named, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true));
  const next = at + 46 + named + extra + comment;
  if (next > list.byteLength) throw refused(file, "is damaged: its list of files is cut");
  const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, named));
  const told = {
    size: list.getUint32(at + 24, true),
    packed: list.getUint32(at + 20, true),
    at: list.getUint32(at + 42, true),
  };
  const end = at + 46 + named + extra;
  for (let i = at + 46 + named; i + 4 <= end;) {
    const [kind, length] = [list.getUint16(i, true), list.getUint16(i + 2, true)];
    // Numbers that need more bits stand here, in this order, those alone that did not fit.
    if (kind === 1) {
      let place = i + 4;
      for (const field of ["size", "packed", "at"] as const)
        if (told[field] === ELSEWHERE && place + 8 <= Math.min(end, i + 4 + length)) {
          told[field] = large(list, place);
          place += 8;
        }
    }
    i += 4 + length;
  }
  return {
    name,
    ...told,
    method: list.getUint16(at + 10, true),
    crc: list.getUint32(at + 16, true),
    isEncrypted: (list.getUint16(at + 8, true) & ENCRYPTED) !== 0,
    next,
  };
}

/** The bytes of a file of an archive. Throws where they are not those that were packed. */
export function readEntry(file: SentFile, entry: ZipEntry): Uint8Array {
  const { name, method, packed, size, crc, at } = entry;
  const unpack = METHODS[method];
  if (!unpack) throw refused(file, `holds ${shown(name)}, packed by a method that is not read (${method})`);
  const head = bytesOf(file, at, 30);
  if (head.getUint32(0, true) !== LOCAL) throw refused(file, `is damaged at ${shown(name)}`);
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const bytes = new Uint8Array(bytesOf(file, from, packed).buffer);
  let whole: Uint8Array;
  try {
    whole = unpack(bytes, size);
  } catch (error) {
    throw new ImportError(
      `${file.name} is damaged at ${shown(name)}: it cannot be unpacked. Nothing was imported.`,
      { cause: error },
    );
  }
  if (whole.length !== size || crc32(whole) !== crc)
    throw refused(file, `is damaged at ${shown(name)}: its bytes are not those that were packed`);
  return whole;
}
