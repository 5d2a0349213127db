import { createHash } from "node:crypto";
import { generateProblem } from "../../lab/env/generate.ts";
import type { Names } from "../../lab/env/names.ts";
import type { Level, Problem } from "../../lab/env/problem.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { PopulationEvent } from "../../protocol/events.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemFromRecord, UnplayableProblem } from "../../lab/env/from-benchmark.ts";
import { ProblemFile } from "../../protocol/problem-file.ts";

interface Benchmark {
  problems: Problem[];
  /** Why problems had to be left out, one sentence each: too large, too badly scaled, or feasible as an LP relaxation. */
  unplayable: string[];
}

/** Limits of the episodes, not mistakes in the file: such a problem is left out and the others are used. */
const LIMITS: ReadonlySet<UnplayableProblem["code"]> = new Set([
  "TOO_LARGE",
  "UNSTABLE",
  "RELAXATION_FEASIBLE",
]);

/**
 * A registered benchmark, by its name or population hash. The worker names the file: ABLAB_BENCHMARK_FILES is JSON
 * {name: path}; what is not listed there is <name>.json in the folder ABLAB_BENCHMARKS.
 * Throws with a sentence for a person where there is no such file or a problem in it is not what it says.
 */
function readBenchmark(name: string): Benchmark {
  const path = benchmarkPath(name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `Benchmark "${name}" was expected at ${path}, which cannot be read (${(error as Error).message}). Register it again, or use problems=generated.`,
      { cause: error },
    );
  }
  const file = ProblemFile.safeParse(readJson(text, path));
  if (!file.success) {
    const [issue] = file.error.issues;
    throw new Error(
      `${path} is not a problem file: ${issue.path.join(".")}: ${issue.message}. Register the benchmark again.`,
    );
  }
  const problems: Problem[] = [];
  const unplayable: string[] = [];
  for (const record of file.data.problems) {
    try {
      problems.push(problemFromRecord(record));
    } catch (error) {
      if (!(error instanceof UnplayableProblem) || !LIMITS.has(error.code)) throw error;
      unplayable.push(error.message);
    }
  }
  return { problems, unplayable };
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON (${(error as Error).message}). Register the benchmark again.`, {
      cause: error,
    });
  }
}

function benchmarkPath(name: string): string {
  const { ABLAB_BENCHMARKS: folder, ABLAB_BENCHMARK_FILES: files } = process.env;
  if (files) {
    const path = (readJson(files, "ABLAB_BENCHMARK_FILES") as Record<string, string>)[name];
    if (path) return path;
  }
  if (!folder) {
    throw new Error(
      `Benchmark "${name}" is not known here: neither ABLAB_BENCHMARK_FILES nor ABLAB_BENCHMARKS names it. Set ABLAB_BENCHMARKS to the folder that holds ${name}.json.`,
    );
  }
  if (!/^[\w. -]+$/.test(name) || name.startsWith(".")) {
    throw new Error(
      `"${name}" is no file name; a benchmark in ABLAB_BENCHMARKS is named by letters, digits, blanks, dots and hyphens.`,
    );
  }
  return join(folder, `${name}.json`);
}

/** The parameters that say which problems a run has; the same names in every recipe. */
export interface ProblemParams {
  problems: string;
  level: Level;
  names: Names;
  train_problems: number;
  eval_problems: number;
  holdout_share: number;
  problem_seed: number;
}

/** What the SFT start is shown; absent where a run has none. */
export interface DemonstrationParams {
  sft_seed: number;
  sft_demos: number;
  demos_from: "easy" | "train";
}

/** Problems a policy learns from, is measured on, and is first shown how to solve. Nothing held out is in the other sets. */
export interface ProblemSets {
  name: string;
  source: PopulationEvent["source"];
  train: Problem[];
  heldOut: Problem[];
  demonstrated: Problem[];
  demonstratedOn: DemonstrationParams["demos_from"];
  /** What a reader must know about the sets, one sentence each. */
  notes: ProblemNote[];
}

export interface ProblemNote {
  level: "note" | "caution";
  message: string;
}

/** Index ranges of generated problems: far enough apart that no field's range reaches from one into the next. */
const FIRST_HELD_OUT = 1_000_000;
const FIRST_DEMONSTRATED = 2_000_000;

/**
 * The problem sets of a run. They depend on the problem and SFT parameters alone, never on the run's seed. Without
 * `shown` nothing is demonstrated.
 * Throws where a benchmark cannot be read, is too small to split, or where train and held-out share content.
 */
export function loadProblemSets(p: ProblemParams, shown: DemonstrationParams | null): ProblemSets {
  const shownOf = (train: Problem[]): Pick<ProblemSets, "demonstrated" | "demonstratedOn"> => {
    if (!shown) return { demonstrated: [], demonstratedOn: "easy" };
    const { sft_seed, sft_demos, demos_from: demonstratedOn } = shown;
    if (demonstratedOn === "train") return { demonstrated: train.slice(0, sft_demos), demonstratedOn };
    return {
      demonstrated: generate(sft_seed, FIRST_DEMONSTRATED, sft_demos, "easy", p.names),
      demonstratedOn,
    };
  };
  if (p.problems !== "generated") {
    const { problems, unplayable } = readBenchmark(p.problems);
    const split = splitBenchmark(problems, p);
    const notes = benchmarkNotes(split.duplicates, unplayable, [...split.train, ...split.heldOut]);
    const demonstrations = shownOf(split.train);
    return checkDisjoint({ name: p.problems, source: "benchmark", ...split, ...demonstrations, notes });
  }
  const train = generate(p.problem_seed, 0, p.train_problems, p.level, p.names);
  return checkDisjoint({
    name: `generated ${p.level}`,
    source: "generated",
    train,
    heldOut: generate(p.problem_seed, FIRST_HELD_OUT, p.eval_problems, p.level, p.names),
    ...shownOf(train),
    notes: [],
  });
}

function generate(seed: number, first: number, count: number, level: Level, names: Names): Problem[] {
  return Array.from({ length: count }, (_, i) => generateProblem(seed, first + i, level, names));
}

/**
 * Splits distinct problems by the rank of sha256(problem_seed, content hash): the first share is held out. A problem's side
 * depends on its content, not on its name or its place in the file.
 */
export function splitBenchmark(
  problems: readonly Problem[],
  { problem_seed, holdout_share, train_problems, eval_problems, problems: name }: ProblemParams,
): { train: Problem[]; heldOut: Problem[]; duplicates: number } {
  const distinct = [...new Map(problems.map((problem) => [problem.contentHash, problem])).values()];
  const ranked = distinct
    .map((problem) => ({ problem, rank: sha256(`${problem_seed}:${problem.contentHash}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ problem }) => problem);
  const split = Math.round(ranked.length * holdout_share);
  if (split < 1 || split >= ranked.length) {
    throw new Error(
      `Benchmark "${name}" has ${ranked.length} distinct problems; a held-out share of ${holdout_share} leaves one side empty. Change holdout_share or use a larger benchmark.`,
    );
  }
  return {
    heldOut: ranked.slice(0, split).slice(0, eval_problems),
    train: ranked.slice(split).slice(0, train_problems),
    duplicates: problems.length - distinct.length,
  };
}

