import { selectRunParams } from "#db/queries/runs.ts";
import { selectCurveRuns, type CurveRunRow } from "#db/queries/views.ts";
import type { ImportanceGroup, ImportanceInput, SweepImportance } from "../../contracts/charts/run-values.ts";
import { metricInfo } from "../../contracts/metrics.ts";
import type { MetricColumn } from "../../contracts/run-table-columns.ts";
import type { Ranked } from "../../checks/judge.ts";
import { rankedAmong } from "../../checks/standings.ts";
import { countSeeds } from "../../numbers/seeds.ts";
import { importance } from "../../stats/importance.ts";
import type { ServiceContext } from "../context.ts";
import { standingsOf } from "../comparability/standings.ts";
import { columnOf } from "../run-table/column-key.ts";
import { idsOf } from "./curve-runs.ts";
import { settingOf, valuesOf, variedParams, type Params } from "./run-values.ts";

interface Valued {
  run: CurveRunRow;
  outcome: number;
}

/** What the runs of each group share and other groups do not: nothing where there is one group. */
function wordsOf(ranked: readonly Ranked[]): string[] {
  const keys = (rule: string) => new Set(ranked.map(({ shared }) => shared.get(rule)?.key));
  return ranked.map(({ shared }) =>
    [...shared]
      .filter(([rule]) => keys(rule).size > 1)
      .map(([, { words }]) => words)
      .join(", "),
  );
}

/** The seeds that some runs say, and how many runs say none. */
function seedsOf(seeds: readonly number[]): Pick<ImportanceGroup, "seeds" | "withoutSeed"> {
  const { said, unsaid } = countSeeds(seeds);
  return { seeds: said, withoutSeed: unsaid };
}

function groupOf(
  runs: readonly Valued[],
  params: ReadonlyMap<string, Params>,
  words: string,
): ImportanceGroup {
  const own = runs.map(({ run }) => params.get(run.id) ?? {});
  const varied = variedParams(own).map(({ name }) => name);
  const known = new Set(own.flatMap((one) => Object.keys(one)));
  const found = importance(
    varied,
    runs.map(({ outcome }, i) => ({ outcome, settings: varied.map((name) => settingOf(own[i], name)) })),
  );
  return {
    words,
    runs: runs.length,
    ...seedsOf(runs.map(({ run }) => run.seed)),
    configurations: new Set(runs.map(({ run }) => `${run.experimentId} ${run.cell}`)).size,
    unvaried: known.size - varied.length,
    ...found,
  };
}

/**
 * What the parameters of some runs decide of an outcome: of runs that finished, since the last value of others is of another
 * step, and never of several quantities at once. Throws `invalid` for an outcome that is no metric.
 */
export function sweepImportance(ctx: ServiceContext, input: ImportanceInput): SweepImportance {
  const { metric, reducer } = columnOf(input.outcome) as MetricColumn;
  const all = selectCurveRuns(ctx.db, idsOf(ctx, input));
  const finished = all.filter(({ state }) => state === "finished");
  const values = valuesOf(ctx, finished, [input.outcome]);
  const valued = finished.flatMap((run, i): Valued[] => {
    const [outcome] = values[i];
    return typeof outcome === "number" && Number.isFinite(outcome) ? [{ run, outcome }] : [];
  });
  const runs = valued.map(({ run }) => run);
  const { standingOf, ...known } = standingsOf(ctx, runs, metric);
  const standings = runs.map(({ id }) => known.standings[standingOf(id)]);
  const { ranked, unranked } = rankedAmong(metric, known, standings);
  const params = selectRunParams(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const words = wordsOf(ranked);
  return {
    outcome: input.outcome,
    title: metricInfo(metric).title,
    reducer,
    total: all.length,
    finished: finished.length,
    valued: valued.length,
    unranked: unranked.reduce((sum, { sides }) => sum + sides.length, 0),
    groups: ranked
      .map(({ sides }, i) =>
        groupOf(
          sides.map((side) => valued[side]),
          params,
          words[i],
        ),
      )
      .toSorted((a, b) => b.runs - a.runs),
  };
}
