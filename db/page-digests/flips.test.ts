import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { copyDatabase } from "../copies/copy-database.ts";
import { checkDatabase } from "../copies/check-database.ts";
import { filledDb, freshFolder } from "../copies/testing.ts";
import { flipByte, valuesOf } from "./testing.ts";

/** Bytes of a file that change by themselves, as on a bad disk: each is reported, or no stored value reads otherwise. */

function madeFiles(): Record<"database" | "backup", string> {
  const folder = freshFolder();
  const database = join(folder, "ablab.db");
  const db = filledDb(database, 20_000);
  // A text that takes several pages of its own.
  db.$client.prepare("update experiments set title = ?").run("long ".repeat(4000));
  db.$client.close();
  return { database, backup: copyDatabase(database, join(folder, "backup.db")).path };
}

test.each(["database", "backup"] as const)(
  "in a %s every table is compared and each changed byte is reported, or changes no value",
  (which) => {
    const path = madeFiles()[which];
    const { findings, tables } = checkDatabase(path, "full");
    expect(findings).toEqual([]);
    expect(tables.filter(({ by, unchecked }) => !by.includes("pages") || unchecked !== null)).toEqual([]);
    expect(tables.find(({ table }) => table === "experiments")).toMatchObject({ rows: 1, by: ["pages"] });
    const was = valuesOf(path);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: statSync(path).size - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, xor) => {
          const flip = flipByte(path, at, xor, was);
          if (flip.findings.length === 0) expect(flip.changed).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  },
);

test("a changed value is reported with its table and row, also in a page that holds only a part of it", () => {
  const { database: path } = madeFiles();
  const was = valuesOf(path);
  const places = placesOf(path, Buffer.from("long long long "));
  for (const at of [places[10], places[Math.floor(places.length / 2)], places.at(-1)!]) {
    const { findings, changed } = flipByte(path, at, 1, was);
    expect(changed).toEqual(["experiments"]);
    expect(findings).toEqual([expect.stringMatching(/: row 1 of table experiments\.$/)]);
  }
});

function placesOf(path: string, bytes: Buffer): number[] {
  const content = readFileSync(path);
  const found: number[] = [];
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + bytes.length))
    found.push(at);
  return found;
}
