import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { writeResultsDb } from "#db/foreign/testing.ts";
import { freshKey, makeWorld } from "../testing.ts";
import { failuresOfUpload } from "./read-file.ts";

const LIMITS = { maxSteps: 20, slowOver: 5 };
const row = (problem: string) => ({
  model_name: "sft",
  problem_id: problem,
  success: 0,
  final_status: "INFEASIBLE",
  steps: 20,
  diagnosed_constraints: "[]",
  ground_truth_iis: '["c1"]',
});

const { ctx } = makeWorld();

/** Sends files as a page does and asks for their failures. */
function ask(files: Record<string, Uint8Array>) {
  const stagingId = freshKey();
  ctx.uploads.add(
    stagingId,
    Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
    ctx.now(),
  );
  return failuresOfUpload(ctx, { stagingId, ...LIMITS });
}

/** A file of 1,200 episodes while its rows lie in its log, that log, and the file once it is closed. */
function resultsDb(): { open: Buffer; wal: Buffer; closed: Buffer } {
  const path = join(freshFolder(), "results.db");
  const episodes = Array.from({ length: 1200 }, (_, i) => row(`lp_typeA_${i}`));
  const close = writeResultsDb(path, episodes, { wal: true });
  const [open, wal] = [readFileSync(path), readFileSync(`${path}-wal`)];
  close();
  return { open, wal, closed: readFileSync(path) };
}

test("a file that was sent is read with its log, with as many cases as a page shows, and is gone then", () => {
  const { open, wal } = resultsDb();
  const { rows, models } = ask({ "results.db": open, "results.db-wal": wal });
  expect([rows, models[0].n, models[0].cases.length]).toEqual([1200, 1200, 1000]);
  expect(models[0].kinds[0]).toEqual({ kind: "timeout", count: 1200 });
  expect(() => failuresOfUpload(ctx, { stagingId: freshKey(), ...LIMITS })).toThrow(
    /^Nothing was sent under this id/,
  );
});

test("what is no such file, or is more than one, is refused with a sentence", () => {
  expect(() => ask({ "notes.txt": Buffer.from("problem,success\n".repeat(100)) })).toThrow(
    "notes.txt is no SQLite file.",
  );
  const { wal, closed } = resultsDb();
  const wrong: Record<string, Uint8Array>[] = [
    { "a.db": closed, "b.db": closed },
    { "a.db": closed, "b.db-wal": wal },
    { "results.db-wal": wal },
  ];
  for (const files of wrong)
    expect(() => ask(files)).toThrow(/^Choose one results\.db, and beside it only its own results\.db-wal/);
});
