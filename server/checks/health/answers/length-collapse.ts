import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { BaselineFold, BASELINE_VALUES } from "../baseline.ts";
import { firstOf } from "../first-of.ts";
import { objection } from "../../rule.ts";
import { rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { TrendFold } from "../trend.ts";
import { LENGTH } from "./answer-tokens.ts";
import { formParts, OWN_PARTS, PARTS_AS, verifiedParts } from "./reward-parts.ts";

const SPAN = 10;
const LEFT = 0.5;

const info: RunRule["info"] = {
  id: "D17",
  name: "Shrinking answers",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the answers' length over the median of its first ${BASELINE_VALUES} values, beside the trends of the reward for form and of that for being right`,
  threshold: `at or below ${LEFT}, 3 steps in a row, still so at the last, while a reward for form rises: warning`,
  gate: "silent while the reward for being right rises, or the whole reward where that is not logged apart; and without a reward for form",
  source: "reasoning-from-scratch, chapter 7; open-r1 issue 255; the limit is Ablab's own",
  why: "The policy found that a short answer in the right form pays, and stopped to reason.",
  action: "Pay for form only where the answer is right, and read five answers.",
  brief: "shrinking answers",
};

export const lengthCollapse: RunRule = {
  info,
  reads: [...LENGTH, ...OWN_PARTS, ...REWARDS],
  readsLike: PARTS_AS,
  lacks: ({ series }) =>
    firstOf(series, LENGTH) === undefined
      ? "length of answers"
      : formParts(series).length === 0
        ? "reward for form"
        : null,
  plans({ series }) {
    const over = firstOf(series, LENGTH);
    if (!over) return [];
    return [
      { key: info.id, over, begin: () => new BaselineFold(SPAN, LEFT, "below") },
      ...[...formParts(series), ...verifiedParts(series)].map((part) => ({
        key: part.metric,
        over: part,
        begin: () => new TrendFold(),
      })),
      ...rewardTrend(series),
    ];
  },
  check({ series }, folds) {
    const found = firstOf(series, LENGTH);
    const fold = folds.of(BaselineFold, info.id);
    const from = fold?.heldSince() ?? null;
    if (!found || !fold || from === null) return [];
    const directionOf = ({ metric }: { metric: string }) => folds.of(TrendFold, metric)?.direction() ?? null;
    const form = formParts(series).find((part) => directionOf(part) === "rises");
    const right = verifiedParts(series);
    const isBetter =
      right.length > 0
        ? right.some((part) => directionOf(part) === "rises")
        : rewardDirection(folds) === "rises";
    if (!form || isBetter) return [];
    return [
      objection(info, "warning", {
        metric: found.metric,
        speaksOf: [form.metric],
        claim: {
          before: "Answers shrank to ",
          value: (fold.level.now ?? NaN) / (fold.baseline ?? NaN),
          kind: "share",
          after: " of their length while the reward for form rises.",
        },
        evidence: `From ${writeNumber(fold.baseline)} to ${writeNumber(fold.level.now)} tokens, since step ${writeWhole(from)}, smoothed over ${SPAN} steps; ${form.metric} rises.`,
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
