import { PROBLEM_PARAMS, ProblemParams } from "../../protocol/problems/problem-params.ts";
import { PROBLEM_FIELDS } from "./manifest.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { generateProblem } from "../../lab/env/generate.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import { PopulationEvent } from "../../protocol/events.ts";
import { defaultParams } from "../../protocol/manifest.ts";
import type { ProblemRecord } from "../../protocol/problem-file.ts";
import { grpo } from "../grpo/manifest.ts";
import { type GrpoParams, readSettings } from "../grpo/settings.ts";
import { loadProblemSets, populationEvent, splitBenchmark } from "./problem-sets.ts";
import { problemFile, problemsInput, recordOf } from "./testing.ts";

const params = (over: Partial<GrpoParams> = {}): GrpoParams => ({
  ...readSettings(defaultParams(grpo)),
  train_problems: 30,
  eval_problems: 20,
  sft_demos: 10,
  ...over,
});
const hashes = (problems: readonly { contentHash: string }[]) => problems.map((p) => p.contentHash);
const many = (count: number, first = 0) =>
  Array.from({ length: count }, (_, i) => generateProblem(3, first + i, "easy"));

/** Train, held-out and demonstrated problems of one set of parameters. */
const loadAll = (p: GrpoParams) => loadProblemSets(p, p);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-problems-"));
  vi.stubEnv("ABLAB_BENCHMARKS", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const register = (records: ProblemRecord[], name = "bench") =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(problemFile(name, records)));

test("generated sets share no content, whatever the level and also with equal seeds", () => {
  for (const level of ["easy", "hard"] as const) {
    const { train, heldOut, demonstrated } = loadAll(params({ level, problem_seed: 7, sft_seed: 7 }));
    expect([train.length, heldOut.length, demonstrated.length]).toEqual([30, 20, 10]);
    expect(new Set(hashes([...train, ...heldOut, ...demonstrated])).size).toBe(60);
  }
});

test("more train problems extend the set and leave the held-out ones as they are", () => {
  const [small, large] = [loadAll(params()), loadAll(params({ train_problems: 40 }))];
  expect(hashes(large.train).slice(0, 30)).toEqual(hashes(small.train));
  expect(hashes(large.heldOut)).toEqual(hashes(small.heldOut));
  expect(hashes(loadAll(params({ problem_seed: 43 })).heldOut)).not.toEqual(hashes(small.heldOut));
});

test("a benchmark is split by content: names, order and copies move no problem to the other side", () => {
  const problems = many(50);
  const p = params({ problems: "bench", train_problems: 4000, eval_problems: 4000 });
  const split = splitBenchmark(problems, p);
  expect(split.heldOut).toHaveLength(20);
  expect(split.train).toHaveLength(30);
  expect(new Set(hashes([...split.heldOut, ...split.train])).size).toBe(50);
  const shuffled = [...problems, ...problems.slice(0, 7)]
    .reverse()
    .map((problem, i) => ({ ...problem, key: `k${i}` }));
  const again = splitBenchmark(shuffled, p);
  expect(hashes(again.heldOut)).toEqual(hashes(split.heldOut));
  expect(hashes(again.train)).toEqual(hashes(split.train));
  expect(again.duplicates).toBe(7);
  expect(hashes(splitBenchmark(problems, { ...p, problem_seed: 1 }).heldOut)).not.toEqual(
    hashes(split.heldOut),
  );
});

test("a benchmark too small for its share is refused with what to change", () => {
  expect(() => splitBenchmark(many(1), params({ problems: "tiny" }))).toThrow(
    /"tiny" has 1 distinct problems.*Change holdout_share/,
  );
});

test("a registered benchmark is read by name, also through the worker's list of files", () => {
  register(many(20).map(recordOf));
  const byFolder = loadAll(params({ problems: "bench" }));
  expect(byFolder.source).toBe("benchmark");
  expect([byFolder.train.length, byFolder.heldOut.length]).toEqual([12, 8]);
  const path = join(folder, "bench.json");
  vi.stubEnv("ABLAB_BENCHMARK_FILES", JSON.stringify({ "Hard, with a comma": path }));
  const byList = loadAll(params({ problems: "Hard, with a comma" }));
  expect(hashes(byList.heldOut)).toEqual(hashes(byFolder.heldOut));
});

test("a benchmark whose held-out part was demonstrated is refused: the check is on content", () => {
  // The demonstrations of SFT seed 7 begin at this index.
  const leaked = Array.from({ length: 10 }, (_, i) => recordOf(generateProblem(7, 2_000_000 + i, "easy")));
  register(leaked);
  expect(() => loadAll(params({ problems: "bench" }))).toThrow(
    /of the demonstrations has the same content as a held-out one/,
  );
});

test("integer models and those that cannot be played are said, the latter left out", () => {
  const records = many(20).map(recordOf);
  const integer = many(4, 100).map((problem) => {
    problem.model.integer.fill(1);
    return recordOf(problem);
  });
  const feasible = recordOf(withLooseRows(many(1, 200)[0]));
  register([...records, ...integer, feasible]);
  const { train, heldOut, notes } = loadAll(params({ problems: "bench" }));
  expect(train.length + heldOut.length).toBe(24);
  expect(notes.map((note) => note.level)).toEqual(["info", "warning"]);
  expect(notes[0].message).toMatch(/^relaxed: 4 of 24 models have integer columns/);
  expect(notes[1].message).toContain("1 problems of the benchmark are left out");
});

