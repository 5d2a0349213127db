import { expect, test } from "vitest";
import { countSeeds, seedDifferences, tellSeedsApart } from "./seeds.ts";

const run = (seed: number, value: number | null) => ({ seed, runId: `r${seed}`, value });

test("a run is set against the one of its own seed where both have a value, and never without a seed", () => {
  const base = [run(-1, 0.1), run(0, 0.5), run(1, null), run(2, 0)];
  const own = [run(-1, 0.9), run(2, 0.25), run(1, 0.9), run(3, 0.9), run(0, null)];
  expect(seedDifferences(own, base)).toEqual([{ seed: 2, runId: "r2", value: 0.25 }]);
});

test("seeds that nobody said are told apart across configurations, those that somebody said are kept", () => {
  const key = tellSeedsApart();
  expect([0, -1, -2, 0, -1].map(key)).toEqual([0, -1, -2, 0, -3]);
});

test("equal seeds are one seed, and each run without a said seed counts for itself", () => {
  expect(countSeeds([0, 1, 0, 7])).toEqual({ said: 3, unsaid: 0 });
  expect(countSeeds([-1, -1, 3, -2, 3])).toEqual({ said: 1, unsaid: 3 });
  expect(countSeeds([])).toEqual({ said: 0, unsaid: 0 });
});
