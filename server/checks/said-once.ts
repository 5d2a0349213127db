import type { Finding } from "../contracts/finding.ts";
import { bySeverity } from "./by-severity.ts";
import { listAnd, writeOf } from "../wording/counts.ts";
import { writeMeasured } from "../wording/measured-claims.ts";

/** One thing that is said of a table, however many of its configurations it is true of. */
export interface SaidOnce extends Pick<Finding, "rule" | "severity" | "claim" | "action"> {
  /** "In 1 of 3 runs of a and 2 of 3 runs of b."; null where the claim says so itself. */
  where: string | null;
  /** The numbers behind it, configuration by configuration where there are several. */
  evidence: { of: string | null; words: string }[];
}

/** What two configurations have in common, when the same is said of the runs of both with another number. */
const sameOf = ({ rule, severity, metric, claim, across }: Finding): string => {
  const parts = across?.measured[0];
  return JSON.stringify([rule, severity, parts ? [metric, parts.before, parts.kind, parts.after] : [claim]]);
};

function toldOf(same: readonly Finding[]): SaidOnce {
  const [{ rule, severity, action, claim, evidence }] = same;
  const one = { rule, severity, claim, action, where: null, evidence: [{ of: null, words: evidence }] };
  const sides = same.flatMap(({ a, across, evidence: words }) => (a && across ? [{ a, across, words }] : []));
  const measured = sides.flatMap(({ across }) => across.measured);
  if (same.length === 1 || sides.length < same.length || measured.length === 0) return one;
  return {
    ...one,
    claim: writeMeasured(measured),
    where: `In ${listAnd(sides.map(({ a, across }) => `${writeOf(across.runs, across.of, "run")} of ${a}`))}.`,
    evidence: sides.map(({ a, words }) => ({ of: a, words })),
  };
}

/**
 * All that objects to the rows of a table, each thing once, worst first: the same of several configurations is one claim with
 * the range of its number and where it holds.
 */
export function saidOnce(findings: readonly Finding[]): SaidOnce[] {
  const different = [...new Map(findings.map((o) => [`${o.rule}|${o.claim}|${o.evidence}`, o])).values()];
  return [...Map.groupBy(bySeverity(different), sameOf).values()].map(toldOf);
}
