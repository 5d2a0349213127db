import { countOf } from "../../../wording/counts.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { writeShare } from "../../../wording/quantities.ts";
import { needs } from "../first-of.ts";
import type { Fold, FoldedPoints } from "../fold.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";
import { heldLimit, LevelFold, SmoothedLevel } from "../sustained.ts";

const SPAN = 10;
const CLIP = "policy/clip_share";
const LIMITS = { warning: 0.2, error: 0.4 };
/** So many values that are all 0 are no chance. */
const FEWEST = 20;
const NONE = "none clipped";

const info: RunRule["info"] = {
  id: "D12",
  name: "Clipped share",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the share of tokens, or decisions, whose ratio is clipped`,
  threshold: `at or above ${LIMITS.warning}, 3 steps in a row, still so at the last: warning, error from ${LIMITS.error} on; 0 in each of at least ${FEWEST} values although a batch is used more than once: info`,
  gate: "silent for ratios of whole answers (GSPO), which are clipped far more by design; 0 is expected where a batch is used once",
  source: "TRL issues 3120 and 2980; the limits are Ablab's own",
  why: "Clipped tokens have no gradient: steps are so large that much of each batch is thrown away. None at all means that the policy hardly moves.",
  action: "Lower the learning rate, use a batch fewer times, or generate smaller ones.",
  brief: "clipped share",
};

/** Whether every finite value so far was 0. */
class AllZero implements Fold {
  n = 0;
  isAll = true;
  lastX = NaN;

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(value[i])) continue;
      this.n++;
      this.lastX = x[i];
      if (value[i] !== 0) this.isAll = false;
    }
  }

  isSettled(): boolean {
    return !this.isAll;
  }

  copy(): AllZero {
    return Object.assign(new AllZero(), this);
  }
}

export const clipped: RunRule = {
  info,
  reads: [CLIP],
  lacks: needs(["clipped share", [CLIP]]),
  plans({ series, settings }) {
    const over = series.get(CLIP);
    if (!over || settings.isSequenceLevel) return [];
    const begin = () => new LevelFold(new SmoothedLevel(SPAN, [LIMITS.error, LIMITS.warning]));
    return [
      { key: CLIP, over, begin },
      ...((settings.updates ?? 1) > 1 ? [{ key: NONE, over, begin: () => new AllZero() }] : []),
    ];
  },
  check({ series, settings }, folds) {
    const found = series.get(CLIP);
    const fold = folds.of(LevelFold, CLIP);
    if (!found || !fold) return [];
    const held = heldLimit(fold.level, LIMITS);
    if (held)
      return [
        objection(info, held.severity, {
          metric: found.metric,
          claim: {
            before: "",
            value: fold.level.now ?? NaN,
            kind: "share",
            after: " of the policy's choices are clipped and teach nothing.",
          },
          evidence: `Since step ${writeWhole(held.from)}, smoothed over ${SPAN} steps; the limit is ${writeShare(held.limit)}.`,
          span: { from: held.from, to: fold.lastX },
        }),
      ];
    const none = folds.of(AllZero, NONE);
    if (!none?.isAll || none.n < FEWEST) return [];
    return [
      objection(info, "info", {
        metric: found.metric,
        claim: `Nothing is clipped although each batch is used ${countOf(settings.updates ?? 1, "time")}.`,
        evidence: `0 in all of ${countOf(none.n, "value")}.`,
        span: { from: none.lastX, to: none.lastX },
      }),
    ];
  },
};
