import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { generateProblem } from "../../workers/lab/env/generate.ts";
import { problemsEvent, recordOf } from "../../workers/recipes/problems/leave-problems.ts";
import { benchmarkFiles } from "../services/benchmarks/files.ts";
import { registerBenchmark } from "../services/benchmarks/register.ts";
import { stageFiles } from "../services/benchmarks/stage.ts";
import { getRun } from "../services/runs/get.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../services/testing.ts";
import { handleExport } from "./export-handler.ts";

let folder: string;
let world: World;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ablab-export-"));
  world = makeWorld();
  world.ctx.db = openDb(join(folder, "ablab.db"));
  migrate(world.ctx.db, { now: 0, backupDir: null });
  server = createServer(
    (request, response) => void handleExport(response, world.ctx, (request.url ?? "").split("?")[0]),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/export/`;
});

afterEach(() => {
  server.close();
  world.ctx.db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

function startedRun() {
  const { experimentId } = launch(world);
  const attempt = startNext(world, joinWorker(world));
  attempt.send({
    t: "points",
    step: 3,
    at: 1_800_000_000_000,
    values: { "reward/raw": "NaN", "eval/rr": 0.25 },
  });
  return { experimentId, runId: attempt.runId };
}

test("a run is one whole file with its length, a name of its own, and a type that no browser opens", async () => {
  const { runId } = startedRun();
  const answer = await fetch(`${url}runs/${runId}.parquet`);
  const bytes = await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get("content-length"))).toBe(bytes.byteLength);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.parquet"$/);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  const compressors = { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) };
  const rows = await parquetReadObjects({ file: bytes, compressors });
  expect(rows.map(({ run, metric, x, value }) => [run, metric, x, value])).toEqual([
    [runId, "eval/rr", 3, 0.25],
    [runId, "reward/raw", 3, Number.NaN],
  ]);
  await expect.poll(() => readdirSync(join(folder, "exports"))).toEqual([]);
});

test("an experiment is exported by its id and a project by its name", async () => {
  const { experimentId } = startedRun();
  for (const path of [`experiments/${experimentId}`, "projects/lp-debug"]) {
    const answer = await fetch(`${url}${path}.parquet`);
    expect([answer.status, answer.headers.get("x-ablab-points")]).toEqual([200, "2"]);
    await answer.arrayBuffer();
  }
});

test("chosen runs are exported once each, whatever is named twice, and not at all where one is gone", async () => {
  const [one, two] = [startedRun(), startedRun()].map(({ runId }) => runId);
  const asked = (ids: string) => fetch(`${url}runs/${ids}.parquet`);
  const both = await asked(`${one},${two},${one}`);
  expect([both.status, both.headers.get("x-ablab-points")]).toEqual([200, "4"]);
  await both.arrayBuffer();
  for (const ids of [`${one},run_0000000000000000`, `${one},`, ","]) {
    const answer = await asked(ids);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("Not every one of these") });
  }
});

test("a registered set is saved as an archive that tar unpacks to its folder, and the folder can be registered again", async () => {
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  world.ctx.db.$client.prepare("update runs set recipe = 'maker' where id = ?").run(attempt.runId);
  const records = Array.from({ length: 45 }, (_, i) => recordOf(generateProblem(5, i, "easy")));
  const strange = { ...records[0], key: `../../${"x".repeat(150)}"` };
  attempt.send(problemsEvent("Levels é 1", [strange, ...records.slice(1)], [], 86_400_000));
  const { madeSet } = getRun(world.ctx, attempt.runId).lineage;
  const answer = await fetch(`${url}benchmarks/${madeSet?.id}.tar.gz`);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="Levels_1.tar.gz"');
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  writeFileSync(join(folder, "set.tar.gz"), Buffer.from(await answer.arrayBuffer()));
  execFileSync("tar", ["-xzf", "set.tar.gz"], { cwd: folder });
  const held = readdirSync(join(folder, "Levels_1"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = held.map((path) => ({
    name: relative(join(folder, "Levels_1"), path),
    text: readFileSync(path, "utf8"),
  }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(files.toSorted(byName)).toEqual(
    (await benchmarkFiles(world.ctx, { id: String(madeSet?.id) })).toSorted(byName),
  );
  stageFiles(world.ctx, { stagingId: "0190f3a4-0000-7000-8000-000000000001", files });
  await expect(
    registerBenchmark(world.ctx, { stagingId: "0190f3a4-0000-7000-8000-000000000001", name: "again" }),
  ).rejects.toThrow('The same problems are already registered as "Levels é 1".');
});

test("an unknown id and a path that means nothing are 404 with a sentence", async () => {
  for (const [path, words] of [
    ["runs/run_0000000000000000.parquet", "There is no run run_0000000000000000."],
    ["runs/run_0000000000000000.csv", "An export is"],
    ["runs/..%2F..%2Fetc.parquet", "An export is"],
    ["everything.parquet", "An export is"],
    ["benchmarks/bmk_0000000000000000.tar.gz", "There is no benchmark bmk_0000000000000000."],
    ["benchmarks/..%2F..%2Fx.tar.gz", "An export is"],
  ]) {
    const answer = await fetch(`${url}${path}`);
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { message: string }).message).toContain(words);
  }
});

test("points that are damaged are refused with which and what to do, and no half a file is sent", async () => {
  const { runId, experimentId } = startedRun();
  pointStore(world.ctx.db).settle(null);
  world.ctx.db.$client.exec("update segs set data = zeroblob(length(data))");
  for (const path of [`runs/${runId}`, `experiments/${experimentId}`]) {
    const answer = await fetch(`${url}${path}.parquet`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      error: "unavailable",
      message: expect.stringMatching(/are damaged on disk .*restore a backup/),
    });
  }
});
