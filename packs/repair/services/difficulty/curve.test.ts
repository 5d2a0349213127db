import { expect, test } from "vitest";
import { selectBenchmarks } from "#db/queries/benchmarks.ts";
import { generateProblem } from "../../../../workers/lab/env/generate.ts";
import type { EvaluationEvent } from "../../../../workers/protocol/events.ts";
import { type DiagnosisChoice, packTally } from "../../diagnosis.ts";
import { problemsEvent, recordOf } from "../../../../workers/recipes/problems/leave-problems.ts";
import { launchRuns } from "../../../../server/services/runs/launch.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  makeWorld,
  populationEvent,
  startNext,
  type World,
} from "../../../../server/services/testing.ts";
import { contentHash } from "../../../../workers/lp/content-hash.ts";
import { readMps } from "../../../../workers/lp/mps.ts";
import { writeMps } from "../../../../workers/lp/write-mps.ts";
import { compareNewSets, compareSet } from "../../../../server/services/benchmarks/near-duplicates.ts";
import { getBenchmark } from "./get.ts";

const LEVELS = ["easy", "medium", "hard"] as const;
const PER_LEVEL = 40;
const records = LEVELS.flatMap((level) =>
  Array.from({ length: PER_LEVEL }, (_, i) => recordOf(generateProblem(5, i, level))),
);
const hashes = records.map(({ hash }) => hash);

function run(world: World, recipe: string, preset: string) {
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe,
    matrix: { presets: [preset], edits: {}, factors: [], seeds: [0] },
    experiment: { title: `${recipe} ${preset}` },
  });
  return startNext(world, joinWorker(world));
}

/** A world with one registered set of 40 problems in each of three levels. */
function withSet() {
  const world = makeWorld();
  const maker = run(world, "benchmark", "per_type");
  maker.send(problemsEvent("levels", records, [], 1));
  maker.finish();
  const [{ id }] = selectBenchmarks(world.ctx.db);
  const measure = (recipe: string, preset: string, solvedPerLevel: number[], of = hashes) => {
    const attempt = run(world, recipe, preset);
    const event = evaluationEvent(of, 0) as EvaluationEvent;
    const named = { roots: 1, members: 1, repeats: 1, distinct: 1 };
    const tally = packTally({
      conflict: 4,
      faults: 1,
      by: { diagnose: named, drop: named, "drop+relax": named, repair: named },
    });
    const rows = event.rows.map((row) => {
      const solved = row.i % PER_LEVEL < solvedPerLevel[Math.floor(row.i / PER_LEVEL)];
      return { ...row, solved, steps: solved ? 3 : 20, diagnosis: tally };
    });
    attempt.send(populationEvent(of), { ...event, at: world.clock.now, rows });
    attempt.finish();
  };
  const read = (choice: DiagnosisChoice = { da: "da.iis_set_micro", counts: "drop+relax" }) =>
    getBenchmark(world.ctx, { id, ...choice, type: "" });
  return { world, measure, read };
}

test("each policy stands level by level against what was wanted of the level, with its whole interval", () => {
  const { measure, read } = withSet();
  measure("evaluate", "random_member", [40, 28, 4]);
  const { gradient, trainedOn } = read();
  expect(trainedOn).toBe(0);
  expect(gradient.levels.map(({ level, n, band }) => [level, n, band?.low])).toEqual([
    ["easy", 40, 0.9],
    ["medium", 40, 0.6],
    ["hard", 40, 0.3],
  ]);
  const [row] = gradient.rows;
  expect(row).toMatchObject({ what: "repairs a random member of each IIS", isPlayer: true, n: 120 });
  expect(row.levels.map(({ level, rrAt5, verdict }) => [level, rrAt5.hits, rrAt5.n, verdict])).toEqual([
    ["easy", 40, 40, "inside"],
    // 70 % of 40 may be 55 to 82 %: neither inside nor outside 60 to 80 %.
    ["medium", 28, 40, "unclear"],
    ["hard", 4, 40, "below"],
  ]);
  expect(row.inversions).toEqual([]);
});

