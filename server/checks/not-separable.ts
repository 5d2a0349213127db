import { excludesZero } from "../numbers/excludes-zero.ts";
import type { Finding } from "../contracts/finding.ts";
import { countOf, writeOf } from "../wording/counts.ts";
import { quantityText, writeSize } from "../wording/quantities.ts";
import { objection, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C09",
  name: "Not significant",
  family: "comparability",
  formula: "0 lies inside the interval of the paired difference",
  threshold: "at the level of the interval, adjusted for the comparisons shown",
  source:
    "smallest difference n pairs show with 80 % power: sqrt(n) d = z sqrt(s) + z' sqrt(s - d^2) for a differing share s (R. J. Connor 1987, Biometrics 43)",
  why: "These problems do not tell the two apart: on others of the same kind the order may be the other way round.",
  action: "Measure more problems, or say that no difference was found.",
};

/** A difference of two shares of the same problems, as a page shows it. */
export interface ShownDifference {
  metric: string;
  a: string;
  b: string;
  /** B minus A; null bounds where there is no interval. */
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  flips: number;
  detectable: number | null;
}

/** Says beside a shown difference that the problems do not carry it. A note: nothing is forbidden, nothing is claimed. */
export const notSeparable = {
  info,
  check({ metric, a, b, value, low, high, n, flips, detectable }: ShownDifference): Finding[] {
    if (value === null || low === null || high === null || excludesZero({ low, high })) return [];
    const power =
      detectable === null
        ? " So few differing problems could not have shown any difference with 80 % power."
        : ` A difference of ${writeSize(detectable, "share")} would have shown with 80 % power.`;
    return [
      objection(info, "info", {
        metric,
        claim: `${countOf(n, "problem does", "problems do")} not separate ${b} from ${a} in ${metric}.`,
        evidence: `${quantityText({ value, low, high, unit: "share", difference: true })}; ${writeOf(flips, n, "problem")} differ.${power}`,
        a: b,
        b: a,
      }),
    ];
  },
};
