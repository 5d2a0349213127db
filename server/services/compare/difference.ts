import type { SideDifference } from "../../contracts/compare/compare.ts";
import { bonferroni } from "../../stats/claims/many-to-one-tail.ts";
import { meanFromMoments, type Moments } from "../../stats/moments.ts";
import { mcnemar } from "../../stats/problems/mcnemar.ts";
import type { PairedTable } from "../../stats/problems/outcome-counts.ts";
import { BY_FAMILY } from "../../stats/problems/family-shares.ts";
import { clusterBootstrap } from "../../stats/problems/cluster-bootstrap.ts";
import { byFamily } from "../evaluations/metric-registry.ts";
import { countOf } from "../../wording/counts.ts";

/** Differences of several sides to the first are one family: interval and p both by Bonferroni. */
export interface Family {
  comparisons: number;
}

const adjusted = ({ comparisons }: Family) =>
  comparisons > 1 ? `; interval and p adjusted for ${countOf(comparisons, "comparison")} by Bonferroni` : "";

/** Difference of two shares of the same problems, B minus A, with the mid-p beside it. */
export function shareDifference(
  { onlyA, onlyB, n }: Pick<PairedTable, "onlyA" | "onlyB"> & { n: number },
  family: Family,
): SideDifference & { pMid: number | null } {
  const correction = bonferroni(family.comparisons);
  const { value, low, high, p, pMid, method } = mcnemar(onlyB, onlyA, n, correction.level);
  const adjust = (q: number | null) => (q === null ? null : correction.adjust(q));
  return { value, low, high, p: adjust(p), pMid: adjust(pMid), n, method: method + adjusted(family) };
}

/** Mean of the differences on the same problems, B minus A. */
export function meanDifference(differences: Moments, family: Family): SideDifference {
  const correction = bonferroni(family.comparisons);
  const { value, low, high, p, n, method } = meanFromMoments(differences, correction.level);
  return {
    value,
    low,
    high,
    p: p === null ? null : correction.adjust(p),
    n,
    method: `${countOf(n, "problem that both define", "problems that both define")}, paired: ${method}${adjusted(family)}`,
  };
}

export const noDifference = (method: string): SideDifference => ({
  value: null,
  low: null,
  high: null,
  p: null,
  n: 0,
  method,
});

/**
 * Mean of the differences of programs on the same problems, B minus A, by whole families. It has no p: tests by problem take the
 * instances of a family for independent. Null where all are of one family.
 */
export function familyDifference(
  items: readonly { type: string; value: number }[],
  family: Family,
): SideDifference | null {
  const families = byFamily(items);
  if (!families) return null;
  const { level } = bonferroni(family.comparisons);
  const { value, low, high, method } = clusterBootstrap(families, { ...BY_FAMILY, level });
  const adjust = family.comparisons > 1 ? `; adjusted for ${countOf(family.comparisons, "comparison")}` : "";
  const n = items.length;
  return { value, low, high, p: null, n, method: `paired by problem: ${method}${adjust}` };
}
