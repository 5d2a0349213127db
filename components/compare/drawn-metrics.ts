import type { RunsComparison } from "#server/contracts/compare/compare-runs.ts";

const DRAWN_FIRST = 3;

/** Metrics whose curves are drawn: the chosen ones, or the first of the page with a point in some run. */
export function drawnMetrics(
  { metrics }: Pick<RunsComparison, "metrics">,
  { curves }: { curves: string[] | null },
): string[] {
  if (curves !== null) return curves;
  const sent = metrics.filter(({ values }) => values.some((last) => last !== null && last.x !== null));
  return sent.slice(0, DRAWN_FIRST).map(({ metric }) => metric);
}
