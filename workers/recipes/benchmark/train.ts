import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { BENCH_TYPES } from "../../lab/bench/grades.ts";
import type { Names } from "../../lab/env/names.ts";
import type { Level } from "../../lab/env/problem.ts";
import type { MadeProblem } from "../../lab/bench/make-problem.ts";
import { addRejected, cellCount, type MadeCell, makeSet, type SetOrder } from "../../lab/bench/make-set.ts";
import { IntegerJudge } from "../../lab/bench/integer-judge.ts";
import { SeenModels } from "../../lp/near-duplicates.ts";
import { type Rejection, REJECTIONS } from "../../lab/bench/validate.ts";
import { readMps } from "../../lp/mps.ts";
import { loadOracle } from "../../lp/oracle.ts";
import type { ProblemRecord } from "../../protocol/problem-file.ts";
import { problemsEvent, recordOf } from "../problems/leave-problems.ts";
import { readBenchmark } from "../problems/read-benchmark.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

interface Params {
  types: string;
  levels: Level | "all";
  per_cell: number;
  models: "both" | "lp" | "mip";
  mip_share: number;
  names: Names;
  apart_from: string;
  problem_seed: number;
}

export const orderOf = (p: Params): SetOrder => ({
  types: BENCH_TYPES.filter((type) => p.types.includes(type)),
  levels: p.levels === "all" ? LEVEL_NAMES : [p.levels],
  perCell: p.per_cell,
  mipShare: { lp: 0, mip: 1, both: p.mip_share }[p.models],
  names: p.names,
  seed: p.problem_seed,
});

/** A made problem as a set stores it. */
export function recordOfMade({ hash, roots, injected, ...made }: MadeProblem): ProblemRecord {
  const marks = new Uint8Array(made.model.colCount + made.model.rowCount);
  for (const element of injected) marks[element] = 1;
  return recordOf({ ...made, contentHash: hash, faults: [...roots], injected: marks });
}

const PHASE_WORDS: Record<Rejection, string> = {
  original: "had no optimum before the sabotage",
  infeasible: "had a solution after it",
  root: "had a root in no IIS",
  repair: "did not come back to the optimum by the reference repair",
  size: "had an IIS of another size than the level's",
  duplicate: "were near-duplicates",
  leaked: "were near-duplicates of the benchmark kept apart from",
};

/** Who found the optima of the integer problems. */
function judgedBy({ confirmed, alone }: IntegerJudge, cells: readonly MadeCell[]): string {
  const integers = cells.flatMap(({ problems }) => problems).filter(({ mip }) => mip).length;
  const judged = `Branch and bound on the proven simplex found both optima of the ${integers} integer problems, and HiGHS the same in the ${confirmed} models drawn to be solved again.`;
  return alone === 0 ? judged : `${judged} HiGHS alone judged ${alone} models that the search gave up on.`;
}

/** How the set was made, as its page says it. */
function aboutSet(p: Params, cells: readonly MadeCell[], judge: IntegerJudge | null): string[] {
  const taken = cells.reduce((sum, { problems }) => sum + problems.length, 0);
  const rejected = addRejected(cells.map((cell) => cell.rejected));
  const tried = taken + REJECTIONS.reduce((sum, phase) => sum + rejected[phase], 0);
  const thrown = REJECTIONS.filter((phase) => rejected[phase] > 0).map(
    (phase) => `${rejected[phase]} ${PHASE_WORDS[phase]}`,
  );
  const short = cells
    .filter(({ problems }) => problems.length < p.per_cell)
    .map(({ type, level, problems }) => `${type} ${level} ${problems.length}`);
  return [
    `Made from problem seed ${p.problem_seed} under ${p.names} names: ${p.per_cell} problems per type and level.`,
    `${taken} of ${tried} attempts passed: the original has an optimum, the sabotaged model no solution, every root is in an IIS, and the reference repair brings the optimum back.`,
    ...(p.types.includes("B") && p.levels === "all"
      ? [
          "Levels are counted as the reports count them: type B has three limited columns at medium, and at hard one fault, a chain of five, which a single repair undoes.",
        ]
      : []),
    ...(judge ? [judgedBy(judge, cells)] : []),
    ...(thrown.length > 0 ? [`Thrown away: ${thrown.join("; ")}.`] : []),
    ...(p.apart_from === "generated" ? [] : [`Kept apart from "${p.apart_from}".`]),
    ...(short.length > 0 ? [`Not filled: ${short.join(", ")}.`] : []),
  ];
}

function modelsOf(benchmark: string): SeenModels {
  const known = new SeenModels();
  if (benchmark !== "generated")
    for (const { key, mps } of readBenchmark(benchmark).problems) known.add(key, readMps(mps));
  return known;
}

/** A set of validated problems, registered for others. The run's seed is not used: `problem_seed` decides everything. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const reporter = new Reporter(context);
  const order = orderOf(params);
  const judge = order.mipShare > 0 ? new IntegerJudge(await loadOracle()) : null;
  const cells: MadeCell[] = [];
  for (const cell of makeSet(order, judge, modelsOf(params.apart_from))) {
    if (cell) {
      cells.push(cell);
      reporter.progress("cells", cells.length, cellCount(order));
      const { type, level, problems, rejected } = cell;
      context.log(`${type} ${level}: ${problems.length} problems, thrown away ${JSON.stringify(rejected)}`);
    }
    if (await context.shouldStop()) return "stopped";
  }
  const made = cells.flatMap(({ problems }) => problems);
  const about = aboutSet(params, cells, judge);
  const level = params.levels === "all" ? "" : ` ${params.levels}`;
  const name = `Types ${params.types}${level} ${params.names} seed ${params.problem_seed}`;
  context.emit(problemsEvent(name, made.map(recordOfMade), about, Date.now()));
  for (const message of about) reporter.note(message.startsWith("Not filled") ? "warning" : "info", message);
  const rejected = addRejected(cells.map((cell) => cell.rejected));
  reporter.points(0, {
    "bench/taken": made.length,
    "bench/rejected": REJECTIONS.reduce((sum, phase) => sum + rejected[phase], 0),
    ...Object.fromEntries(REJECTIONS.map((phase) => [`bench/rejected_${phase}`, rejected[phase]])),
    "perf/cpu_s": cpuSeconds(),
  });
  return "finished";
};
