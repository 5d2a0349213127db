import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { WindowInput } from "../../contracts/charts/series.ts";
import { unpackWindow } from "../../contracts/charts/unpack-window.ts";
import { explainStorageError, isServiceError } from "../../errors.ts";
import { addPoints, worldWithRuns } from "./testing.ts";
import { packedWindows, seriesWindow } from "./window.ts";

/** Three runs with some points each, of which the second's are no longer what was written. */
function withDamage() {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs)
    addPoints(world, attemptId, "loss", [
      [1, 5],
      [2, 6],
    ]);
  pointStore(world.ctx.db).settle(null);
  world.ctx.db.$client
    .prepare(
      `update segs set data = zeroblob(length(data))
       where series_id = (select id from series where attempt_id = ? and metric = 'loss')`,
    )
    .run(runs[1].attemptId);
  const input = WindowInput.parse({ runIds: runs.map(({ runId }) => runId), metrics: ["loss"] });
  return { world, input };
}

test("a window whose points are damaged says so, and the others of the call are answered", async () => {
  const { world, input } = withDamage();
  for (const xAxis of ["step", "wall"]) {
    const packed = await packedWindows(world.ctx, { ...input, xAxis });
    const windows = packed.map(unpackWindow);
    expect(windows.map(({ total, x0 }) => [total, x0.length])).toEqual([
      [2, 2],
      [0, 0],
      [2, 2],
    ]);
    expect(windows.map(({ damaged }) => damaged)).toEqual([
      undefined,
      expect.stringMatching(/^Points of series \d+ are damaged on disk .*restore a backup/),
      undefined,
    ]);
  }
});

test("a series of which nothing but unreadable points is there says so, and is not one that has sent nothing", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { world, runs } = worldWithRuns(2);
  for (const { attemptId } of runs) addPoints(world, attemptId, "loss", [[1, 5]]);
  world.ctx.db.$client.exec("update point_journal set data = zeroblob(length(data)) where id = 1");
  // As after a restart: nothing that waits is in memory.
  const dir = mkdtempSync(join(tmpdir(), "ablab-aside-"));
  world.ctx.db.$client.prepare("vacuum into ?").run(join(dir, "again.db"));
  const db = openDb(join(dir, "again.db"));
  onTestFinished(() => {
    db.$client.close();
    rmSync(dir, { recursive: true });
  });
  const runIds = runs.map(({ runId }) => runId);
  const packed = await packedWindows({ ...world.ctx, db }, WindowInput.parse({ runIds, metrics: ["loss"] }));
  expect(packed.map(unpackWindow).map(({ total, damaged }) => [total, damaged])).toEqual([
    [0, expect.stringMatching(/entry 1 of the journal/)],
    [1, undefined],
  ]);
  told.mockRestore();
});

test("a report, which cannot show a reason beside a line, is refused with it", () => {
  const { world, input } = withDamage();
  let thrown: unknown;
  try {
    seriesWindow(world.ctx, input);
  } catch (error) {
    thrown = explainStorageError(error);
  }
  expect(isServiceError(thrown) && [thrown.code, thrown.message]).toEqual([
    "unavailable",
    expect.stringMatching(/are damaged on disk .*restore a backup/),
  ]);
});
