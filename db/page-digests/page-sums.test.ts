import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inTransaction } from "../connection.ts";
import { filledDb, freshFolder } from "../copies/testing.ts";
import { LOG_START, readLog } from "./log-file.ts";
import { digestOfBytes } from "./page-sums.ts";

test("the sums in the log of SQLite give the digest of each page, from any frame on", () => {
  const db = filledDb(join(freshFolder(), "ablab.db"));
  db.$client.exec("create table filler (id integer primary key, data blob)");
  let reached = LOG_START;
  for (let k = 0; k < 5; k++) {
    // Pages that do not fit into the cache are written to the log twice, the second time over the first.
    db.$client.pragma(`cache_size = ${k === 3 ? 10 : 1000}`);
    inTransaction(db, (tx) => {
      tx.$client.prepare("insert into filler (data) values (randomblob(?))").run(1 + 300_000 * k);
      tx.$client.exec("update filler set data = randomblob(length(data))");
    });
    const pages: number[] = [];
    reached = readLog(db.$client.name, reached, Infinity, (page, digest, content) => {
      pages.push(page);
      expect([page, digest]).toEqual([page, digestOfBytes(content)]);
    });
    expect(pages.length).toBeGreaterThan(k * 70);
  }
  db.$client.close();
});

test("any change within 8 bytes that lie together changes the digest", () => {
  const page = fc.uint8Array({ minLength: 4096, maxLength: 4096 });
  const change = fc
    .uint8Array({ minLength: 8, maxLength: 8 })
    .filter((bytes) => bytes.some((byte) => byte > 0));
  fc.assert(
    fc.property(page, fc.integer({ min: 0, max: 511 }), change, (content, at, bytes) => {
      const changed = content.slice();
      bytes.forEach((byte, k) => (changed[8 * at + k] ^= byte));
      expect(digestOfBytes(changed)).not.toBe(digestOfBytes(content));
    }),
  );
});
