/**
 * The checksum of a page, which is the one of SQLite's log (sqlite.org/fileformat, 4.2): two sums over words of 32 bits, each
 * of which goes into the other. A frame's sums go on from those of the frame before it, so that those of its page alone follow
 * from both by one multiplication, without reading the page. Any change within 8 bytes on a multiple of 8, as that of a byte,
 * changes the sums for certain.
 */

/** One number of 32 bits out of two sums; never 0. Where one of them is another, so is the number; of both, but for one in 2^32. */
function folded(first: number, second: number): number {
  let mixed = Math.imul(first ^ (first >>> 16), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul((mixed + second) | 0, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0 || 1;
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** The words of a page as numbers, without a copy where it lies so that none is needed. */
function wordsOf(content: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = content.byteOffset % 4 === 0 ? content : content.slice();
  const words = new Int32Array(buffer, byteOffset, length / 4);
  if (isLittleEndian) return words;
  const view = new DataView(buffer, byteOffset, length);
  return words.map((_, k) => view.getInt32(4 * k, true));
}

/** The digest of the bytes of a page. */
export function digestOfBytes(content: Uint8Array): number {
  const words = wordsOf(content);
  let first = 0;
  let second = 0;
  for (let k = 0; k < words.length; k += 2) {
    first = (first + words[k] + second) | 0;
    second = (second + words[k + 1] + first) | 0;
  }
  return folded(first, second);
}

/** Sums behind a page of zeros: p * first + q * second, and q * first + (p + q) * second; neighbors among Fibonacci's numbers. */
function zerosOf(pageSize: number): { p: number; q: number } {
  let [p, q] = [1, 0];
  for (let k = 0; k < pageSize / 8; k++) [p, q] = [(p + q) | 0, (p + 2 * q) | 0];
  return { p, q };
}

const FRAME_SUMS = 16;

/**
 * Digests of the pages in a log whose words have their lowest byte first, out of its frames' sums alone: of the frame at `at` of
 * `frames`, with the sums before it at `before` of `earlier`. The same number as `digestOfBytes` of its page.
 */
export function digestOfFrame(
  pageSize: number,
): (frames: DataView, at: number, earlier: DataView, before: number) => number {
  const { p, q } = zerosOf(pageSize);
  return (frames, at, earlier, before) => {
    const second = earlier.getInt32(before + 4);
    const first = (earlier.getInt32(before) + frames.getInt32(at, true) + second) | 0;
    const then = (second + frames.getInt32(at + 4, true) + first) | 0;
    const zeros = [Math.imul(p, first) + Math.imul(q, then), Math.imul(q, first) + Math.imul(p + q, then)];
    return folded(
      (frames.getInt32(at + FRAME_SUMS) - zeros[0]) | 0,
      (frames.getInt32(at + FRAME_SUMS + 4) - zeros[1]) | 0,
    );
  };
}
