import { expect, test } from "vitest";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { selectRunsByIds } from "#db/queries/runs.ts";
import { RunTableInput, type GroupEntry, type RunTable } from "../../contracts/run-table.ts";
import { makeWorld } from "../testing.ts";
import { runTable } from "./table.ts";

const heads = ({ entries }: RunTable) => entries.filter((e): e is GroupEntry => e.kind === "group");

test("runs are put together by several things at once: a group shares all of them, and its head names each", async () => {
  const world = makeWorld();
  const many = makeManyRuns(world.ctx.db, { runs: 60, metrics: 5, seed: 3 });
  const ask = (view: Partial<RunTableInput>) =>
    runTable(world.ctx, RunTableInput.parse({ limit: 200, ...view }));
  const one = await ask({ group: "experiment" });
  const both = await ask({ group: "experiment", also: ["seed"] });
  const runs = selectRunsByIds(world.ctx.db, many.runIds);
  const pairs = new Set(runs.map((run) => `${run.experimentId} ${run.seed}`));
  expect([one.groups, both.groups, both.runs]).toEqual([4, pairs.size, 60]);
  const titles = heads(both).map(({ title }) => title);
  expect(titles).toContain("Question 3, seed 0");
  expect(heads(both).every(({ seeds, experimentId }) => seeds.length === 1 && experimentId !== null)).toBe(
    true,
  );
  // The same again says nothing more.
  expect((await ask({ group: "experiment", also: ["experiment"] })).groups).toBe(4);
});
