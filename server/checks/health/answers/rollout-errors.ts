import { namesOfMeasure } from "../../../contracts/metrics.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { firstOf, needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { heldLimit, LevelFold, SmoothedLevel } from "../sustained.ts";

const SPAN = 10;
const LIMITS = { warning: 0.05, error: 0.5 };
const ERRORS = namesOfMeasure("error_share");

const info: RunRule["info"] = {
  id: "D24",
  name: "Rollout errors",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of rollouts that end in an error or come back empty`,
  threshold: `at or above ${LIMITS.warning}, 3 steps in a row, still so at the last: warning; error from ${LIMITS.error} on`,
  gate: "none",
  source: "prime-rl's guide, which names an error rate to watch; the limits are Ablab's own",
  why: "Failed rollouts are dropped or score 0, so the policy learns from which problems happen to run.",
  action: "Look at the log of sandbox and environment, their time limits and memory.",
  brief: "rollout errors",
};

export const rolloutErrors: RunRule = {
  info,
  reads: ERRORS,
  lacks: needs(["share of rollouts with errors", ERRORS]),
  plans({ series }) {
    const over = firstOf(series, ERRORS);
    const begin = () => new LevelFold(new SmoothedLevel(SPAN, [LIMITS.error, LIMITS.warning]));
    return over ? [{ key: info.id, over, begin }] : [];
  },
  check({ series }, folds) {
    const found = firstOf(series, ERRORS);
    const fold = folds.of(LevelFold, info.id);
    const held = fold && heldLimit(fold.level, LIMITS);
    if (!found || !fold || !held) return [];
    return [
      objection(info, held.severity, {
        metric: found.metric,
        claim: { before: "", value: fold.level.now ?? NaN, kind: "share", after: " of rollouts fail." },
        evidence: `Since step ${writeWhole(held.from)}, smoothed over ${SPAN} steps; the limit is ${writeShare(held.limit)}.`,
        span: { from: held.from, to: fold.lastX },
      }),
    ];
  },
};
