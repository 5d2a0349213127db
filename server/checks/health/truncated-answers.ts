import { namesOfMeasure } from "../../contracts/metrics.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { writeShare } from "../../wording/quantities.ts";
import { objection } from "../rule.ts";
import { needs } from "./first-of.ts";
import type { KnownSeries, RunRule } from "./run-rule.ts";
import { heldLimit, IN_A_ROW, LevelFold, SmoothedLevel } from "./sustained.ts";

const SPAN = 10;
const LIMITS = { warning: 0.25, error: 0.95 };
const NAMES = namesOfMeasure("truncated_share");

const info: RunRule["info"] = {
  id: "D04",
  name: "Truncated answers",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} logged steps) of the share of answers cut at the length limit; ${IN_A_ROW} in a row, still so at the last`,
  threshold: `warning at ${LIMITS.warning}, error at ${LIMITS.error}`,
  gate: "silent before 3 logged steps, and about what was so at first alone",
  source:
    "TRL issues 5697, 5759, 6219: with a limit of 256 tokens 97 to 99 % of answers were cut and all rewards were 0; the thresholds are Ablab's own",
  why: "A cut answer seldom reaches its result, so the verifier scores where the limit fell, not what the policy knows. The policy learns to be short, or nothing.",
  action:
    "Raise the limit (max_completion_length, response_length), shorten the prompt's format, or mask truncated answers in the loss.",
  brief: "truncated answers",
};

const truncatedOf = <S extends KnownSeries>(series: Map<string, S>): S | undefined =>
  NAMES.flatMap((name) => series.get(name) ?? [])[0];

export const truncatedAnswers: RunRule = {
  info,
  reads: NAMES,
  lacks: needs(["share of truncated answers", NAMES]),
  plans({ series }) {
    const over = truncatedOf(series);
    const begin = () => new LevelFold(new SmoothedLevel(SPAN, [LIMITS.error, LIMITS.warning]));
    return over ? [{ key: info.id, over, begin }] : [];
  },
  check({ series }, folds) {
    const found = truncatedOf(series);
    const fold = folds.of(LevelFold, info.id);
    if (!found || !fold || fold.level.now === null) return [];
    const held = heldLimit(fold.level, LIMITS);
    if (held === null) return [];
    const { severity, from, limit } = held;
    return [
      objection(info, severity, {
        metric: found.metric,
        claim: {
          before: "",
          value: fold.level.now,
          kind: "share",
          after: " of answers are cut at the length limit.",
        },
        evidence: `Since step ${writeWhole(from)}, smoothed over ${SPAN} logged steps; the limit is ${writeShare(limit)}.`,
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