test("a problem too badly scaled for the built-in simplex is left out with its reason, not the end of the run", () => {
  const [problem] = many(1, 300);
  const { model } = problem;
  for (let col = 0; col < model.colCount; col++) model.A[col] *= 1e-9;
  register([...many(20).map(recordOf), recordOf(problem)]);
  const { train, heldOut, notes } = loadAll(params({ problems: "bench" }));
  expect(train.length + heldOut.length).toBe(20);
  expect(notes).toEqual([
    {
      level: "warning",
      message: expect.stringMatching(/^1 problems .*The first: Problem ".*" cannot be used: .*HiGHS/),
    },
  ]);
});

test("a file that is missing, broken or renamed is an error that names it", () => {
  const load = (name: string) => () => loadAll(params({ problems: name }));
  expect(load("nowhere")).toThrow(/"nowhere" was expected at .*nowhere\.json/);
  expect(load("../etc/passwd")).toThrow("is no file name");
  writeFileSync(join(folder, "broken.json"), "{");
  expect(load("broken")).toThrow(/broken\.json is not JSON/);
  writeFileSync(join(folder, "other.json"), '{"name":"x"}');
  expect(load("other")).toThrow(/other\.json is not a problem file: hash/);
  const [record] = many(1).map(recordOf);
  register([{ ...record, hash: "0".repeat(64) }], "changed");
  expect(load("changed")).toThrow("its content hash is");
  vi.stubEnv("ABLAB_BENCHMARKS", undefined);
  expect(load("bench")).toThrow("Set ABLAB_BENCHMARKS to the folder that holds bench.json");
});

test("a population is described in the order its indices are used, with the hash of its content", () => {
  const sets = loadAll(params());
  const event = PopulationEvent.parse(populationEvent(sets, "held_out", 5));
  expect(event).toMatchObject({
    role: "held_out",
    name: "generated hard",
    source: "generated",
    relaxed: false,
  });
  expect(event.problems.map((problem) => problem.key)).toEqual(sets.heldOut.map((problem) => problem.key));
  expect(event.hash).toBe(populationHash([...hashes(sets.heldOut)].reverse()));
  expect(event.hash).not.toBe(populationEvent(sets, "train", 5).hash);
  for (const problem of event.problems) expect([3, 4]).toContain(problem.faults);
});

/** The same problem with limits that nothing reaches: there is nothing to repair. */
function withLooseRows(problem: Problem): Problem {
  const { model } = problem;
  model.rowLower.fill(-Infinity);
  model.rowUpper.fill(1e9);
  model.colLower.fill(0);
  return problem;
}

const given = (set: Problem[] | null, trainSet: Problem[] | null = null) => ({
  set: set && problemsInput("made", set.map(recordOf)),
  trainSet: trainSet && problemsInput("failures", trainSet.map(recordOf)),
});

test("a set that a run left takes the place of the named problems and is split like the same benchmark", () => {
  const problems = many(40);
  register(problems.map(recordOf));
  const named = loadAll(params({ problems: "bench" }));
  const p = params();
  const taken = loadProblemSets(p, p, given(problems));
  expect(taken.name).toBe("made");
  expect(hashes(taken.train)).toEqual(hashes(named.train));
  expect(hashes(taken.heldOut)).toEqual(hashes(named.heldOut));
});

test("a train set replaces what is trained on, and leaves what is held out", () => {
  const p = params({ demos_from: "train" });
  const before = loadAll(p);
  const sets = loadProblemSets(p, p, given(null, before.train.slice(5, 12)));
  expect(hashes(sets.train)).toEqual(hashes(before.train.slice(5, 12)));
  expect(hashes(sets.heldOut)).toEqual(hashes(before.heldOut));
  expect(hashes(sets.demonstrated)).toEqual(hashes(sets.train));
  expect(sets.notes.at(-1)?.message).toContain('7 of the 7 problems of "failures", which run maker left');
});

test("a held-out problem in a train set is refused, known by its content under any name", () => {
  const p = params();
  const { train, heldOut } = loadAll(p);
  const renamed = { ...heldOut[3], key: "harmless" };
  expect(() => loadProblemSets(p, p, given(null, [...train.slice(0, 4), renamed]))).toThrow(
    "Problem harmless of the training has the same content as a held-out one",
  );
});

test("of a set only the wanted level is kept, and a level that none has is refused with those there are", () => {
  const mixed = [...many(20), ...Array.from({ length: 20 }, (_, i) => generateProblem(3, i, "hard"))];
  const p = (only_level: "easy" | "medium" | "hard") => params({ only_level });
  const hard = loadProblemSets(p("hard"), null, given(mixed));
  expect([...hard.train, ...hard.heldOut].map((problem) => problem.level)).toEqual(Array(20).fill("hard"));
  expect(() => loadProblemSets(p("medium"), null, given(mixed))).toThrow(
    'The set "made" has no problem of the level medium. It has: easy 20, hard 20.',
  );
});

test("the fields of the form are the parameters that say which problems a run has, no more and no fewer", () => {
  expect(PROBLEM_FIELDS.map(({ name }) => name).toSorted()).toEqual(PROBLEM_PARAMS.toSorted());
  const defaults = Object.fromEntries(PROBLEM_FIELDS.map((field) => [field.name, field.default]));
  expect(ProblemParams.parse(defaults)).toEqual(defaults);
});
