import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Db, openDb } from "#db/client.ts";
import { freshFolder } from "#db/copies/testing.ts";
import { selectUnfinishedImports } from "#db/queries/imports.ts";
import type { ImportInput } from "../../contracts/imports/imports.ts";
import { makeWorld, type World } from "../testing.ts";
import { importFiles } from "./import-files.ts";
import { removeUnfinishedImports } from "./remove.ts";
import { discardFiles, importProgress } from "./stage.ts";
import { undoImport } from "./undo.ts";
import { bring, sendFiles, type SentText, tablesOf } from "./testing.ts";

const POINTS = 200_000;

/** JSON lines of one run, long enough to be read in a thread and stored in several parts. */
function log(values = POINTS, first = 0.5): SentText {
  const lines = Array.from({ length: values }, (_, i) => `{"step":${i},"loss":${i === 7 ? first : i % 97}}`);
  return { name: "metrics.jsonl", bytes: `${lines.join("\n")}\n` };
}

/** Answers of a model to many problems, as lm-evaluation-harness writes them. */
function samples(n: number): SentText {
  const lines = Array.from({ length: n }, (_, i) =>
    JSON.stringify({
      doc_id: i,
      doc_hash: `h${i}`,
      filter: "none",
      metrics: ["acc"],
      acc: i % 2,
      resp: "x".repeat(40),
    }),
  );
  return { name: "samples_gsm8k_2025-01-31T10-00-00.123.jsonl", bytes: lines.join("\n") };
}

const ask = (stagingId: string, more: Partial<ImportInput> = {}): ImportInput => ({
  stagingId,
  experiment: "x",
  commit: true,
  ...more,
});

/** What others see between two turns of an import: how far it is, and how many rows were changed since. */
async function watch(world: World, isGoing: () => boolean, see: (change: number) => void) {
  const changes = world.ctx.db.$client.prepare("select total_changes()").pluck();
  for (let before = changes.get() as number; isGoing();) {
    await setImmediate();
    const now = changes.get() as number;
    see(now - before);
    before = now;
  }
}

async function watched(world: World, file: SentText) {
  const stagingId = sendFiles(world, [file]);
  let isGoing = true;
  const phases = new Set<string>();
  let [most, farthest, last] = [0, 0, 0];
  const seen = watch(
    world,
    () => isGoing,
    (change) => {
      most = Math.max(most, change);
      const told = importProgress(world.ctx, { stagingId });
      if (told) phases.add(told.phase);
      if (told?.phase !== "storing") return;
      farthest = Math.max(farthest, told.done - last);
      last = told.done;
    },
  );
  const answer = await importFiles(world.ctx, ask(stagingId)).finally(() => (isGoing = false));
  await seen;
  return { answer, phases, most, farthest };
}

test("a long history is stored part by part, and how far it is can be asked", async () => {
  const world = makeWorld();
  const { answer, phases, farthest } = await watched(world, log());
  expect(answer.runs).toMatchObject([{ outcome: "new", points: POINTS }]);
  expect([...phases].toSorted()).toEqual(["reading", "storing"]);
  expect(farthest).toBeLessThan(20_000);
});

test("of many answers few are stored between two turns of others", async () => {
  const world = makeWorld();
  const { answer, most } = await watched(world, samples(9000));
  expect(answer.runs[0].evaluations).toMatchObject([{ n: 9000, solved: 4500 }]);
  expect(most).toBeLessThan(2 * 9000 + 200);
});

/** Waits until so many points are stored. */
async function untilStored(world: World, stagingId: string, points: number): Promise<void> {
  for (;;) {
    const told = importProgress(world.ctx, { stagingId });
    if (told?.phase === "storing" && told.done >= points) return;
    await setImmediate();
  }
}

/** What is stored but for the bytes of points, which go when there is time. */
function stored(db: Db): Record<string, unknown> {
  const BYTES = /^(segs|chunk_data|dead_chunks|point_journal|point_writer|page_digests)$/;
  return Object.fromEntries(Object.entries(tablesOf(db)).filter(([name]) => !BYTES.test(name)));
}

test("an import that is cancelled while it stores leaves nothing, and the files can be sent again", async () => {
  const world = makeWorld();
  await bring(world, [{ name: "small.csv", bytes: "step,loss\n0,1\n" }]);
  const before = stored(world.ctx.db);
  const stagingId = sendFiles(world, [log()]);
  const importing = importFiles(world.ctx, ask(stagingId)).catch((error: { code: string }) => error.code);
  await untilStored(world, stagingId, 1);
  expect(selectUnfinishedImports(world.ctx.db)).toHaveLength(1);
  discardFiles(world.ctx, { stagingId });
  expect(await importing).toBe("conflict");
  expect(stored(world.ctx.db)).toEqual(before);
  await expect(importFiles(world.ctx, ask(stagingId))).rejects.toMatchObject({ code: "not_found" });
  expect((await bring(world, [log()])).runs).toMatchObject([{ outcome: "new" }]);
});

test("what an import left that was cut goes at the next start", async () => {
  const world = makeWorld();
  await bring(world, [{ name: "small.csv", bytes: "step,loss\n0,1\n" }]);
  const before = stored(world.ctx.db);
  const stagingId = sendFiles(world, [log()]);
  const importing = importFiles(world.ctx, ask(stagingId));
  await untilStored(world, stagingId, 30_000);
  // The file as it is at this moment is what a process finds after the one before was killed.
  const bytes = world.ctx.db.$client.serialize();
  await importing;
  const path = join(freshFolder(), "ablab.db");
  writeFileSync(path, bytes);
  const db = openDb(path);
  expect(selectUnfinishedImports(db)).toHaveLength(1);
  expect(await removeUnfinishedImports({ ...world.ctx, db })).toBe(1);
  expect(stored(db)).toEqual(before);
});

test("an undo of many runs lets others go on after each of them", async () => {
  const world = makeWorld();
  const runs = Array.from({ length: 30 }, (_, i) => `r${i},0,0.5`);
  const { importId } = await bring(world, [{ name: "a.csv", bytes: ["run,step,loss", ...runs].join("\n") }]);
  let [isGoing, turns] = [true, 0];
  const seen = watch(
    world,
    () => isGoing,
    () => turns++,
  );
  const { deleted } = await undoImport(world.ctx, { id: importId ?? "" }).finally(() => (isGoing = false));
  await seen;
  expect(deleted).toBe(30);
  expect(turns).toBeGreaterThanOrEqual(30);
});
