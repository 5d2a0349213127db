import type { Measured, Finding } from "../contracts/finding.ts";
import { writeMeasured } from "../wording/measured-claims.ts";
import type { ClaimVerdict } from "../contracts/claim-verdict.ts";
import { isSignificant } from "../wording/verdicts/significant.ts";
import { excludesZero } from "../numbers/excludes-zero.ts";

interface Claimed {
  low: number | null;
  high: number | null;
  verdict?: ClaimVerdict;
}

/** Whether a difference is shown as one, in colour, bold or a filled dot: by its verdict; tables of before have the interval alone. */
export const differs = ({ verdict, ...interval }: Claimed): boolean =>
  verdict === undefined ? excludesZero(interval) : isSignificant(verdict);

/** A rule as a reader may check it: what it looks at, when it fires, where the threshold comes from, what to do. */
export interface RuleInfo {
  id: string;
  name: string;
  family: Finding["family"];
  formula: string;
  threshold: string;
  /** When it keeps silent though the threshold is passed. */
  gate?: string;
  source: string;
  why: string;
  action: string;
  /** What stands between two values where this rule forbids their ranking: "other problems". */
  brief?: string;
}

/** What a rule saw. The rest of an objection is the rule's own. */
export interface Seen {
  /** A sentence, or its parts where it states a number of one run that differs from run to run. */
  claim: string | Measured;
  evidence: string;
  metric?: string;
  a?: string;
  b?: string;
  span?: Finding["span"];
  /** Further metrics whose charts carry the flag. */
  speaksOf?: readonly string[];
}

/** Fills an objection from its rule, so that a rule states only what it saw. */
export function objection(info: RuleInfo, severity: Finding["severity"], seen: Seen): Finding {
  const { claim, evidence, metric = null, a = null, b = null, span = null, speaksOf = [] } = seen;
  return {
    rule: info.id,
    family: info.family,
    severity,
    metric,
    speaksOf: [...(metric === null ? [] : [metric]), ...speaksOf],
    ...(typeof claim === "string" ? { claim } : { claim: writeMeasured([claim]), measured: claim }),
    evidence,
    action: info.action,
    a,
    b,
    span,
  };
}
