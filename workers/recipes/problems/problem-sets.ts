import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { generateProblem } from "../../lab/env/generate.ts";
import { heldOutProblem, leakSentence, splitContents } from "../../lab/env/held-out.ts";
import type { Names } from "../../lab/env/names.ts";
import type { Level, Problem } from "../../lab/env/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { PopulationEvent } from "../../protocol/events.ts";
import { PROBLEM_SET, type ProblemsInput, TRAIN_SET } from "../../protocol/inputs.ts";
import type { ProblemParams as OwnProblemParams } from "../../protocol/problems/problem-params.ts";
import type { TrainInputs } from "../recipe.ts";
import { Refusal } from "../refusal.ts";
import { type PlayableSet, playable, readBenchmark } from "./read-benchmark.ts";

/** Which problems a run has, as far as the sets depend on it. */
export interface ProblemParams extends Omit<OwnProblemParams, "only_level" | "sigma" | "observe_names"> {
  /** Any but "fixed" trains on every level; held-out and demonstrated problems stay those of `level`. */
  problem_source?: string;
  only_level?: OwnProblemParams["only_level"];
}

/** Sets that other runs left: one in the place of `problems`, and one that training draws from instead of the train part. */
export interface GivenProblems {
  set: ProblemsInput | null;
  trainSet: ProblemsInput | null;
}

/** The given sets of a recipe that has the slots of `PROBLEM_INPUTS`, or the first of them. */
export const givenProblems = (inputs: TrainInputs): GivenProblems => ({
  set: inputs.problems(PROBLEM_SET),
  trainSet: inputs.problems(TRAIN_SET),
});

/** What the SFT start is shown; absent where a run has none. */
export interface DemonstrationParams {
  sft_seed: number;
  sft_demos: number;
  demos_from: "easy" | "train";
}

/** Problems a policy learns from, is measured on, and is first shown how to solve. Nothing held out is in the other sets. */
export interface ProblemSets {
  name: string;
  /** Of the train part, where it is of more levels than the held-out one. */
  trainName?: string;
  source: PopulationEvent["source"];
  train: Problem[];
  heldOut: Problem[];
  demonstrated: Problem[];
  demonstratedOn: DemonstrationParams["demos_from"];
  /** What a reader must know about the sets, one sentence each. */
  notes: ProblemNote[];
}

export interface ProblemNote {
  level: "info" | "warning";
  message: string;
}

/** First index of generated problems to demonstrate: no range of train or held-out problems reaches it. */
const FIRST_DEMONSTRATED = 2_000_000;

/**
 * The problem sets of a run. They depend on the problem and SFT parameters and on given sets alone, never on the run's seed.
 * Without `shown` nothing is demonstrated.
 * Throws where a benchmark cannot be read, has no problem of the wanted level, is too small to split, or where what is
 * trained on has the content of a held-out problem.
 */
export function loadProblemSets(
  p: ProblemParams,
  shown: DemonstrationParams | null,
  given: GivenProblems = { set: null, trainSet: null },
): ProblemSets {
  const whole = wholeSet(p, given.set);
  const sets = given.trainSet ? withTrainSet(whole, given.trainSet, p.train_problems) : whole;
  return checkDisjoint({ ...sets, ...demonstrationsOf(sets.train, shown, p.names) });
}

type Undemonstrated = Omit<ProblemSets, "demonstrated" | "demonstratedOn">;

function wholeSet(p: ProblemParams, given: ProblemsInput | null): Undemonstrated {
  if (!given && p.problems === "generated")
    return {
      name: `generated ${p.level}`,
      source: "generated",
      ...generatedTrain(p),
      heldOut: Array.from({ length: p.eval_problems }, (_, i) =>
        heldOutProblem(p.problem_seed, i, p.level, p.names),
      ),
      notes: [],
    };
  const file = given ?? readBenchmark(p.problems);
  const name = given ? given.name : p.problems;
  const { problems, unplayable } = ofLevel(playable(file.problems), name, p.only_level ?? "all");
  const split = splitBenchmark(problems, { ...p, problems: name });
  const notes = benchmarkNotes(split.duplicates, unplayable, [...split.train, ...split.heldOut]);
  return { name, source: "benchmark", train: split.train, heldOut: split.heldOut, notes };
}

/** Problems of one level, or for a curriculum as many of every level, those of the run's own first. */
function generatedTrain(p: ProblemParams): Pick<ProblemSets, "train" | "trainName"> {
  const of = (level: Level) => generate(p.problem_seed, 0, p.train_problems, level, p.names);
  if ((p.problem_source ?? "fixed") === "fixed") return { train: of(p.level) };
  const others = LEVEL_NAMES.filter((level) => level !== p.level);
  return { train: [p.level, ...others].flatMap(of), trainName: `generated ${LEVEL_NAMES.join(", ")}` };
}

/** Throws `Refusal` where the set has no problem of the level. */
function ofLevel({ problems, unplayable }: PlayableSet, name: string, level: Level | "all"): PlayableSet {
  const kept = level === "all" ? problems : problems.filter((problem) => problem.level === level);
  if (kept.length > 0) return { problems: kept, unplayable };
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problem.level, (counts.get(problem.level) ?? 0) + 1);
  const has = [...counts].map(([word, n]) => `${word} ${n}`).join(", ") || "none that can be played";
  throw new Refusal(
    `The set "${name}" has no problem of the level ${level}. It has: ${has}. Change only_level or choose another set.`,
  );
}

