import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectEarlierRuns } from "#db/queries/comparisons.ts";
import type { DiagnosisChoice } from "../../../packs/repair/diagnosis.ts";
import type { ServiceContext } from "../context.ts";
import type { Sliced } from "../series/sliced.ts";
import { factsBySeed, type SeedFacts } from "./cell-values.ts";
import { type Cell, pickPerSeed } from "./cells.ts";

/** As many runs are read for one table, the latest ones. */
const MOST_EARLIER = 100;

/** By cell and metric values of runs of earlier experiments; NaN of one that finished without a value, as one that diverged does. */
export type EarlierValues = (cell: string, metric: string) => number[];

/**
 * What earlier experiments of the project measured with the same configurations, problems among them: no claim counts it, but a
 * configuration that collapsed there may collapse here. A seed that is here too says nothing new. Later experiments are left out,
 * so that what is claimed once stays.
 */
export function* earlierValues(
  ctx: ServiceContext,
  experimentId: string,
  cells: readonly Cell[],
  { metrics, choice }: { metrics: readonly string[]; choice: DiagnosisChoice },
): Sliced<EarlierValues> {
  const own = new Map(cells.map(({ cell, bySeed }) => [cell, bySeed]));
  const runs = selectEarlierRuns(ctx.db, experimentId, [...own.keys()], MOST_EARLIER).filter(
    ({ cell, seed }) => !own.get(cell)?.has(seed),
  );
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      runs.map(({ id }) => id),
    ).map((attempt) => [attempt.runId, attempt]),
  );
  const known = new Map<string, SeedFacts[]>();
  for (const [cell, ofCell] of Map.groupBy(runs, (run) => run.cell))
    known.set(cell, yield* factsBySeed(ctx, pickPerSeed(ofCell, attempts), choice, metrics));
  return (cell, metric) => {
    const values = (known.get(cell) ?? []).map((facts) => facts.value(metric) ?? Number.NaN);
    // A metric that none of them has was not measured then.
    return values.every(Number.isNaN) ? [] : values;
  };
}
