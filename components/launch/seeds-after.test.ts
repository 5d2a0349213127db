import { expect, test } from "vitest";
import { seedsAfter } from "./seeds-after.ts";

const run = (seed: number, lacking = false) => ({
  seed,
  runId: `run_${seed}`,
  name: `baseline-${seed}`,
  state: lacking ? ("killed" as const) : ("finished" as const),
  lacking,
});
const variants = [{ label: "baseline" }, { label: "no_kl" }];

test("a matrix of its own has the seeds that are launched", () => {
  expect(seedsAfter({ seeds: [0, 1, 2], variants, joins: null })).toBe(3);
});

test("seeds that an experiment has count with those that join it, each once and the fewest of a configuration", () => {
  const runs = { baseline: [run(0), run(1), run(2)], no_kl: [run(0), run(1), run(2, true), run(3)] };
  expect(seedsAfter({ seeds: [3, 4, 5], variants, joins: { runs } })).toBe(5);
  expect(seedsAfter({ seeds: [3, 4, 5], variants, joins: { runs: {} } })).toBe(3);
});
