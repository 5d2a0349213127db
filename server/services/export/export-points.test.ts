import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectRun } from "#db/queries/runs.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { exportPoints, findExport, type ExportedFile } from "./export-points.ts";

let folder: string;
let world: World;
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-export-"));
  world = makeWorld();
  world.ctx.db = openDb(join(folder, "ablab.db"));
  migrate(world.ctx.db, { now: 0, backupDir: null });
});

afterEach(() => {
  world.ctx.db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs with an attempt each; `values` of run `i` are stored as one series. */
function runsWith(...values: number[][]) {
  const worker = joinWorker(world);
  const { experimentId } = launch(world, { seeds: values.map((_, i) => i) });
  const started = values.map((column) => {
    const { runId, attemptId } = startNext(world, worker);
    append(attemptId, "reward/raw", column);
    return { runId, attemptId };
  });
  return { experimentId, started };
}

function append(attemptId: string, metric: string, values: number[], x = values.map((_, i) => i)): void {
  const column = (numbers: number[]) => Float64Array.from(numbers);
  const columns = [
    { metric, axis: "step", x: column(x), value: column(values), at: column(values.map((_, i) => 1e12 + i)) },
  ];
  pointStore(world.ctx.db).append([{ attemptId, source: metric, firstSeq: 1, columns }]);
}

async function rowsOf(file: ExportedFile) {
  const bytes = readFileSync(file.path);
  const compressors = { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) };
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return parquetReadObjects({ file: buffer, compressors });
}

const filesLeft = () => readdirSync(join(folder, "exports"));

test("a run is exported with every bit of its points, series by name and points by x", async () => {
  const { started } = runsWith([0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  append(started[0].attemptId, "eval/rr", [2, 1], [2 ** 53, -0.5]);
  const file = await exportPoints(world.ctx, { kind: "run", id: started[0].runId }, never);
  const rows = await rowsOf(file);
  expect(rows.map(({ metric, seq, x, value }) => [metric, seq, x, value])).toEqual([
    ["eval/rr", 1, -0.5, 1],
    ["eval/rr", 2, 2 ** 53, 2],
    ["reward/raw", 1, 0, 0],
    ["reward/raw", 2, 1, -0],
    ["reward/raw", 3, 2, Number.NaN],
    ["reward/raw", 4, 3, Number.POSITIVE_INFINITY],
    ["reward/raw", 5, 4, Number.NEGATIVE_INFINITY],
  ]);
  expect([file.series, file.points]).toEqual([2, 7]);
  const run = selectRun(world.ctx.db, started[0].runId);
  expect(rows[0]).toMatchObject({
    project: "lp-debug",
    run: run?.id,
    run_name: run?.name,
    attempt: 1,
    axis: "step",
  });
});

test("an experiment and a project hold their runs in order of launch, and nothing else", async () => {
  const first = runsWith([1], [2]);
  const second = runsWith([3]);
  const runsIn = async (kind: "experiment" | "project", id: string) => {
    const rows = await rowsOf(await exportPoints(world.ctx, { kind, id }, never));
    return rows.map(({ run, value }) => [run, value]);
  };
  const ofFirst = first.started.map(({ runId }, i) => [runId, i + 1]);
  expect(await runsIn("experiment", first.experimentId)).toEqual(ofFirst);
  const { scope, fileName } = findExport(world.ctx, { kind: "project", id: "lp-debug" });
  expect(fileName).toBe("lp-debug.parquet");
  expect(await runsIn("project", scope.id)).toEqual([...ofFirst, [second.started[0].runId, 3]]);
});

test("exports wait for each other, and the files are gone once they are removed", async () => {
  const { started } = runsWith([1], [2]);
  const files = await Promise.all(
    started.map(({ runId }) => exportPoints(world.ctx, { kind: "run", id: runId }, never)),
  );
  const values = await Promise.all(files.map(async (file) => (await rowsOf(file)).map(({ value }) => value)));
  expect(values).toEqual([[1], [2]]);
  expect(filesLeft().length).toBe(2);
  files.forEach((file) => file.remove());
  expect(filesLeft()).toEqual([]);
});

test("an export that nobody waits for ends, leaves no file, and holds up no other", async () => {
  const { started } = runsWith(Array.from({ length: 50_000 }, (_, i) => i));
  const scope = { kind: "run" as const, id: started[0].runId };
  const gone = new AbortController();
  const left = exportPoints(world.ctx, scope, gone.signal);
  const waiting = exportPoints(world.ctx, scope, gone.signal);
  const next = exportPoints(world.ctx, scope, never);
  // Its thread is started in this turn, and what it tells is heard in a later one.
  for (let i = 0; i < 10; i++) await Promise.resolve();
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: "unavailable" });
  await expect(waiting).rejects.toMatchObject({ code: "unavailable" });
  const file = await next;
  expect(file.points).toBe(50_000);
  file.remove();
  expect(filesLeft()).toEqual([]);
});

test("what does not exist is not found, and is said by its kind", () => {
  expect(() => findExport(world.ctx, { kind: "run", id: "run_none" })).toThrow("There is no run run_none.");
});
