import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import type { Folds } from "../fold.ts";
import { objection } from "../../rule.ts";
import { quickNotClean } from "../../../../packs/repair/checks/quick-not-clean.ts";
import { rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { FoldPlan, KnownSeries, RunFacts, RunRule } from "../run-rule.ts";
import { TrendFold } from "../trend.ts";
import { otherParts, OWN_PARTS, PARTS_AS, verifiedParts } from "./reward-parts.ts";

const OPPOSED = -0.3;

const info: RunRule["info"] = {
  id: "D19",
  name: "Parts of the reward in conflict",
  family: "run health",
  formula: `Mann-Kendall trends and rank correlation of the parts of the reward, on means of neighboring values; ${quickNotClean.formula}`,
  threshold: `a part that a verifier gives falls while another one rises, rank correlation below ${OPPOSED}: warning, error where the whole reward rises; ${quickNotClean.threshold}: warning`,
  gate: "silent where no part is known for what a verifier gives (accuracy, correct, solved, ...)",
  source: `open-r1 issues 255 and 257; an outcome reward took diagnosis from 59 to 38 % while repairs rose to 100 %; ${quickNotClean.source}`,
  why: "The policy earns more by what is easy to earn and less by what is meant: reward hacking.",
  action:
    "Pay for the other parts only where the answer is right, weigh them anew, or add what is missing to the reward.",
  brief: "parts of the reward in conflict",
};

/** Places of values in ascending order. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => values[a] - values[b]);
  const rank = values.map(() => 0);
  order.forEach((at, place) => (rank[at] = place));
  return rank;
}

/** Spearman's rank correlation of two courses, as far as both go. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const n = Math.min(a.length, b.length);
  const [p, q] = [a.slice(0, n), b.slice(0, n)].map(ranks);
  const d2 = p.reduce((sum, place, i) => sum + (place - q[i]) ** 2, 0);
  return 1 - (6 * d2) / (n * (n * n - 1));
}

function conflicts({ series }: RunFacts, folds: Folds) {
  const trendOf = ({ metric }: KnownSeries) => folds.of(TrendFold, metric);
  const falling = verifiedParts(series).filter((part) => trendOf(part)?.direction() === "falls");
  const rising = otherParts(series).filter((part) => trendOf(part)?.direction() === "rises");
  const pairs = falling.flatMap((right) => rising.map((other) => ({ right, other })));
  const worst = pairs
    .map((pair) => ({
      ...pair,
      correlation: rankCorrelation(trendOf(pair.right)?.means() ?? [], trendOf(pair.other)?.means() ?? []),
    }))
    .filter(({ correlation }) => correlation < OPPOSED)
    .toSorted((a, b) => a.correlation - b.correlation)[0];
  if (!worst) return [];
  const trend = trendOf(worst.right);
  return [
    objection(info, rewardDirection(folds) === "rises" ? "error" : "warning", {
      metric: worst.right.metric,
      speaksOf: [worst.other.metric],
      claim: `${worst.other.metric} rises while ${worst.right.metric} falls: the policy earns by something else than being right.`,
      evidence: `Rank correlation ${writeNumber(worst.correlation)}, steps ${writeWhole(trend?.firstX)} to ${writeWhole(trend?.lastX)}.`,
      span: { from: trend?.firstX ?? NaN, to: trend?.lastX ?? NaN },
    }),
  ];
}

export const partConflict: RunRule = {
  info,
  reads: [...quickNotClean.reads, ...OWN_PARTS, ...REWARDS],
  readsLike: PARTS_AS,
  lacks: ({ series }) =>
    verifiedParts(series).length > 0 && otherParts(series).length > 0 ? null : "parts of the reward",
  plans<S extends KnownSeries>(facts: RunFacts<S>): FoldPlan<S>[] {
    const { series } = facts;
    const parts = [...new Set([...verifiedParts(series), ...otherParts(series)])];
    return [
      ...quickNotClean.plans(facts),
      ...parts.map((part) => ({ key: part.metric, over: part, begin: () => new TrendFold() })),
      ...rewardTrend(series),
    ];
  },
  check(facts, folds) {
    return [...quickNotClean.check(info, facts, folds), ...conflicts(facts, folds)];
  },
};
