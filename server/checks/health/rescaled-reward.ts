import { rewardPartOf } from "../../contracts/metrics.ts";
import type { Finding } from "../../contracts/finding.ts";
import { RatioSearch } from "../../stats/constant-ratio.ts";
import { writePlace } from "../../wording/charts/axes.ts";
import { countOf } from "../../wording/counts.ts";
import { objection } from "../rule.ts";
import type { Fold, FoldedPoints } from "./fold.ts";
import type { RunRule } from "./run-rule.ts";

const info: RunRule["info"] = {
  id: "I01",
  name: "Reward only rescaled",
  family: "integrity",
  formula:
    "the training reward of a run beside that of the baseline's run with its seed, step by step: does one factor turn the one into the other, within the rounding of their digits?",
  threshold: "one factor, not 1, fits every step that both have: at least 5 steps, with 3 different values",
  gate: "silent for the baseline's own run, and with fewer than 5 steps that both have",
  source: "a reported gain from 38.8 to 54.3 was one reward multiplied by 1.4 (38.8 x 1.4 = 54.3)",
  why: "Rewards that differ by one factor at every step are one reward on two scales. The policy with the larger number is no better, so this reward is not ranked.",
  action: "Compare both by evaluation, or by the reward before it was scaled.",
  brief: "a reward only rescaled",
};

/** Looks for one factor at the steps that a reward and the one it is read against both have. */
class Shared implements Fold {
  ratio = new RatioSearch();
  from = NaN;
  to = NaN;

  feed({ x, value, beside, paired }: FoldedPoints): void {
    if (!beside || !paired) return;
    for (let i = 0; i < x.length; i++) {
      if (paired[i] === 0) continue;
      if (Number.isNaN(this.from)) this.from = x[i];
      this.to = x[i];
      this.ratio.add(beside[i], value[i]);
    }
  }

  isSettled(): boolean {
    return this.ratio.isOver;
  }

  copy(): Shared {
    return Object.assign(new Shared(), this, { ratio: this.ratio.copy() });
  }
}

function findingsOf(
  metric: string,
  a: string,
  b: string,
  { ratio, from, to }: Shared,
  some: "first " | "" = "",
): Finding[] {
  const { found } = ratio;
  if (!found) return [];
  return [
    objection(info, "error", {
      metric,
      claim: {
        before: `${metric} of ${a} is `,
        value: found.ratio,
        kind: "factor",
        after: ` times that of ${b} at every step, a change of scale alone.`,
      },
      evidence: `One factor, from ${writePlace(found.low)} to ${writePlace(found.high)}, fits each of the ${some}${countOf(found.n, "step")} that both have.`,
      a,
      b,
      span: { from, to },
    }),
  ];
}

/**
 * Objects when one factor turns the reward of `b` into that of `a` at every train step that both have. They are read beside each
 * other, portion by portion, as far as `most` points go: those of a long training are too many to be read for one answer.
 */
export function rescaledReward(
  metric: string,
  a: string,
  b: string,
  portions: Iterable<FoldedPoints>,
  most = Infinity,
): Finding[] {
  const shared = new Shared();
  let read = 0;
  for (const points of portions) {
    shared.feed(points);
    read += points.x.length;
    if (shared.isSettled()) break;
    if (read >= most) return findingsOf(metric, a, b, shared, "first ");
  }
  return findingsOf(metric, a, b, shared);
}

/** A run beside the run of its experiment's baseline with the same seed. */
export const rewardRescaled: RunRule = {
  info,
  reads: ["reward/raw", "reward/shaped"],
  spoils: ({ metric: rescaled }, metric) =>
    rescaled !== null && rewardPartOf(metric) !== null && rewardPartOf(metric) === rewardPartOf(rescaled),
  plans({ series, reference }) {
    return this.reads.flatMap((key) => {
      const [over, beside] = [series.get(key), reference?.series.get(key)];
      return over && beside ? [{ key, over, beside, begin: () => new Shared() }] : [];
    });
  },
  check({ config, series, reference }, folds) {
    if (!reference) return [];
    return this.reads.flatMap((key) => {
      const shared = folds.of(Shared, key);
      return shared ? findingsOf(series.get(key)?.metric ?? key, config, reference.config, shared) : [];
    });
  },
};
