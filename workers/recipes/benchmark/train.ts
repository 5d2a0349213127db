import { LEVEL_NAMES } from "../../lab/env/draft.ts";
import { generateProblem } from "../../lab/env/generate.ts";
import { problemsEvent, recordOf } from "../problems/leave-problems.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

/** A set of infeasible models, registered for others. The run's seed is not used: `problem_seed` decides everything. */
export const train: Train = async (context) => {
  const { per_cell, problem_seed } = context.params as Record<string, number>;
  const reporter = new Reporter(context);
  const records = [];
  for (const [done, level] of LEVEL_NAMES.entries()) {
    for (let i = 0; i < per_cell; i++) records.push(recordOf(generateProblem(problem_seed, i, level)));
    reporter.progress("problems", done + 1, LEVEL_NAMES.length);
    if (await context.shouldStop()) return "stopped";
  }
  context.emit(problemsEvent(`Made levels seed ${problem_seed}`, records, [], Date.now()));
  reporter.points(0, { "bench/taken": records.length, "perf/cpu_s": cpuSeconds() });
  return "finished";
};
