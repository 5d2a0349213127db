import { withPrefix } from "../../contracts/metrics.ts";
import { countOf, writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import type { RunRule } from "./run-rule.ts";

/** Updates; the default of the trainer that names a limit. */
const OLDEST = 8;
const OLDEST_OF = ["off_policy/max", "async/staleness_max", "staleness/max"];

const info: RunRule["info"] = {
  id: "D23",
  name: "Stale samples",
  family: "run health",
  formula: `updates between the policy that generated a step's oldest sample and the policy it trains (${OLDEST_OF.join(", ")})`,
  threshold: `more than ${OLDEST} at any step`,
  source: "8 is prime-rl's default for the oldest sample that it trains on",
  why: "Importance ratios of old samples are far from 1: most of what they could teach is clipped away, or pulls the policy back.",
  action: "Let generation run fewer steps ahead, or give it more of the machines.",
  brief: "stale samples",
};

export const staleSamples: RunRule = {
  info,
  reads: withPrefix(OLDEST_OF),
  check({ series }) {
    const found = this.reads.flatMap((name) => series.get(name) ?? [])[0];
    const at = found?.x.filter((_, i) => found.value[i] > OLDEST) ?? [];
    if (!found || at.length === 0) return [];
    const oldest = Math.max(...found.value.filter(Number.isFinite));
    return [
      objection(info, "caution", {
        metric: found.metric,
        claim: {
          before: "Samples up to ",
          value: oldest,
          kind: "number",
          after: " updates old were trained on, too old to teach much.",
        },
        evidence: `Older than ${countOf(OLDEST, "update")} at ${writeOf(at.length, found.x.length, "step")}, first at step ${writeWhole(at[0])}.`,
        span: { from: at[0], to: at[at.length - 1] },
      }),
    ];
  },
};
