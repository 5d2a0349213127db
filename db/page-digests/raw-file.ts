import { openSync, readSync, statSync } from "node:fs";

const kept = new Map<string, number>();

/**
 * A descriptor of a database file that may be open here, never to be closed: closing any descriptor of a file takes away the
 * locks that this process has on it (POSIX), those of SQLite too. One for each file and process.
 */
export function keptDescriptor(path: string): number {
  const { dev, ino } = statSync(path);
  const key = `${dev}:${ino}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const fd = openSync(path, "r");
  kept.set(key, fd);
  return fd;
}

const PAGES_AT_ONCE = 256;

/** The pages of a database file as they lie on disk, without the log, from 1 to `count`. A page is valid until the next. */
export function* rawPages(fd: number, pageSize: number, count: number): Generator<[number, Buffer]> {
  const piece = Buffer.alloc(PAGES_AT_ONCE * pageSize);
  for (let first = 0; first < count; first += PAGES_AT_ONCE) {
    const got = readSync(fd, piece, 0, piece.length, first * pageSize);
    for (let k = 0; k < PAGES_AT_ONCE && (k + 1) * pageSize <= got && first + k < count; k++)
      yield [first + k + 1, piece.subarray(k * pageSize, (k + 1) * pageSize)];
  }
}

/** One page as it lies on disk. */
export function rawPage(fd: number, size: number, page: number): Buffer {
  const content = Buffer.alloc(size);
  readSync(fd, content, 0, size, (page - 1) * size);
  return content;
}
