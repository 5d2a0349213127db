import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";
import { filledDb, freshFolder, spoil } from "#db/copies/testing.ts";
import { cleanStored } from "../services/secrets/clean-stored.ts";
import { storageCautions } from "../services/storage.ts";
import { launch, makeWorld, type World } from "../services/testing.ts";
import { openHome, type Home } from "./home.ts";
import { lookAfter } from "./look-after.ts";

/**
 * A data directory that a server opens after one that was killed, or not. That one has looked at each table for secrets, which
 * meets damage too, unless it is `unswept`.
 */
function opened({ killed = false, damaged = false, unswept = false }): { world: World; home: Home } {
  const dir = freshFolder();
  const path = join(dir, "ablab.db");
  const db = filledDb(path);
  if (!unswept) Array.from(cleanStored({ ...makeWorld().ctx, db }));
  const root = db.$client.prepare("select rootpage from sqlite_schema where name = 'reports'").pluck().get();
  db.$client.close();
  if (damaged) spoil(path, 4096 * ((root as number) - 1), 4096);
  if (killed) writeFileSync(join(dir, "server.json"), "{}");
  const home = openHome(dir);
  const world = makeWorld();
  world.ctx.db = openDb(path);
  onTestFinished(() => {
    world.ctx.db.$client.close();
    home.release();
  });
  return { world, home };
}

test("after an unclean stop the file is looked at beside the requests, and damage that nobody met stops the writing", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { world, home } = opened({ killed: true, damaged: true });
  expect(() => launch(world)).not.toThrow();
  onTestFinished(lookAfter(world.ctx, home, 0));
  await expect.poll(() => storageCautions(world.ctx)).toHaveLength(1);
  expect(storageCautions(world.ctx)[0]).toMatch(/is damaged \([^:]+\), so/);
  expect(() => launch(world)).toThrow(/so nothing is written to it any more/);
  said.mockRestore();
});

test("after a clean stop nothing is looked at", () => {
  expect(opened({}).home.wasKilled).toBe(false);
  expect(opened({ killed: true }).home.wasKilled).toBe(true);
});

test("a backup of the day is made by itself some minutes after the start, and one that fails is said everywhere", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { world, home } = opened({});
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(lookAfter(world.ctx, home, 7));
  vi.advanceTimersByTime(5 * 60_000);
  vi.useRealTimers();
  await expect.poll(() => readdirSync(home.backups)).toEqual(["daily-2027-01-15.db"]);
  expect(storageCautions(world.ctx)).toEqual([]);
  const { world: full, home: broken } = opened({ damaged: true });
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(lookAfter(full.ctx, broken, 7));
  vi.advanceTimersByTime(5 * 60_000);
  vi.useRealTimers();
  await expect
    .poll(() => storageCautions(full.ctx))
    .toEqual([expect.stringMatching(/^Today's backup was not made\. No copy/)]);
  said.mockRestore();
});

test("damage that the look for secrets meets stops the writing, and no backup is tried after it", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { world, home } = opened({ damaged: true, unswept: true });
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(lookAfter(world.ctx, home, 7));
  await vi.waitFor(() => expect(storageCautions(world.ctx)).toHaveLength(1));
  vi.advanceTimersByTime(5 * 60_000);
  expect(storageCautions(world.ctx)).toEqual([expect.stringMatching(/is damaged \([^:]+\), so/)]);
  expect(readdirSync(home.backups)).toEqual([]);
  said.mockRestore();
});

test("a restore that was cut short is finished when the directory is opened", () => {
  const dir = freshFolder();
  const path = join(dir, "ablab.db");
  const db = filledDb(path);
  copyDatabase(path, `${path}.restored`);
  db.$client.exec("update experiments set title = 'later'");
  db.$client.close();
  const home = openHome(dir);
  onTestFinished(home.release);
  const read = openDb(path);
  expect(read.$client.prepare("select title from experiments").pluck().get()).toBe("e");
  read.$client.close();
});