function benchmarkNotes(duplicates: number, unplayable: string[], used: Problem[]): ProblemNote[] {
  const notes: ProblemNote[] = [];
  const relaxed = used.filter((problem) => problem.relaxed).length;
  if (relaxed > 0) {
    notes.push({
      level: "note",
      message: `relaxed: ${relaxed} of ${used.length} models have integer columns. Episodes solve their LP relaxation; the final evaluation asks HiGHS about each repaired integer model.`,
    });
  }
  if (unplayable.length > 0) {
    const message = `${unplayable.length} problems of the benchmark are left out. The first: ${unplayable[0]}`;
    notes.push({ level: "caution", message });
  }
  if (duplicates > 0) {
    const message = `${duplicates} problems of the benchmark are left out, since others have the same content.`;
    notes.push({ level: "note", message });
  }
  return notes;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checkDisjoint(sets: ProblemSets): ProblemSets {
  const heldOut = new Set(sets.heldOut.map((problem) => problem.contentHash));
  for (const [name, problems] of [
    ["training", sets.train],
    ["demonstrations", sets.demonstrated],
  ] as const) {
    const leaked = problems.find((problem) => heldOut.has(problem.contentHash));
    if (leaked) {
      throw new Error(
        `Problem ${leaked.key} of the ${name} has the same content as a held-out one, so evaluations would measure memory. Change problem_seed or sft_seed.`,
      );
    }
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
    name: role !== "demonstrated" ? sets.name : `demonstrations, ${own ? "generated easy" : sets.name}`,
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
