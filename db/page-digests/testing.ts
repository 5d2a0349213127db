import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { openToRead } from "../client.ts";
import { checkDatabase } from "../copies/check-database.ts";

/** Every value of every table, as one text for each table; null where SQLite cannot read it. */
export function valuesOf(path: string): Map<string, string | null> {
  const values = new Map<string, string | null>();
  let db;
  try {
    db = openToRead(path);
    const names = db.$client
      .prepare("select name from sqlite_schema where type = 'table' and name <> 'page_digests' order by name")
      .pluck()
      .all() as string[];
    for (const name of names) {
      let text: string | null = "";
      try {
        for (const row of db.$client
          .prepare(`select * from "${name}"`)
          .raw()
          .safeIntegers()
          .iterate() as Iterable<unknown[]>)
          text += `${row.map((value) => (Buffer.isBuffer(value) ? value.toString("hex") : String(value))).join("\t")}\n`;
      } catch {
        text = null;
      }
      values.set(name, text);
    }
  } catch {
    values.clear();
  } finally {
    db?.$client.close();
  }
  return values;
}

/** Exchanges one byte of a file for `byte`, and returns what was there. */
function exchangeByte(path: string, at: number, byte: number): number {
  const fd = openSync(path, "r+");
  try {
    const was = Buffer.alloc(1);
    readSync(fd, was, 0, 1, at);
    writeSync(fd, Buffer.of(byte), 0, 1, at);
    return was[0];
  } finally {
    closeSync(fd);
  }
}

/** What came of one byte that was changed. */
export interface Flip {
  at: number;
  findings: string[];
  /** Tables whose values read otherwise, or cannot be read. */
  changed: string[];
}

/** Changes one byte of a database file that nobody has open, checks it in full, reads every value, and changes it back. */
export function flipByte(
  path: string,
  at: number,
  xor: number,
  was: ReadonlyMap<string, string | null>,
): Flip {
  const byte = exchangeByte(path, at, 0);
  exchangeByte(path, at, byte ^ xor);
  try {
    const { findings } = checkDatabase(path, "full");
    const is = valuesOf(path);
    return { at, findings, changed: [...was.keys()].filter((name) => is.get(name) !== was.get(name)) };
  } finally {
    exchangeByte(path, at, byte);
  }
}
