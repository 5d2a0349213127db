import { expect, test } from "vitest";
import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { launch, makeWorld } from "../testing.ts";
import { groupCell } from "./groups.ts";
import { runTable } from "./table.ts";

const world = makeWorld();
launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] });
world.ctx.db.$client.exec("update runs set seed = 1 - seed where seed = 2");
const ask = async (view: object) =>
  (await runTable(world.ctx, RunTableInput.parse({ limit: 50, ...view }))).entries;

test("grouped by seed, runs whose seed nobody said are together under words of their own", async () => {
  const heads = (await ask({ group: "seed" })).filter((entry) => entry.kind === "group");
  const found = heads.map(({ title, runs, seeds, withoutSeed }) => ({ title, runs, seeds, withoutSeed }));
  expect(found.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
    { title: "no seed on record", runs: 2, seeds: [], withoutSeed: 2 },
    { title: "seed 0", runs: 2, seeds: [0], withoutSeed: 0 },
    { title: "seed 1", runs: 2, seeds: [1], withoutSeed: 0 },
  ]);
});

test.each(["asc", "desc"] as const)(
  "sorted by seed %s, runs whose seed nobody said come last",
  async (direction) => {
    const entries = await ask({ sort: [{ column: "seed", direction }] });
    const seeds = entries.flatMap((entry) => (entry.kind === "run" ? [entry.run.seed] : []));
    expect(seeds.slice(4)).toEqual([-1, -1]);
  },
);

test("a condition on the seed is met by no run whose seed nobody said", async () => {
  const below = await ask({ where: [{ column: "seed", op: "lt", value: "1" }] });
  expect(below.map((entry) => entry.kind === "run" && entry.run.seed)).toEqual([0, 0]);
});

const member = (attemptId: string, seed: number) =>
  ({ attemptId, attempt: 1, seed, cell: "c", rewardHash: "r" }) as GroupedRunRow;
/** The mean of a group whose runs have 1, 2, 3 and so on. */
const cellOf = (...members: GroupedRunRow[]) =>
  groupCell(
    { kind: "metric", metric: "some/metric", axis: "step", reducer: "last" },
    members,
    new Map(members.map(({ attemptId }, i) => [attemptId as string, i + 1])),
    new Map(),
    null,
  );

test("runs without a said seed count for themselves, also where chance numbered them alike, and the method says so", () => {
  const unsaid = [member("a", -1), member("of another experiment", -1), member("b", -2)];
  const cell = cellOf(...unsaid);
  expect(cell.low).toBeCloseTo(2 - 2.484138, 5);
  expect(cell.method).toMatch(/over 3\sruns without a seed on record$/);
  expect(cellOf(member("a", 0), member("b", 1), member("c", -1)).method).toMatch(
    /over 2\sseeds and 1\srun without a seed on record$/,
  );
  expect(cellOf(...unsaid.slice(0, 2)).method).toMatch(
    /^mean over 2\sruns without a seed on record, no interval$/,
  );
  const counted = cellOf(member("a", -1), member("b", 1), member("again", 1));
  expect([counted.low, counted.high]).toEqual([null, null]);
  expect(counted.method).toMatch(/of 1\sseed and 1\srun without a seed on record: a seed counts twice/);
});
