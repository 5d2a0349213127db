import { expect, test } from "vitest";
import { RunTableInput } from "../../contracts/run-table.ts";
import { launch, makeWorld } from "../testing.ts";
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
