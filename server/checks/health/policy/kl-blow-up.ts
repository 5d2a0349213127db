import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import { rewardCourse, rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";
import { BEFORE, jumpsIn, jumpsOf, LASTING, TIMES } from "./kl-course.ts";

const SPAN = 10;
const KL = "policy/kl";
const LIMITS = [1, 0.1];
/** A reward that rises slowly cannot be told from a flat one in fewer. */
const FEWEST = 50;

const info: RunRule["info"] = {
  id: "D09",
  name: "KL blow-up",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the divergence from the reference policy, beside the trend of the reward; and the divergence over the median of the ${BEFORE} values before`,
  threshold: `at or above ${LIMITS[1]} nats, 3 steps in a row, still so at the last: warning, error from ${LIMITS[0]} on; more than ${TIMES} times the median before, ${LASTING} logs in a row up to the last: warning`,
  gate: `of the level only info while the reward rises, in the first ${FEWEST} logs, and where the reward is not logged`,
  source:
    "open-r1 issue 257, torchforge issue 664, TRL issues 3500 and 6549; a long training that learns leaves its reference too",
  why: "The policy left its reference without gaining by it; the estimate of the divergence overflows for single tokens.",
  action:
    "Lower the learning rate, raise the weight of the KL term, clip the gradient; look for dropout at the start.",
  brief: "KL blow-up",
};

const reward = { falls: "falls", flat: "does not rise" };

export const klBlowUp: RunRule = {
  info,
  reads: [KL, ...REWARDS],
  lacks: needs(["KL", [KL]]),
  plans({ series }) {
    const over = series.get(KL);
    if (!over) return [];
    return [
      { key: KL, over, begin: () => new LevelFold(new SmoothedLevel(SPAN, LIMITS)) },
      jumpsOf(over),
      ...rewardTrend(series),
    ];
  },
  check({ series }, folds) {
    const found = series.get(KL);
    const fold = folds.of(LevelFold, KL);
    if (!found || !fold) return [];
    const jump = jumpsIn(folds)?.lasting ?? null;
    const held = LIMITS.map((limit) => fold.level.heldSince(limit));
    const from = held.find((since) => since !== null) ?? null;
    const direction = rewardDirection(folds);
    const isBlamed = found.n >= FEWEST && (direction === "flat" || direction === "falls");
    if (from !== null && (isBlamed || !jump))
      return [
        objection(info, isBlamed ? (held[0] === null ? "warning" : "error") : "info", {
          metric: found.metric,
          claim: {
            before: "KL to the reference stays at ",
            value: fold.level.now ?? NaN,
            kind: "number",
            after: isBlamed ? ` nats while the reward ${reward[direction]}.` : " nats.",
          },
          evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps.${rewardCourse(folds)}`,
          span: { from, to: fold.lastX },
        }),
      ];
    if (!jump) return [];
    return [
      objection(info, direction === "rises" ? "info" : "warning", {
        metric: found.metric,
        claim: {
          before: "KL to the reference jumped to ",
          value: jump.most / jump.before,
          kind: "factor",
          after: " times what it was, and stays there.",
        },
        evidence: `From ${writeNumber(jump.before)} to up to ${writeNumber(jump.most)} nats since step ${writeWhole(jump.from)}.`,
        span: { from: jump.from, to: jump.to },
      }),
    ];
  },
};
