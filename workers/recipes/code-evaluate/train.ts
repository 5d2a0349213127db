import { Grader } from "../../code/grade.ts";
import { Sandbox } from "../../code/sandbox.ts";
import { codeShape } from "../code/network.ts";
import { codePopulation, type CodeProblemParams, loadCodeSets, noteSets } from "../code/problems.ts";
import { reportPrograms } from "../code/report.ts";
import { openShape } from "../network-data.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

interface Params extends CodeProblemParams {
  decoding: "greedy" | "sampled";
  samples: number;
  temperature: number;
  eval_seed: number;
}

/** One evaluation of a given policy. The run's seed is not used: `eval_seed` is. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const { decoding, samples, temperature, eval_seed: seed, limit } = params;
  const reporter = new Reporter(context);
  const input = context.inputs.network("program_policy");
  if (!input) throw new Error("The input program_policy is required.");
  const policy = openShape(input, "program_policy", codeShape(input.network.hidden));
  const grader = new Grader(await Sandbox.load());
  reporter.progress("problems", 0, 1);
  const sets = loadCodeSets(params);
  const population = codePopulation("held_out", sets.heldOut, params);
  context.emit(population);
  noteSets(reporter, sets);
  reporter.note("info", `Measures the policy of run ${input.run.name} after its step ${input.trainStep}.`);
  const how = {
    limit,
    temperature: decoding === "greedy" ? 0 : temperature,
    samples,
    sampleTemperature: temperature,
    seed,
  };
  const facts = { step: 0, final: true, populationHash: population.hash };
  const values = reportPrograms(context, policy, grader, sets.heldOut, how, facts);
  reporter.points(0, { "perf/cpu_s": cpuSeconds(), ...values });
  return (await context.shouldStop()) ? "stopped" : "finished";
};
