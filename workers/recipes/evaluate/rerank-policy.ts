import { writePercent } from "../../math/percent.ts";
import { evaluate } from "../../lab/algo/evaluate.ts";
import { rerank } from "../../lab/algo/rerank.ts";
import type { Episode } from "../../lab/algo/rollout.ts";
import type { Problem } from "../../lab/env/problem.ts";
import type { Policy } from "../../lab/nn/policy.ts";
import type { PrmUse } from "../../lab/prm/score-episodes.ts";
import { mean } from "../../math/moments.ts";
import { SHORT_EPISODE } from "../../protocol/metrics/problem-columns.ts";
import type { NetworkInput } from "../../protocol/inputs.ts";
import { environmentOf, type Measurement } from "../evaluation/measure.ts";
import { openNetwork } from "../network-data.ts";
import type { Values } from "../reporter.ts";

/** Solved at step 5 or earlier. */
const isQuick = ({ outcome }: Episode): boolean => outcome.solved && outcome.steps <= SHORT_EPISODE;
const shareOf = (episodes: readonly Episode[]): number => mean(episodes.map((one) => Number(isQuick(one))));

/** The best of several sampled episodes on each problem by a given process reward model, and what to read it against. */
export function rerankPolicy(
  policy: Policy,
  model: NetworkInput,
  problems: readonly Problem[],
  how: Measurement,
  { samples, use }: { samples: number; use: PrmUse },
): { chosen: Episode[]; how: Measurement; beside: Values; note: string } {
  const { sees, maxSteps, temperature, seed } = how;
  const environment = environmentOf(sees, maxSteps);
  const scores = openNetwork(model, "prm", { hidden: null, seesNames: sees.observe_names });
  const played = rerank(policy, scores, problems, { environment, temperature, seed, samples, use });
  const beside = {
    "rerank/greedy_rr_at_5": shareOf(evaluate(policy, problems, { environment, temperature: 0, seed })),
    "rerank/sampled_rr_at_5": shareOf(played.samples.flat()),
    "rerank/oracle_rr_at_5": mean(played.samples.map((own) => Number(own.some(isQuick)))),
  };
  const [greedy, sampled, oracle] = Object.values(beside).map(writePercent);
  return {
    chosen: played.chosen,
    how: {
      ...how,
      rerank: {
        how: { samples, use, prm: model.sha256.slice(0, 24) },
        sampledAt5: played.samples.map(shareOf),
      },
    },
    beside,
    note: `Each episode is the best of ${samples} by the PRM of run ${model.run.name} (${use}). RR@5 ${writePercent(shareOf(played.chosen))} of ${problems.length} problems; greedy ${greedy}, mean of the samples ${sampled}, best possible choice ${oracle}.`,
  };
}
