import type { KnownSeries, RunFacts, RunRule } from "./run-rule.ts";

/** The first of some names that a run has a series of. */
export const firstOf = <S extends KnownSeries>(
  series: ReadonlyMap<string, S>,
  names: readonly string[],
): S | undefined => names.flatMap((name) => series.get(name) ?? [])[0];

/** A quantity that a rule cannot do without, and the names that it may have. */
export type Need = readonly [what: string, names: readonly string[]];

/** What a run would have to log for a rule to look at it: "entropy". */
export const needs =
  (...wanted: readonly Need[]): NonNullable<RunRule["lacks"]> =>
  ({ series }: RunFacts) =>
    wanted.find(([, names]) => firstOf(series, names) === undefined)?.[0] ?? null;