/** Training draws from the given set; what is held out stays that of the whole. */
function withTrainSet(whole: Undemonstrated, given: ProblemsInput, most: number): Undemonstrated {
  const { problems, unplayable } = playable(given.problems);
  if (problems.length === 0)
    throw new Refusal(
      `The train set "${given.name}" of run ${given.run.name} holds no problem that can be played. ${unplayable[0] ?? ""}`.trimEnd(),
    );
  const distinct = [...new Map(problems.map((problem) => [problem.contentHash, problem])).values()];
  const train = distinct.slice(0, most);
  const message = `Trains on ${train.length} of the ${given.problems.length} problems of "${given.name}", which run ${given.run.name} left.`;
  return { ...whole, train, trainName: undefined, notes: [...whole.notes, { level: "info", message }] };
}

/** The sets with problems that were demonstrated by somebody else; refuses one that is held out. */
export const withDemonstrations = (sets: ProblemSets, demonstrated: Problem[]): ProblemSets =>
  checkDisjoint({ ...sets, demonstrated, demonstratedOn: "train" });

function demonstrationsOf(
  train: Problem[],
  shown: DemonstrationParams | null,
  names: Names,
): Pick<ProblemSets, "demonstrated" | "demonstratedOn"> {
  if (!shown) return { demonstrated: [], demonstratedOn: "easy" };
  const { sft_seed, sft_demos, demos_from: demonstratedOn } = shown;
  if (demonstratedOn === "train") return { demonstrated: train.slice(0, sft_demos), demonstratedOn };
  return { demonstrated: generate(sft_seed, FIRST_DEMONSTRATED, sft_demos, "easy", names), demonstratedOn };
}

function generate(seed: number, first: number, count: number, level: Level, names: Names): Problem[] {
  return Array.from({ length: count }, (_, i) => generateProblem(seed, first + i, level, names));
}

/** Splits distinct problems by their content (`splitContents`), and takes as many of each side as are wanted. */
export function splitBenchmark(
  problems: readonly Problem[],
  { problem_seed, holdout_share, train_problems, eval_problems, problems: name }: ProblemParams,
): { train: Problem[]; heldOut: Problem[]; duplicates: number } {
  const distinct = new Map(problems.map((problem) => [problem.contentHash, problem]));
  const { heldOut, train } = splitContents(distinct.keys(), problem_seed, holdout_share);
  if (heldOut.length < 1 || train.length < 1) {
    throw new Refusal(
      `Benchmark "${name}" has ${distinct.size} distinct problems; a held-out share of ${holdout_share} leaves one side empty. Change holdout_share or use a larger benchmark.`,
    );
  }
  const of = (hashes: string[]) => hashes.flatMap((hash) => distinct.get(hash) ?? []);
  return {
    heldOut: of(heldOut.slice(0, eval_problems)),
    train: of(train.slice(0, train_problems)),
    duplicates: problems.length - distinct.size,
  };
}

function benchmarkNotes(duplicates: number, unplayable: string[], used: Problem[]): ProblemNote[] {
  const notes: ProblemNote[] = [];
  const relaxed = used.filter((problem) => problem.relaxed).length;
  if (relaxed > 0) {
    notes.push({
      level: "info",
      message: `relaxed: ${relaxed} of ${used.length} models have integer columns. Episodes solve their LP relaxation; the final evaluation asks HiGHS about each repaired integer model.`,
    });
  }
  if (unplayable.length > 0) {
    const message = `${unplayable.length} problems of the benchmark are left out. The first: ${unplayable[0]}`;
    notes.push({ level: "warning", message });
  }
  if (duplicates > 0) {
    const message = `${duplicates} problems of the benchmark are left out, since others have the same content.`;
    notes.push({ level: "info", message });
  }
  return notes;
}

function checkDisjoint(sets: ProblemSets): ProblemSets {
  const heldOut = new Set(sets.heldOut.map((problem) => problem.contentHash));
  for (const [name, problems] of [
    ["training", sets.train],
    ["demonstrations", sets.demonstrated],
  ] as const) {
    const told = problems.map(({ key, contentHash }) => ({ key, hash: contentHash }));
    const leak = leakSentence(told, heldOut, name);
    if (leak) throw new Refusal(leak);
  }
  return sets;
}

/** A set of problems as the event that introduces it; evaluations refer to its problems by index. */
export function populationEvent(
  sets: ProblemSets,
  role: PopulationEvent["role"],
  at: number,
): PopulationEvent {
  const own = role === "demonstrated" && sets.demonstratedOn === "easy";
  const problems = { train: sets.train, held_out: sets.heldOut, demonstrated: sets.demonstrated }[role];
  return {
    t: "population",
    at,
    role,
    name:
      role === "demonstrated"
        ? `demonstrations, ${own ? "generated easy" : sets.name}`
        : role === "train"
          ? (sets.trainName ?? sets.name)
          : sets.name,
    source: own ? "generated" : sets.source,
    hash: populationHash(problems.map((problem) => problem.contentHash)),
    relaxed: problems.some((problem) => problem.relaxed),
    problems: problems.map(({ key, contentHash, type, level, model, faults }) => ({
      key,
      hash: contentHash,
      type,
      level,
      rows: model.rowCount,
      cols: model.colCount,
      integers: model.integer.reduce((sum, mark) => sum + mark, 0),
      faults: faults.length,
    })),
  };
}
