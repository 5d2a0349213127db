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
    "ratio of the training rewards of two runs with one seed, step by step: one factor fits all steps within the rounding of the digits, and it is not 1",
  threshold: "at least 5 shared steps and 3 different values",
  source: "a reported gain from 38.8 to 54.3 was one reward multiplied by 1.4 (38.8 x 1.4 = 54.3)",
  why: "Two trainings that differ by a factor at every step are one training with another unit. The larger number is not a better policy.",
  action: "Compare by evaluation. Report the reward before shaping.",
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
        after: ` times that of ${b.config} at every step.`,
      },
      evidence: `One factor between ${writePlace(found.low)} and ${writePlace(found.high)} fits all ${countOf(found.n, "step")} that both have.`,
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
