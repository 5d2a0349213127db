import { crc32 } from "node:zlib";
import { view } from "../../../folders/protobuf.ts";
import { writeBytes } from "../../../wording/quantities.ts";
import { chunksOf, headOf, ImportError, joined, MOST_AT_ONCE, type SentFile } from "../sent-file.ts";

/** What every file begins with: ":W&B", the magic number 0xbee1 and version 0. */
const HEAD = Uint8Array.of(0x3a, 0x57, 0x26, 0x42, 0xe1, 0xbe, 0);

const BLOCK = 32_768;
/** Checksum, length and type of a part of a record. */
const PART_HEAD = 7;
/** Types of parts: a whole record, and the pieces of one that is longer than what is left of its block. */
const [WHOLE, FIRST, LAST] = [1, 2, 4];

/** Whether a file is a log of records as W&B's client writes it. */
export function isRecordLog(file: SentFile): boolean {
  const head = headOf(file, HEAD.length);
  return head.length === HEAD.length && HEAD.every((byte, i) => head[i] === byte);
}

/**
 * Records of a log in LevelDB's format: blocks of 32 KiB, each part of a record with the CRC-32 of its type and content. A record
 * is to be read before the next one is asked for. Answers the byte at which the file ends inside a record, as that of a process
 * that was killed does; null where it ends with one. Throws an `ImportError` that names the byte of a damaged record.
 */
export function* recordsOf(file: SentFile): Generator<Uint8Array, number | null, void> {
  const pieces: Uint8Array[] = [];
  let held = 0;
  let base = 0;
  let begun = 0;
  for (const block of chunksOf(file, 0, undefined, BLOCK)) {
    const numbers = view(block);
    let at = base === 0 ? HEAD.length : 0;
    for (let end = 0; at + PART_HEAD <= block.length; at = end) {
      const refuse = (what: string) =>
        new ImportError(`${file.name} ${what} at byte ${base + at}. Nothing was imported.`);
      if (pieces.length === 0) begun = base + at;
      const type = block[at + 6];
      end = at + PART_HEAD + numbers.getUint16(at + 4, true);
      // Room that was reserved ahead of what is written holds zeros, as no part begins.
      if (type === 0 && block.subarray(at).every((byte) => byte === 0)) return begun;
      if (end > block.length && block.length < BLOCK) return begun;
      const begins = type === WHOLE || type === FIRST;
      if (end > block.length || type === 0 || type > LAST || begins !== (pieces.length === 0))
        throw refuse("is damaged");
      if (crc32(block.subarray(at + 6, end)) !== numbers.getUint32(at, true)) throw refuse("is damaged");
      const content = block.subarray(at + PART_HEAD, end);
      if (type === WHOLE) yield content;
      else {
        pieces.push(content.slice());
        held += content.length;
        if (held > MOST_AT_ONCE) throw refuse(`has a record of more than ${writeBytes(MOST_AT_ONCE)}`);
      }
      if (type !== LAST) continue;
      held = 0;
      yield joined(pieces.splice(0));
    }
    if (at < block.length && block.length < BLOCK) return pieces.length === 0 ? base + at : begun;
    base += block.length;
  }
  return pieces.length === 0 ? null : begun;
}
