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

/** One run of the baseline, which every seed of the other configuration is held against. */
function besideOne(more: (name: string) => Partial<Play> = () => ({}), turned = false) {
  const world = makeWorld();
  const play = (name: string): Play => {
    const [label, seed] = name.split("-s");
    return { hashes, solvedAt: (i) => (i < SOLVED[label][Number(seed)] ? 3 : null), ...more(name) };
  };
  const start = playRuns(world, { presets: ["baseline"], seeds: [0] }, play, "The start");
  world.clock.now += 1;
  const trained = playRuns(world, { presets: ["no_kl"], seeds: [0, 1, 2] }, play, "Trained from it");
  const ids = [start.runs.get("baseline-s0") ?? "", trained.runs.get("no_kl-s0") ?? ""];
  return compareEvaluations(world.ctx, { ids: turned ? ids.toReversed() : ids, k: 5, common: false });
}

test("a run that is alone in its configuration stands against each seed of the other, either way round", () => {
  const { otherSeeds, overSeeds, pairs } = besideOne();
  expect(pairs[1]?.difference.value).toBeCloseTo(0.4, 12);
  expect(otherSeeds[1]?.seeds.map(({ seed, value }) => [seed, Math.round(value * 1000)])).toEqual([
    [1, 100],
    [2, 700],
  ]);
  expect(overSeeds[1]).toBe(
    "Against the one baseline run, seed 0: +40.0\u202fpp; seeds 1, 2: +10.0\u202fpp, +70.0\u202fpp; 3 of 3 agree in sign.",
  );
  const turned = besideOne(undefined, true);
  expect(turned.otherSeeds[1]?.seeds.map(({ value }) => Math.round(value * 1000))).toEqual([-100, -700]);
  expect(turned.overSeeds[1]).toMatch(/^The one baseline run over seed 0: −40\.0/);
});

test("a seed that may not be compared with the one run is left out and counted", () => {
  const odd = besideOne((name) => (name === "no_kl-s1" ? { maxSteps: 7 } : {}));
  expect(odd.otherSeeds[1]).toMatchObject({ seeds: [{ seed: 2 }], leftOut: 1 });
  const fewer = besideOne((name) => (name === "no_kl-s2" ? { hashes: hashes.slice(0, 40) } : {}));
  expect(fewer.otherSeeds[1]).toMatchObject({ seeds: [{ seed: 1 }], leftOut: 1 });
  const apart = besideOne((name) => (name.startsWith("no_kl") ? { maxSteps: 7 } : {}));
  expect(apart.otherSeeds).toEqual([null, null]);
});
