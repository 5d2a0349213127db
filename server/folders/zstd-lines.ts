import { zstdDecompressSync } from "node:zlib";

const MAGIC = 0xfd2fb528;
/** Frames without content, as the table of a seekable file: 16 numbers from here on. */
const SKIPPED = 0x184d2a50;
/** Unpacked bytes of one frame, and of a file. */
const MOST = { frame: 64 * 2 ** 20, file: 512 * 2 ** 20 };

const DICTIONARY_BYTES = [0, 1, 2, 4];
const SIZE_BYTES = [0, 2, 4, 8];

const broken = (): never => {
  throw new Error("it is not a whole zstd file");
};

/** Where the frame that begins at a place ends (RFC 8878, 3.1.1): headers of blocks are read, and none is unpacked. */
function frameEnd(bytes: Buffer, from: number): number {
  const descriptor = bytes[from + 4] ?? broken();
  const [sizeFlag, single] = [descriptor >> 6, (descriptor >> 5) & 1];
  const sizeBytes = sizeFlag === 0 ? single : SIZE_BYTES[sizeFlag];
  let at = from + 5 + (1 - single) + DICTIONARY_BYTES[descriptor & 3] + sizeBytes;
  for (;;) {
    if (at + 3 > bytes.length) broken();
    const block = bytes.readUIntLE(at, 3);
    at += 3 + (((block >> 1) & 3) === 1 ? 1 : block >> 3);
    if ((block & 1) === 1) break;
  }
  return at + (((descriptor >> 2) & 1) === 1 ? 4 : 0);
}

/** A zstd file of any number of frames, frame by frame. Throws where it is broken, or unpacks to more than is read. */
export function* unpackedFrames(given: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let room = MOST.file;
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) broken();
    const magic = bytes.readUInt32LE(at);
    if ((magic & ~15) >>> 0 === SKIPPED) {
      at += 8 + bytes.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== MAGIC) broken();
    const end = frameEnd(bytes, at);
    if (end > bytes.length) broken();
    const unpacked = zstdDecompressSync(bytes.subarray(at, end), { maxOutputLength: MOST.frame });
    room -= unpacked.length;
    if (room < 0) throw new Error("it unpacks to more than is read at once");
    yield unpacked;
    at = end;
  }
}