test("what is launched again with nothing changed stands there once, as it was measured last", () => {
  const { world, measure, read } = withSet();
  measure("evaluate", "random_member", [40, 28, 4]);
  measure("evaluate", "oracle", [40, 40, 40]);
  world.clock.now += 60_000;
  measure("evaluate", "random_member", [40, 28, 5]);
  const rows = read().gradient.rows.map(({ what, levels }) => [what, levels[2].rrAt5.hits]);
  expect(new Map(rows as [string, number][])).toEqual(
    new Map([
      ["repairs a random member of each IIS", 5],
      ["repairs a root of each IIS", 40],
    ]),
  );
  expect(rows).toHaveLength(2);
  expect(read().gradient).toMatchObject({ repeats: 1, more: 0 });
});

test("a harder level that is solved more often is named, and said to be clear only beyond chance", () => {
  const { measure, read } = withSet();
  measure("sft", "start", [30, 40, 40]);
  measure("sft", "early", [20, 22, 2]);
  const found = new Map(read().gradient.rows.map((row) => [row.levels[0].rrAt5.hits, row.inversions]));
  expect(found.get(30)).toMatchObject([{ easier: "easy", harder: "medium", difference: 0.25, clear: true }]);
  expect(found.get(20)).toMatchObject([{ easier: "easy", harder: "medium", clear: false }]);
});

test("DA stands beside what one right repair alone can reach", () => {
  const { measure, read } = withSet();
  measure("sft", "start", [40, 40, 40]);
  const { levels, rows } = read().gradient;
  expect(levels.map(({ daCeiling }) => [daCeiling.value, daCeiling.n])).toEqual(LEVELS.map(() => [0.25, 40]));
  expect(rows[0].levels.map(({ da }) => da.value)).toEqual([0.25, 0.25, 0.25]);
});

test("no share of one right repair stands beside a DA that it is not of", () => {
  const { measure, read } = withSet();
  measure("sft", "start", [40, 40, 40]);
  for (const choice of [
    { da: "da.root", counts: "drop" },
    { da: "da.iis_set_micro", counts: "diagnose" },
  ] as const)
    expect(read(choice).gradient.levels.map(({ daCeiling }) => daCeiling.value)).toEqual([null, null, null]);
});

test("only evaluations that lie wholly in the set count, and what nobody measured is named", () => {
  const { measure, read } = withSet();
  expect(read().gradient.missing).toContain("SFT");
  measure("sft", "start", [40, 40, 40], [...hashes.slice(0, 30), "f".repeat(64)]);
  expect(read().gradient.rows).toEqual([]);
  measure("sft", "start", [40, 40, 40], hashes.slice(0, 30));
  const { rows, missing } = read().gradient;
  expect(rows).toHaveLength(1);
  expect(missing).not.toContain("SFT");
  expect(missing).toContain("repairs a root of each IIS");
});

test("a subset says which set it is part of, and what of it was trained on", () => {
  const { world, read } = withSet();
  const maker = run(world, "benchmark", "per_type");
  maker.send(problemsEvent("failures", records.slice(0, 10), [], 2));
  maker.finish();
  expect(read().shared).toMatchObject([{ name: "failures", n: 10, shared: 10 }]);
  const trained = run(world, "sft", "start");
  trained.send(populationEvent(hashes.slice(0, 7), "train"));
  trained.finish();
  expect(read().trainedOn).toBe(7);
});

test("what a level is made of is counted: faults of its problems, and elements of the IIS that episodes were shown", () => {
  const { measure, read } = withSet();
  const faults = LEVELS.map((_, k) =>
    records.slice(k * PER_LEVEL, (k + 1) * PER_LEVEL).reduce((sum, { roots }) => sum + roots.length, 0),
  );
  const told = () => read().gradient.levels;
  expect(told().map((level) => level.faults)).toEqual(
    faults.map((sum) => ({ mean: sum / PER_LEVEL, n: PER_LEVEL })),
  );
  expect(told().map(({ conflict }) => conflict.mean)).toEqual([null, null, null]);
  measure("sft", "start", [40, 40, 40]);
  expect(told().map(({ conflict }) => conflict)).toEqual(LEVELS.map(() => ({ mean: 4, n: 40 })));
});

