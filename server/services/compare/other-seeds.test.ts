import { expect, test } from "vitest";
import { makeWorld, problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
import { playRuns, type Play } from "./testing.ts";

const hashes = problemHashes(50, "seeds");
/** Solved problems of 50, by configuration and seed. */
const SOLVED: Record<string, number[]> = { baseline: [10, 20, 30, 25], no_kl: [30, 15, 45, 40] };

function compare(more: (name: string) => Partial<Play> = () => ({}), pair = ["baseline-s0", "no_kl-s0"]) {
  const world = makeWorld();
  const { runs } = playRuns(world, { presets: Object.keys(SOLVED), seeds: [0, 1, 2, 3] }, (name) => {
    const [label, seed] = name.split("-s");
    return { hashes, solvedAt: (i) => (i < SOLVED[label][Number(seed)] ? 3 : null), ...more(name) };
  });
  const ids = pair.map((name) => runs.get(name) ?? "");
  return compareEvaluations(world.ctx, { ids, k: 5, common: false });
}

test("beside the difference of two runs stands what the other seeds of their configurations say", () => {
  const { otherSeeds, pairs } = compare();
  expect(pairs[1]?.difference.value).toBeCloseTo(0.4, 12);
  expect(otherSeeds[0]).toBeNull();
  expect(otherSeeds[1]?.seeds.map(({ seed }) => seed)).toEqual([1, 2, 3]);
  const [one, two, three] = (otherSeeds[1]?.seeds ?? []).map(({ value }) => value);
  expect([one, two, three].map((value) => Math.round(value * 1000))).toEqual([-100, 300, 300]);
});

test("a seed that was measured otherwise is left out and counted; two seeds of one configuration have no others", () => {
  const odd = compare((name) => (name === "no_kl-s2" ? { maxSteps: 7 } : {}));
  expect(odd.otherSeeds[1]).toMatchObject({ seeds: [{ seed: 1 }, { seed: 3 }], leftOut: 1 });
  expect(compare(undefined, ["no_kl-s0", "no_kl-s1"]).otherSeeds).toEqual([null, null]);
});

test("of runs with different seeds neither seed is another one, and where no difference is given none is of others", () => {
  const crossed = compare(undefined, ["baseline-s0", "no_kl-s2"]).otherSeeds[1];
  expect(crossed?.seeds.map(({ seed }) => seed)).toEqual([1, 3]);
  const apart = compare((name) => (name.startsWith("no_kl") ? { maxSteps: 7 } : {}));
  expect(apart.otherSeeds).toEqual([null, null]);
});

test("the start and the end of one run stand beside the starts and ends of the other seeds", () => {
  const world = makeWorld();
  const { runs } = playRuns(world, { presets: ["baseline"], seeds: [0, 1, 2] }, (name) => {
    const seed = Number(name.at(-1));
    return { hashes, solvedAt: (i) => (i < 30 + 5 * seed ? 3 : null), start: (i) => (i < 10 ? 3 : null) };
  });
  const run = runs.get("baseline-s0") ?? "";
  const [start] = world.ctx.db.$client
    .prepare("select id from evaluations where run_id = ? and final = 0")
    .pluck()
    .all(run) as string[];
  const { otherSeeds, pairs } = compareEvaluations(world.ctx, { ids: [start, run], k: 5, common: false });
  expect(pairs[1]?.difference.value).toBeCloseTo(0.4, 12);
  expect(otherSeeds[1]?.seeds.map(({ seed, value }) => [seed, Math.round(value * 100)])).toEqual([
    [1, 50],
    [2, 60],
  ]);
});
