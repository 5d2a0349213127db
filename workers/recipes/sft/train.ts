import { greedyMeasurement } from "../evaluation/measure.ts";
import { reportEvaluation } from "../evaluation/report-evaluation.ts";
import { createNetwork } from "../network-data.ts";
import {
  givenProblems,
  loadProblemSets,
  populationEvent,
  type ProblemParams,
} from "../problems/problem-sets.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";
import { makeStart, type SftParams } from "./start.ts";

type Params = ProblemParams & SftParams & { eval_max_steps: number };

/** Imitation of the noisy expert, then one evaluation. The run's seed is not used: `sft_seed` decides everything. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const reporter = new Reporter(context);
  const { sft_epochs, hidden } = params;
  reporter.progress("problems", 0, 1);
  const sets = loadProblemSets(params, params, givenProblems(context.inputs));
  const heldOut = populationEvent(sets, "held_out", Date.now());
  context.emit(heldOut);
  context.emit(populationEvent(sets, "demonstrated", Date.now()));
  for (const { level, message } of sets.notes) reporter.note(level, message);
  const policy = createNetwork(hidden, params.observe_names);
  let made = 0;
  for (const { epoch, loss, updates } of makeStart(policy, sets.demonstrated, params)) {
    made = updates;
    reporter.progress("SFT", epoch, sft_epochs);
    reporter.points(epoch, { "sft/loss": loss });
    context.log(`epoch ${epoch}/${sft_epochs} loss ${loss.toFixed(4)}`);
    if (await context.shouldStop()) return "stopped";
  }
  const facts = { step: sft_epochs, final: true, populationHash: heldOut.hash };
  const how = greedyMeasurement(params);
  const measured = await reportEvaluation(context, reporter, policy, sets.heldOut, how, facts);
  reporter.points(sft_epochs, { "progress/updates": made, "perf/cpu_s": cpuSeconds(), ...measured });
  reporter.artifact("weights", sft_epochs, policy);
  return (await context.shouldStop()) ? "stopped" : "finished";
};