test("a problem of another set that differs in one row is a near-duplicate; the same problem is not counted as one", async () => {
  const { world } = withSet();
  const [own, same] = records.slice(-2);
  const model = readMps(own.mps);
  const row = model.rowUpper.findIndex((bound) => Number.isFinite(bound));
  model.rowUpper[row] += 1;
  const near = { ...own, key: "changed", mps: writeMps(model), hash: contentHash(model) };
  const maker = run(world, "benchmark", "per_type");
  maker.send(problemsEvent("others", [near, { ...same, key: "same" }], [], 2));
  maker.finish();
  const sets = selectBenchmarks(world.ctx.db);
  const idOf = (name: string) => String(sets.find((set) => set.name === name)?.id);
  expect(await compareSet(world.ctx, { id: idOf("levels") })).toMatchObject({
    sets: [{ name: "others", near: 1, compared: 2, example: { own: own.key, other: "changed" } }],
    compared: 2,
    left: 0,
  });
  expect(await compareSet(world.ctx, { id: idOf("others") })).toMatchObject({
    sets: [{ name: "levels", near: 1, compared: 120 }],
  });
});

test("what is near a new set is looked for once and stands on its page with how much was compared", async () => {
  const { world, read } = withSet();
  expect(read().benchmark.summary.near).toBeUndefined();
  world.clock.now += 1000;
  await compareNewSets(world.ctx, new Set());
  expect(read().benchmark.summary.near).toEqual({
    sets: [],
    own: 120,
    compared: 0,
    left: 0,
    at: world.clock.now,
  });
  world.clock.now += 1000;
  const maker = run(world, "benchmark", "per_type");
  maker.send(problemsEvent("others", records.slice(0, 3), [], world.clock.now));
  maker.finish();
  const before = world.clock.now;
  world.clock.now += 1000;
  await compareNewSets(world.ctx, new Set());
  const { benchmark, newerSets } = read();
  expect([newerSets, benchmark.summary.near?.at]).toEqual([1, before - 1000]);
  const other = selectBenchmarks(world.ctx.db).find(({ name }) => name === "others");
  expect(other?.summary.near).toMatchObject({ own: 3, compared: 120, at: before + 1000 });
});

test("a set that cannot be compared is tried once, and the others are compared", async () => {
  const { world } = withSet();
  const [{ id }] = selectBenchmarks(world.ctx.db);
  world.ctx.db.$client.exec("update benchmark_problems set mps = 'NAME' where idx = 5");
  const tried = new Set<string>();
  await expect(compareNewSets(world.ctx, tried)).rejects.toThrow();
  await compareNewSets(world.ctx, tried);
  expect([...tried]).toEqual([id]);
});

test("by error type it is told which one turns the order of the levels over, and what faults its problems have", () => {
  const { measure, read } = withSet();
  measure("sft", "start", [40, 10, 40]);
  const { byType, rows } = read().gradient;
  expect(byType.length).toBeGreaterThan(1);
  for (const { type, levels } of byType)
    for (const { level, rrAt5, faults } of levels) {
      const own = records.filter((record) => record.type === type && record.level === level);
      expect(rrAt5.n).toBe(own.length);
      expect(faults).toBe(own.reduce((sum, { roots }) => sum + roots.length, 0) / own.length);
    }
  const hits = byType.flatMap(({ levels }) => levels).reduce((sum, { rrAt5 }) => sum + rrAt5.hits, 0);
  expect(hits).toBe(rows[0].levels.reduce((sum, { rrAt5 }) => sum + rrAt5.hits, 0));
});
