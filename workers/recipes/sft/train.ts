import { measureVariety } from "../../lab/algo/variety.ts";
import type { Problem } from "../../lab/env/problem.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import { environmentOf, greedyMeasurement } from "../evaluation/measure.ts";
import { reportEvaluation } from "../evaluation/report-evaluation.ts";
import { createNetwork } from "../network-data.ts";
import {
  givenProblems,
  loadProblemSets,
  populationEvent,
  type ProblemParams,
  type ProblemSets,
  withDemonstrations,
} from "../problems/problem-sets.ts";
import type { Train, TrainContext } from "../recipe.ts";
import { cpuSeconds, Reporter, type Values } from "../reporter.ts";
import { makeStart, type SftParams } from "./start.ts";
import { successesOf, type Taught } from "./successes.ts";

type Params = ProblemParams &
  Omit<SftParams, "demos_from"> & {
    demos_from: SftParams["demos_from"] | "successes";
    eval_max_steps: number;
  };

/** Train problems, and samples of each, by which it is measured how much the policy still varies; so often in a training. */
const VARIETY = { problems: 24, samples: 8, times: 4 };

/** The problem sets, and what is imitated where it is not the expert. */
function loadSets(
  context: TrainContext,
  { demos_from, ...params }: Params,
): { sets: ProblemSets; taught: Taught | null } {
  const given = givenProblems(context.inputs);
  if (demos_from !== "successes")
    return { sets: loadProblemSets(params, { ...params, demos_from }, given), taught: null };
  const taught = successesOf(context.inputs.evaluation("demos"), params, params.sft_demos);
  const sets = withDemonstrations(loadProblemSets(params, null, given), taught.problems);
  return { sets: { ...sets, notes: [...sets.notes, ...taught.notes] }, taught };
}

function varietyOf(policy: Policy, problems: readonly Problem[], params: Params): Values {
  const environment = environmentOf(params, params.eval_max_steps);
  const { entropy, distinct } = measureVariety(policy, problems, {
    environment,
    samples: VARIETY.samples,
    seed: params.sft_seed,
  });
  return { "sft/entropy": entropy, "sft/distinct": distinct };
}

/** Imitation of the noisy expert, or of given successes, then one evaluation. The run's seed is not used: `sft_seed` decides everything. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const reporter = new Reporter(context);
  const { sft_epochs, hidden } = params;
  reporter.progress("problems", 0, 1);
  const { sets, taught } = loadSets(context, params);
  const heldOut = populationEvent(sets, "held_out", Date.now());
  context.emit(heldOut);
  context.emit(populationEvent(sets, "demonstrated", Date.now()));
  for (const { level, message } of sets.notes) reporter.note(level, message);
  const policy = createNetwork(hidden, params.observe_names);
  let made = 0;
  const sampled = sets.train.slice(0, VARIETY.problems);
  const every = Math.ceil(sft_epochs / VARIETY.times);
  for (const { epoch, loss, updates } of makeStart(policy, sets.demonstrated, params, taught?.decisions)) {
    made = updates;
    reporter.progress("SFT", epoch, sft_epochs);
    const isMeasured = epoch % every === 0 || epoch === sft_epochs;
    const variety = isMeasured ? varietyOf(policy, sampled, params) : {};
    reporter.points(epoch, { "sft/loss": loss, ...variety });
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
