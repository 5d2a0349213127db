import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { objection } from "../../rule.ts";
import { rewardCourse } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { ENTROPY_FORMULA, entropyIn, isPerToken, SPAN, watchesEntropy } from "./entropy.ts";

const TIMES = 2;
/** Nats per token. Twice of next to nothing is no explosion; from the second on answers turn to gibberish. */
const LEAST = 0.5;
const GIBBERISH = 2;

const info: RunRule["info"] = {
  id: "D08",
  name: "Entropy explosion",
  family: "run health",
  formula: ENTROPY_FORMULA,
  threshold: `at or above ${TIMES} and ${LEAST} nats, 3 steps in a row, still so at the last: warning; error from ${GIBBERISH} nats per token on`,
  gate: "silent while the reward rises, and where it is not logged or has too few values for a trend",
  source:
    "rllm issue 116 (below 1 nat per token is fine), verl issues 2738, 781, 651 (a rise with the reward is fine); the limits are Ablab's own",
  why: "The policy spreads over tokens that mean nothing: too loose a clip, too large an entropy bonus, or updates that destroy it.",
  action: "Lower the upper clip, the entropy bonus or the temperature, and look at the truncated answers.",
  brief: "entropy explosion",
};

export const entropyExplosion: RunRule = {
  info,
  ...watchesEntropy(TIMES, "above"),
  check({ series }, folds) {
    const entropy = entropyIn(series, folds);
    if (!entropy || entropy.direction === "rises" || entropy.now < LEAST) return [];
    const { found, from, to, now, first, direction } = entropy;
    return [
      objection(info, isPerToken(found) && now >= GIBBERISH ? "error" : "warning", {
        metric: found.metric,
        claim: {
          before: "Entropy is ",
          value: now / first,
          kind: "factor",
          after: ` times where it began, while the reward ${direction === "falls" ? "falls" : "does not rise"}.`,
        },
        evidence: `${writeNumber(now)} nats since step ${writeWhole(from)}, smoothed over ${SPAN} steps; it began at ${writeNumber(first)}.${rewardCourse(folds)}`,
        span: { from, to },
      }),
    ];
  },
};
