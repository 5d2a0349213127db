import type { UploadedFile } from "../importer.ts";

const BLOCK = 512;
const NO_BYTES = Buffer.alloc(0);

/** The header of one file: name, size, owner and time as zeros and octal numbers, and the sum of its own bytes. */
function header(folder: string, name: string, size: number, at: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const put = (offset: number, text: string) => block.write(text, offset, "ascii");
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(0, name);
  put(100, "0000644");
  put(108, "0000000");
  put(116, "0000000");
  put(124, octal(size, 11));
  put(136, octal(Math.floor(at / 1000), 11));
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar");
  put(263, "00");
  put(345, folder);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, octal(sum, 6));
  block[154] = 0;
  return block;
}

/**
 * Files of one folder as a tar archive (POSIX ustar, pax(1)), one after the other, all of one time in ms. Names are ASCII of
 * at most 100 characters, as this format writes them, the folder's of at most 155.
 */
export function* tarOf(folder: string, files: Iterable<UploadedFile>, at: number): Generator<Buffer> {
  for (const { name, text } of files) {
    if (name.length > 100 || folder.length > 155 || /[^!-~]/.test(folder + name))
      throw new Error(`"${folder}/${name}" is no name that a tar archive takes.`);
    const body = Buffer.from(text, "utf8");
    yield header(folder, name, body.length, at);
    yield body;
    const rest = body.length % BLOCK;
    yield rest === 0 ? NO_BYTES : Buffer.alloc(BLOCK - rest);
  }
  yield Buffer.alloc(2 * BLOCK);
}
