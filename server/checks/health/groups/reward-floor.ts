import { countOf } from "../../../wording/counts.ts";
import { writeNumber } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { objection } from "../../rule.ts";
import { EVALUATED, EVALUATED_AS, evaluationOf } from "../evaluated.ts";
import { firstOf } from "../first-of.ts";
import { REWARDS, rewardOf } from "../reward-trend.ts";
import type { KnownSeries, RunFacts, RunRule } from "../run-rule.ts";
import { TailFold } from "../tail.ts";
import { SUCCESS } from "./saturated.ts";

const LOGS = 10;
const NEAR = 0.02;
const SOLVES = 0.5;
const KEY = "reward";
/** 1 for a solved episode, -0.5 for another. */
const OUTCOME = "reward/outcome";

const info: RunRule["info"] = {
  id: "D05",
  name: "Reward at its floor",
  family: "run health",
  formula: `the training reward of the last ${LOGS} logged steps beside the lowest that an answer can get, and the last evaluation's success`,
  threshold: `each within ${writeShare(NEAR)} of the range of the reward from its floor while the evaluation solves more than ${writeShare(SOLVES)}: error`,
  gate: "silent where neither the share of right answers nor the range of the reward is known, and without an evaluation",
  source:
    "a run with a mean reward of -49.99 of -50 whose SFT start solved 99.98 % in evaluation: no answer parsed",
  why: "The policy solves problems where it is evaluated and none where it is trained: parser, prompt or verifier differ between the two.",
  action: "Read five training answers beside their rewards, and test the parser on them.",
  brief: "reward at its floor",
};

interface Ranged<S> {
  over: S;
  lowest: number;
  range: number;
}

/** What is watched, and which values it may have. */
function rangedOf<S extends KnownSeries>({ series, settings }: RunFacts<S>): Ranged<S> | null {
  const outcome = series.get(OUTCOME);
  if (outcome) return { over: outcome, lowest: -0.5, range: 1.5 };
  const success = firstOf(series, SUCCESS);
  if (success) return { over: success, lowest: 0, range: 1 };
  const { lowestReward: lowest, highestReward: highest } = settings;
  const reward = rewardOf(series);
  return reward && lowest !== null && highest !== null && highest > lowest
    ? { over: reward, lowest, range: highest - lowest }
    : null;
}

export const rewardFloor: RunRule = {
  info,
  reads: [OUTCOME, ...REWARDS, ...SUCCESS, ...EVALUATED],
  readsLike: EVALUATED_AS,
  lacks: (facts) =>
    rangedOf(facts) === null ? "range of the reward" : evaluationOf(facts.series) ? null : "evaluation",
  plans(facts) {
    const over = rangedOf(facts)?.over;
    return over ? [{ key: KEY, over, begin: () => new TailFold(LOGS) }] : [];
  },
  check(facts, folds) {
    const ranged = rangedOf(facts);
    const tail = folds.of(TailFold, KEY);
    const evaluated = evaluationOf(facts.series);
    if (!ranged || !tail || !evaluated || tail.values.length < LOGS) return [];
    if (!(evaluated.lastValue > SOLVES) || evaluated.lastValue > 1) return [];
    const { over, lowest, range } = ranged;
    if (!tail.values.every((value) => Math.abs(value - lowest) < NEAR * range)) return [];
    return [
      objection(info, "error", {
        metric: over.metric,
        claim: {
          before: "The reward is stuck at its floor although the evaluation solves ",
          value: evaluated.lastValue,
          kind: "share",
          after: ".",
        },
        evidence: `${over.metric} ${writeNumber(tail.values[LOGS - 1])} at the end of ${countOf(LOGS, "logged step")}, the lowest possible is ${writeNumber(lowest)}; ${evaluated.metric} ${writeShare(evaluated.lastValue)}.`,
        span: { from: tail.x[0], to: tail.x[LOGS - 1] },
      }),
    ];
  },
};
