import { rewardPartOf } from "../../contracts/metrics.ts";
import type { Objection } from "../../contracts/objection.ts";
import { constantRatio } from "../../stats/constant-ratio.ts";
import { writePlace } from "../../wording/axes.ts";
import { countOf } from "../../wording/counts.ts";
import { objection } from "../rule.ts";
import type { CheckedSeries, RunRule } from "./run-rule.ts";

const info: RunRule["info"] = {
  id: "I01",
  name: "Reward only rescaled",
  family: "integrity",
  formula:
    "the training reward of a run beside that of the baseline's run with its seed, step by step: does one factor turn the one into the other, within the rounding of their digits?",
  threshold: "one factor, not 1, fits every step that both have: at least 5 steps, with 3 different values",
  source: "a reported gain from 38.8 to 54.3 was one reward multiplied by 1.4 (38.8 x 1.4 = 54.3)",
  why: "Rewards that differ by one factor at every step are one reward on two scales. The policy with the larger number is no better, so this reward is not ranked.",
  action: "Compare both by evaluation, or by the reward before it was scaled.",
  brief: "a reward only rescaled",
};

export interface RewardSeries {
  config: string;
  series: CheckedSeries | undefined;
}

/** Objects when one factor turns the reward of `b` into that of `a` at every train step that both have. */
export function rescaledReward(metric: string, a: RewardSeries, b: RewardSeries): Objection[] {
  if (!a.series || !b.series) return [];
  const place = new Map(b.series.x.map((x, i) => [x, i]));
  const shared = a.series.x.flatMap((x, i) => {
    const j = place.get(x);
    return j === undefined
      ? []
      : [{ x, a: a.series?.value[i] ?? Number.NaN, b: b.series?.value[j] ?? Number.NaN }];
  });
  const found = constantRatio(
    shared.map((p) => p.b),
    shared.map((p) => p.a),
  );
  if (!found) return [];
  return [
    objection(info, "objection", {
      metric,
      claim: {
        before: `${metric} of ${a.config} is `,
        value: found.ratio,
        kind: "factor",
        after: ` times that of ${b.config} at every step, a change of scale alone.`,
      },
      evidence: `One factor, from ${writePlace(found.low)} to ${writePlace(found.high)}, fits each of the ${countOf(found.n, "step")} that both have.`,
      a: a.config,
      b: b.config,
      span: { from: shared[0].x, to: shared[shared.length - 1].x },
    }),
  ];
}

/** A run beside the run of its experiment's baseline with the same seed. */
export const rewardRescaled: RunRule = {
  info,
  reads: ["reward/raw", "reward/shaped"],
  spoils: ({ metric: rescaled }, metric) =>
    rescaled !== null && rewardPartOf(metric) !== null && rewardPartOf(metric) === rewardPartOf(rescaled),
  check({ config, series, reference }) {
    if (!reference) return [];
    return this.reads
      .filter((metric) => series.has(metric))
      .flatMap((metric) =>
        rescaledReward(
          series.get(metric)?.metric ?? metric,
          { config, series: series.get(metric) },
          { config: reference.config, series: reference.series.get(metric) },
        ),
      );
  },
};
