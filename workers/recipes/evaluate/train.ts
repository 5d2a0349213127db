import type { PlayerName } from "../../lab/env/players.ts";
import type { PrmUse } from "../../lab/prm/score-episodes.ts";
import { PLAYER_TITLES } from "./manifest.ts";
import { reportEvaluation } from "../evaluation/report-evaluation.ts";
import { openNetwork } from "../network-data.ts";
import {
  givenProblems,
  loadProblemSets,
  populationEvent,
  type ProblemParams,
} from "../problems/problem-sets.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";
import { rerankPolicy } from "./rerank-policy.ts";

interface Params extends ProblemParams {
  sigma: number;
  observe_names: boolean;
  player: "policy" | PlayerName;
  part: "held_out" | "train";
  decoding: "greedy" | "sampled" | "reranked";
  samples: number;
  prm_use: PrmUse;
  temperature: number;
  eval_seed: number;
  eval_max_steps: number;
}

/** One evaluation of a given policy, greedy, sampled or the best of several samples, or of a player without learning, with every step of every episode. The run's seed is not used: `eval_seed` is. */
export const train: Train = async (context) => {
  const params = context.params as unknown as Params;
  const { part, decoding, temperature, eval_seed, eval_max_steps, sigma, observe_names } = params;
  const reporter = new Reporter(context);
  const input = params.player === "policy" ? context.inputs.network("policy") : undefined;
  if (params.player === "policy" && !input) throw new Error("The input policy is required.");
  reporter.progress("problems", 0, 1);
  const sets = loadProblemSets(params, null, givenProblems(context.inputs));
  const population = populationEvent(sets, part, Date.now());
  context.emit(population);
  for (const { level, message } of sets.notes) reporter.note(level, message);
  reporter.note(
    "info",
    input
      ? `Measures the policy of run ${input.run.name} after its step ${input.trainStep}.`
      : `Measures a player that learns nothing: ${PLAYER_TITLES[params.player as PlayerName]}.`,
  );
  const problems = part === "train" ? sets.train : sets.heldOut;
  const policy = input && openNetwork(input, "policy", { hidden: null, seesNames: observe_names });
  const how = {
    sees: { sigma, observe_names },
    maxSteps: eval_max_steps,
    temperature: decoding === "greedy" ? 0 : temperature,
    seed: eval_seed,
  };
  const prm = decoding === "reranked" ? context.inputs.network("prm") : null;
  const chosen =
    policy && prm
      ? rerankPolicy(policy, prm, problems, how, { samples: params.samples, use: params.prm_use })
      : null;
  if (chosen) reporter.note("info", chosen.note);
  const measured = await reportEvaluation(
    context,
    reporter,
    chosen?.chosen ?? policy ?? (params.player as PlayerName),
    problems,
    chosen?.how ?? how,
    { step: 0, final: true, populationHash: population.hash, alone: true },
  );
  reporter.points(0, { "perf/cpu_s": cpuSeconds(), ...measured, ...chosen?.beside });
  return (await context.shouldStop()) ? "stopped" : "finished";
};
