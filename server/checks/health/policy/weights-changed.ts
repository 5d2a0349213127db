import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { LevelFold, SmoothedLevel } from "../sustained.ts";

const CHANGED = "optim/weights_changed";
const SPAN = 10;
const LIMIT = 0.5;

const info: RunRule["info"] = {
  id: "D32",
  name: "Weights rounded away",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of trained weights with a gradient that a step changed`,
  threshold: `at or below ${writeShare(LIMIT)}, 3 steps in a row, still so at the last: warning`,
  gate: "steps at a learning rate of 0 and steps without any gradient are not counted",
  source:
    "measured: of weights in bfloat16 an AdamW step at 1e-6 changes 1 %, at 3e-5 17 %, of weights in float32 all; the limit is Ablab's own",
  why: "A step that is smaller than half the distance to the next number of its precision is rounded away: the run costs what it costs and learns little.",
  action:
    "Hold what is trained in float32 and compute in bfloat16 (autocast), round stochastically, or raise the learning rate.",
  brief: "weights rounded away",
};

export const weightsChanged: RunRule = {
  info,
  reads: [CHANGED],
  lacks: needs(["share of weights that a step changes", [CHANGED]]),
  plans({ series }) {
    const over = series.get(CHANGED);
    return over
      ? [{ key: CHANGED, over, begin: () => new LevelFold(new SmoothedLevel(SPAN, [LIMIT], "below")) }]
      : [];
  },
  check({ series }, folds) {
    const found = series.get(CHANGED);
    const fold = folds.of(LevelFold, CHANGED);
    const from = fold?.level.heldSince(LIMIT) ?? null;
    if (!found || !fold || from === null) return [];
    return [
      objection(info, "warning", {
        metric: found.metric,
        claim: {
          before: "A step changes ",
          value: fold.level.now ?? NaN,
          kind: "share",
          after: " of the weights that have a gradient.",
        },
        evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} steps; the limit is ${writeShare(LIMIT)}.`,
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
