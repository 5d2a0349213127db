import { withPrefix } from "../../contracts/metrics.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import { needs } from "./first-of.ts";
import type { Fold, FoldedPoints, KnownStretch } from "./fold.ts";
import type { KnownSeries, RunRule } from "./run-rule.ts";

/** Updates; the default of the trainer that names a limit. */
const OLDEST = 8;
const OLDEST_OF = ["off_policy/max", "async/staleness_max", "staleness/max"];

const info: RunRule["info"] = {
  id: "D23",
  name: "Stale samples",
  family: "run health",
  formula: `updates between the policy that generated a step's oldest sample and the policy it trains (${OLDEST_OF.join(", ")})`,
  threshold: `more than ${OLDEST} at any step`,
  gate: "none; a mean is not read, since one old sample is enough",
  source: "8 is prime-rl's default for the oldest sample that it trains on",
  why: "Importance ratios of old samples are far from 1: most of what they could teach is clipped away, or pulls the policy back.",
  action: "Let generation run fewer steps ahead, or give it more of the machines.",
  brief: "stale samples",
};

/** The steps with samples that are too old, and how old the oldest of all was. */
class OldSteps implements Fold {
  n = 0;
  first = NaN;
  last = NaN;
  oldest = -Infinity;

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (Number.isFinite(value[i])) this.oldest = Math.max(this.oldest, value[i]);
      if (!(value[i] > OLDEST)) continue;
      if (this.n++ === 0) this.first = x[i];
      this.last = x[i];
    }
  }

  absorb({ posInf, max }: KnownStretch): boolean {
    if (posInf > 0 || max > OLDEST) return false;
    if (max > this.oldest) this.oldest = max;
    return true;
  }

  copy(): OldSteps {
    return Object.assign(new OldSteps(), this);
  }
}

const READS = withPrefix(OLDEST_OF);
const KEY = "oldest";

/** The first of the measures that is there. */
const measureOf = <S extends KnownSeries>(series: Map<string, S>): S | undefined =>
  READS.flatMap((name) => series.get(name) ?? [])[0];

export const staleSamples: RunRule = {
  info,
  reads: READS,
  lacks: needs(["age of samples", READS]),
  plans({ series }) {
    const over = measureOf(series);
    return over ? [{ key: KEY, over, begin: () => new OldSteps() }] : [];
  },
  check({ series }, folds) {
    const found = measureOf(series);
    const old = folds.of(OldSteps, KEY);
    if (!found || !old || old.n === 0) return [];
    return [
      objection(info, "warning", {
        metric: found.metric,
        claim: {
          before: "Samples up to ",
          value: old.oldest,
          kind: "number",
          after: " updates old were trained on, too old to teach much.",
        },
        evidence: `Older than ${countOf(OLDEST, "update")} at ${writeOf(old.n, found.n, "step")}, first at step ${writeWhole(old.first)}.`,
        span: { from: old.first, to: old.last },
      }),
    ];
  },
};
