import { calledBack } from "../../contracts/metrics.ts";

/**
 * One metric that two clients of a trainer call differently is one, under the name that has its section: by each other name that
 * one. Where a run has both names, they are two. `runs`: the names that each has.
 */
export function sameMetrics(runs: readonly ReadonlySet<string>[]): Map<string, string> {
  const all = new Set(runs.flatMap((names) => [...names]));
  return new Map(
    [...all].flatMap((name) => {
      const called = calledBack(name);
      const isOther = all.has(called) && !runs.some((names) => names.has(name) && names.has(called));
      return isOther ? [[name, called] as const] : [];
    }),
  );
}
