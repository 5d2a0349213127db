import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { objection } from "../../rule.ts";
import { EVALUATED, EVALUATED_AS, evaluationOf } from "../evaluated.ts";
import { firstOf } from "../first-of.ts";
import { rewardDirection, REWARDS, rewardOf, rewardTrend } from "../reward-trend.ts";
import type { KnownSeries, RunRule } from "../run-rule.ts";
import { TrendFold } from "../trend.ts";
import { DEVIATIONS, EvalCourse, LEFT, WINDOW } from "./eval-course.ts";

/** What imitation is trained on and measured by; the lower the better. */
const TRAIN_LOSS = ["loss", "train/loss", "sft/loss"];
const EVAL_LOSS_AS = /^eval[_/]loss$/;
const ALIKE = new RegExp(`${EVALUATED_AS.source}|${EVAL_LOSS_AS.source}`);
const [SUCCESS, LOSS, FIT] = ["success", "eval loss", "train loss"];

const info: RunRule["info"] = {
  id: "D20",
  name: "Training and evaluation apart",
  family: "run health",
  formula: `mean of the last ${WINDOW} evaluations beside the best mean of ${WINDOW} neighboring ones; the scatter of one evaluation from second differences; the trend of what is trained for. Without a reward: evaluation loss and training loss`,
  threshold: `more than ${DEVIATIONS} standard deviations of one evaluation, and 5 % of the best, below it, or each of the last ${WINDOW} below ${LEFT} of it, while training does not get worse: warning, error below where it began`,
  gate: `silent with fewer than ${2 * WINDOW} evaluations, and while training gets worse too (D22)`,
  source:
    "open-instruct issue 534; four passes per batch took the reward from 1.02 to 1.41 and unseen problems from 76 to 67 %, in every seed",
  why: "What is learned in training no longer helps on problems that are not trained on, and the training curve alone looks fine.",
  action:
    "Take the checkpoint at the best evaluation, mix easier problems in, or raise the weight of the KL term.",
  brief: "training and evaluation apart",
};

const lossesOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>) => ({
  train: firstOf(series, TRAIN_LOSS),
  measured: [...series].find(([name]) => EVAL_LOSS_AS.test(name))?.[1],
});

export const trainEvalApart: RunRule = {
  info,
  reads: [...EVALUATED, ...REWARDS, ...TRAIN_LOSS],
  readsLike: ALIKE,
  lacks: ({ series }) => {
    const { train, measured } = lossesOf(series);
    return (rewardOf(series) && evaluationOf(series)) || (train && measured) ? null : "evaluation";
  },
  plans({ series }) {
    const { train, measured } = lossesOf(series);
    const success = evaluationOf(series);
    if (rewardOf(series))
      return success
        ? [{ key: SUCCESS, over: success, begin: () => new EvalCourse("higher") }, ...rewardTrend(series)]
        : [];
    return train && measured
      ? [
          { key: LOSS, over: measured, begin: () => new EvalCourse("lower") },
          { key: FIT, over: train, begin: () => new TrendFold() },
        ]
      : [];
  },
  check({ series }, folds) {
    const course = folds.of(EvalCourse, SUCCESS) ?? folds.of(EvalCourse, LOSS);
    const [reward, fit] = [rewardDirection(folds), folds.of(TrendFold, FIT)?.direction() ?? null];
    const isHidden = reward === null ? fit === "falls" || fit === "flat" : reward !== "falls";
    if (!course?.hasFallen || !isHidden) return [];
    const found = rewardOf(series) ? evaluationOf(series) : lossesOf(series).measured;
    const { best, bestX, now, lastX, first } = course;
    const [was, is] = [best, now].map((value) => course.asMeasured(value));
    return [
      objection(info, now < first ? "error" : "warning", {
        metric: found?.metric,
        claim: {
          before: `${found?.metric ?? "The evaluation"} got worse to `,
          value: is,
          kind: "number",
          after: " while training does not show it.",
        },
        evidence: `Best ${writeNumber(was)} about step ${writeWhole(bestX)}, now ${writeNumber(is)}, means of ${WINDOW} evaluations; one scatters by ${writeNumber(course.scatter)}.`,
        span: { from: bestX, to: lastX },
      }),
    ];
  },
};
