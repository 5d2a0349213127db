import { expect, test } from "vitest";
import { selectControls } from "#db/queries/aa-controls.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { playRuns } from "../compare/testing.ts";
import { joinWorker, launch, makeWorld, problemHashes, startNext } from "../testing.ts";
import type { Cell } from "./cells.ts";
import type { SeedFacts } from "./cell-values.ts";
import { claimColumn, type ColumnCell } from "./claim-column.ts";

/** Runs whose seed nobody said are counted down from -1, in the order in which they came: that two have one number is chance. */
const unsaid = (values: readonly number[]) => values.map((value, i) => [-1 - i, value] as const);

const cellOf = (name: string, values: readonly number[]): ColumnCell => ({
  cell: { cell: name, config: name, baseline: name === "baseline" } as Cell,
  seeds: unsaid(values).map(
    ([seed, value]) =>
      ({ seed, value: () => value, problems: () => 300, onRecord: { reward: null } }) as unknown as SeedFacts,
  ),
  missing: [],
  forbidden: [],
});

test("in which order runs without a seed came changes no verdict", () => {
  const question = {
    metric: "eval/rr",
    primary: true,
    primaryBy: "declared" as const,
    asked: false,
    columns: 1,
    sharedStarts: false,
    definition: "",
  };
  const verdict = (values: readonly number[]) =>
    claimColumn(question, [cellOf("baseline", [0.5, 0.6, 0.7, 0.8]), cellOf("a", values)]).differences.get(
      "a",
    );
  const values = [0.62, 0.71, 0.83, 0.9];
  const [came, otherwise] = [values, values.toReversed()].map(verdict);
  expect(otherwise?.verdict).toBe(came?.verdict);
  expect(otherwise?.p).toBeCloseTo(came?.p ?? Number.NaN, 12);
  // Nothing pairs such runs across configurations, so nothing is pooled over seeds.
  expect([came?.pooled, otherwise?.pooled]).toEqual([null, null]);
});

test("runs without a seed are nobody's other seeds in a comparison", () => {
  const world = makeWorld();
  const solved: Record<string, number> = { baseline: 10, no_kl: 30 };
  const { runs } = playRuns(world, { presets: Object.keys(solved), seeds: [0, 1, 2] }, (name) => ({
    hashes: problemHashes(50, "seeds"),
    solvedAt: (i) => (i < solved[name.split("-s")[0]] ? 3 : null),
  }));
  world.ctx.db.$client.exec("update runs set seed = -1 - seed");
  const ids = ["baseline-s0", "no_kl-s0"].map((name) => runs.get(name) ?? "");
  const { otherSeeds, overSeeds } = compareEvaluations(world.ctx, { ids, k: 5, common: false });
  expect(otherSeeds[1]?.seeds ?? []).toEqual([]);
  expect(overSeeds[1] ?? "").not.toMatch(/-\d/);
});

test("a run without a seed is not checked beside the baseline's run that has the same number by chance", () => {
  const world = makeWorld();
  const { runs } = launch(world, { presets: ["baseline", "no_kl"], seeds: [0] });
  const worker = joinWorker(world, { slots: 2 });
  for (let i = 0; i < runs.length; i++) startNext(world, worker).finish();
  const ids = runs.map(({ id }) => id);
  expect(selectControls(world.ctx.db, ids).map(({ config }) => config)).toEqual(["baseline"]);
  world.ctx.db.$client.exec("update runs set seed = -1");
  expect(selectControls(world.ctx.db, ids)).toEqual([]);
});
