import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { checkDatabase } from "#db/copies/check-database.ts";
import { migrate } from "#db/migrate.ts";
import { makeWorld } from "../services/testing.ts";
import { cleanSecrets } from "./clean-secrets.ts";
import type { Home } from "./home.ts";

const KEY = "abl_in_0123456789abcdefghijABCDEFGHIJ012";
const folders: string[] = [];
afterEach(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

it("masks what is stored, writes the file anew, and names what still holds the keys", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ablab-secrets-"));
  folders.push(dir);
  const dbPath = join(dir, "ablab.db");
  const db = openDb(dbPath);
  migrate(db, { now: 0, backupDir: null });
  db.$client
    .prepare("insert into projects (id, name, slug, created_at) values ('prj', ?, 's', 0)")
    .run(`p ${KEY}`);
  const backups = mkdtempSync(join(tmpdir(), "ablab-backups-"));
  folders.push(backups);
  writeFileSync(join(backups, "before-x.db"), KEY);
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const stop = cleanSecrets({ ...makeWorld().ctx, db }, { dbPath, backups } as Home);
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(2), { timeout: 300_000 });
  // The first before all is done, so that a kill in between loses no advice.
  expect(said.mock.calls[0][0]).toMatch(/revoke/);
  expect(said.mock.calls[1][0]).toMatch(/1 stored value.*before-x\.db/);
  const holding = readdirSync(dir).filter((name) => readFileSync(join(dir, name)).includes(KEY));
  expect(holding).toEqual([]);
  expect(statSync(`${dbPath}-wal`).size).toBe(0);
  expect(checkDatabase(dbPath, "full").findings).toEqual([]);
  stop();
  db.$client.close();
});
