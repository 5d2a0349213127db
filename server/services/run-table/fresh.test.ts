import { expect, test } from "vitest";
import type { GroupCell, GroupEntry, RunTableView } from "../../contracts/run-table.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { addPoints, worldWithRuns } from "../series/testing.ts";
import type { World } from "../testing.ts";
import { runTable } from "./table.ts";

const column = (reducer: string, metric = "loss") => `metric:${metric}:${reducer}`;

/** The cells of the only group of a table by configuration. */
async function groupOf(world: World, columns: string[], view: Partial<RunTableView> = {}) {
  const { entries } = await runTable(
    world.ctx,
    RunTableInput.parse({ columns, group: "label", open: [], ...view }),
  );
  return (entries[0] as GroupEntry).cells as GroupCell[];
}

test("the head of a group follows its runs, also in an order that points do not change", async () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) => addPoints(world, attemptId, "loss", [[1, i]]));
  expect((await groupOf(world, [column("last")]))[0].mean).toBe(1);
  runs.forEach(({ attemptId }, i) => addPoints(world, attemptId, "loss", [[2, 100 + i]]));
  world.clock.now += 3000;
  expect((await groupOf(world, [column("last")]))[0].mean).toBe(101);
});

test("points that came late count exactly in the mean of a group, before they are merged", async () => {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs)
    addPoints(world, attemptId, "loss", [
      [1, 9],
      [2, 4],
      [3, 2],
    ]);
  for (const { attemptId } of runs) addPoints(world, attemptId, "loss", [[1, 3]]);
  const cells = await groupOf(
    world,
    ["min", "max", "mean", "n"].map((reducer) => column(reducer)),
  );
  expect(cells.map(({ mean }) => mean)).toEqual([2, 9, 4.5, 4]);
});

test("runs are chosen by what their points say, before late ones are merged", async () => {
  const { world, runs } = worldWithRuns(1);
  addPoints(world, runs[0].attemptId, "loss", [
    [1, 9],
    [2, 4],
  ]);
  addPoints(world, runs[0].attemptId, "loss", [[1, 12]]);
  const where = (op: string, value: string) => [{ column: column("max"), op, value }];
  const rows = async (op: string, value: string) =>
    (await runTable(world.ctx, RunTableInput.parse({ where: where(op, value) }))).entries.length;
  expect([await rows("ge", "12"), await rows("le", "11")]).toEqual([1, 0]);
});

test("where a share was highest and how often it was sent are no shares: their intervals are not cut", async () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) =>
    addPoints(
      world,
      attemptId,
      "eval/rr",
      Array.from({ length: i + 2 }, (_, x) => [x + 1, 0.1 * x]),
    ),
  );
  const cells = await groupOf(world, [column("n", "eval/rr"), column("at", "eval/rr")]);
  for (const { mean, high, method } of cells) {
    expect(mean).toBe(3);
    expect(high).toBeGreaterThan(3);
    expect(method).not.toContain("cut");
  }
});

test("the head of a group says how many of its runs hold values that an extreme or a mean passes over", async () => {
  const { world, runs } = worldWithRuns(3);
  const points = [1, Number.POSITIVE_INFINITY, Number.NaN];
  runs.forEach(({ attemptId }, i) =>
    addPoints(
      world,
      attemptId,
      "loss",
      points.slice(0, i + 1).map((value, x) => [x, value]),
    ),
  );
  const cells = await groupOf(world, [column("max"), column("mean"), column("last")]);
  const held = { nan: 1, posInf: 2, negInf: 0 };
  expect(cells.map(({ nonFinite }) => nonFinite)).toEqual([held, held, null]);
});
