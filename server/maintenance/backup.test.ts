import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filledDb, freshFolder, placeOf, spoil } from "#db/copies/testing.ts";
import { backUpDaily } from "./backup.ts";

const DAY = 86_400_000;
const backupsOf = (home: string) => readdirSync(join(home, "backups")).toSorted();

test("a day has one backup, the newest are kept, and what is no daily one is never removed", async () => {
  const home = freshFolder();
  filledDb(join(home, "ablab.db"), 10);
  mkdirSync(join(home, "backups"));
  for (const name of ["before-0007.db", "daily-notes.db"]) writeFileSync(join(home, "backups", name), "");
  for (const day of [0, 0.5, 1, 2, 3]) await backUpDaily(home, { keep: 2, now: day * DAY });
  expect(backupsOf(home)).toEqual([
    "before-0007.db",
    "daily-1970-01-03.db",
    "daily-1970-01-04.db",
    "daily-notes.db",
  ]);
  expect(await backUpDaily(home, { keep: 2, now: 3.5 * DAY })).toBeNull();
  expect(await backUpDaily(home, { keep: 0, now: 9 * DAY })).toBeNull();
});

test("while points are damaged no older backup goes, since one of them is the last that is whole", async () => {
  const home = freshFolder();
  const path = join(home, "ablab.db");
  const db = filledDb(path);
  for (const day of [0, 1]) await backUpDaily(home, { keep: 2, now: day * DAY });
  const block = db.$client.prepare("select data from segs order by id").pluck().get() as Buffer;
  db.$client.close();
  spoil(path, placeOf(path, block.subarray(40, 90)) + 20, 1);
  for (const day of [2, 3]) {
    const made = await backUpDaily(home, { keep: 2, now: day * DAY });
    expect(made?.findings).toEqual([expect.stringMatching(/^Page/), expect.stringMatching(/^Points/)]);
  }
  expect(backupsOf(home)).toHaveLength(4);
});

test("a backup that cannot be made says why and leaves nothing", async () => {
  const home = freshFolder();
  const path = join(home, "ablab.db");
  filledDb(path).$client.close();
  spoil(path, 4096, 200_000);
  await expect(backUpDaily(home, { keep: 2, now: 0 })).rejects.toThrow(
    /^No copy daily-1970-01-01\.db of \S+ was made: .*malformed/,
  );
  expect(backupsOf(home)).toEqual([]);
});
