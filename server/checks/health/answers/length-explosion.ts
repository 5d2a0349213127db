import { namesOfMeasure } from "../../../contracts/metrics.ts";
import { writeLarge, writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { BaselineFold, BASELINE_VALUES } from "../baseline.ts";
import { firstOf, needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import { RatioFold } from "../ratio.ts";
import { rewardCourse, rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { LENGTH } from "./answer-tokens.ts";

const SPAN = 10;
const TIMES = 1.5;
const [WRONG, RIGHT] = [namesOfMeasure("wrong_answer_tokens"), namesOfMeasure("right_answer_tokens")];
const [BY_LENGTH, BY_RATIO] = ["length", "ratio"];

const info: RunRule["info"] = {
  id: "D16",
  name: "Growing answers",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the answers' length over the median of its first ${BASELINE_VALUES} values, beside the trend of the training reward; and the length of wrong answers over that of right ones, where both are logged`,
  threshold: `at or above ${TIMES}, 3 steps in a row, still so at the last: warning; wrong over right answers so many times what it was: warning`,
  gate: "silent while the reward rises, and where it is not logged or has too few values for a trend",
  source:
    "Dr. GRPO (arXiv 2503.20783): a loss per answer rewards long wrong ones; reasoning-from-scratch, chapter 7; the limit is Ablab's own",
  why: "Answers grow without being better: the loss, or a summed KL term, pays for length. Each step costs more and more of them are cut.",
  action: "Use a loss per token (dapo, dr_grpo), a soft penalty of overlong answers, or a shorter limit.",
  brief: "growing answers",
};

export const lengthExplosion: RunRule = {
  info,
  reads: [...LENGTH, ...WRONG, ...RIGHT, ...REWARDS],
  lacks: needs(["length of answers", LENGTH], ["reward", REWARDS]),
  plans({ series }) {
    const [over, wrong, right] = [LENGTH, WRONG, RIGHT].map((names) => firstOf(series, names));
    return [
      ...(over ? [{ key: BY_LENGTH, over, begin: () => new BaselineFold(SPAN, TIMES, "above") }] : []),
      ...(wrong && right
        ? [
            {
              key: BY_RATIO,
              over: wrong,
              beside: right,
              begin: () => new RatioFold(new BaselineFold(SPAN, TIMES, "above")),
            },
          ]
        : []),
      ...rewardTrend(series),
    ];
  },
  check({ series }, folds) {
    const direction = rewardDirection(folds);
    if (direction === null || direction === "rises") return [];
    const course = direction === "falls" ? "falls" : "does not rise";
    const length = folds.of(BaselineFold, BY_LENGTH);
    const ratio = folds.of(RatioFold<BaselineFold>, BY_RATIO)?.inner;
    const [grown, parted] = [length?.heldSince() ?? null, ratio?.heldSince() ?? null];
    return [
      ...(length && grown !== null
        ? [
            objection(info, "warning", {
              metric: firstOf(series, LENGTH)?.metric,
              claim: {
                before: "Answers are ",
                value: (length.level.now ?? NaN) / (length.baseline ?? NaN),
                kind: "factor",
                after: ` times as long as at first while the reward ${course}.`,
              },
              evidence: `From ${tokens(length.baseline)} to ${tokens(length.level.now)} tokens, since step ${writeWhole(grown)}, smoothed over ${SPAN} steps.${rewardCourse(folds)}`,
              span: { from: grown, to: length.lastX },
            }),
          ]
        : []),
      ...(ratio && parted !== null
        ? [
            objection(info, "warning", {
              metric: firstOf(series, WRONG)?.metric,
              claim: {
                before: "Wrong answers are ",
                value: ratio.level.now ?? NaN,
                kind: "factor",
                after: ` times as long as right ones while the reward ${course}.`,
              },
              evidence: `At first ${writeNumber(ratio.baseline)} times, so since step ${writeWhole(parted)}, smoothed over ${SPAN} steps.`,
              span: { from: parted, to: ratio.lastX },
            }),
          ]
        : []),
    ];
  },
};

const tokens = (length: number | null): string => writeLarge(length ?? NaN) ?? writeNumber(length);
