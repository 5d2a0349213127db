import { bonferroni } from "./bonferroni.ts";
import { dunnettTailOn } from "./dunnett-tail.ts";
import { findRoot } from "./find-root.ts";
import { requireLevel } from "./require-level.ts";
import { scaledChiNodes, type ChiNodes } from "./scaled-chi-nodes.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";

/**
 * Two-sided critical value of Dunnett's comparison with a control: the c with P(max_i |T_i| > c) = 1 - level, balanced design.
 * Bracketed by the unadjusted and the Bonferroni t quantile; error below 1e-10. One comparison gives Student's own quantile.
 */
export function dunnettCritical(level: number, comparisons: number, df: number): number {
  return dunnettCriticalOn(scaledChiNodes(df), level, comparisons, df);
}

/** The same on nodes made once by `scaledChiNodes(df)`. */
export function dunnettCriticalOn(nodes: ChiNodes, level: number, comparisons: number, df: number): number {
  requireLevel(level);
  const single = studentTQuantile(0.5 + level / 2, df);
  if (comparisons === 1) return single;
  const widest = studentTQuantile(0.5 + bonferroni(comparisons, level).level / 2, df);
  const excess = (c: number) => Math.log(dunnettTailOn(nodes, c, comparisons) / (1 - level));
  return findRoot(excess, single, widest * (1 + 1e-9), 1e-11);
}
