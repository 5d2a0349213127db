import type { Criterion } from "../../../workers/protocol/manifest.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import type { CriteriaTable, Judged } from "../../contracts/experiment.ts";
import type { ServiceContext } from "../context.ts";
import { recipeOf } from "../recipes/book.ts";
import { definitionOf, type SeedFacts, seedFacts } from "./cell-values.ts";
import { type Cell, experimentCells } from "./cells.ts";

const isMet = ({ op, target }: Criterion, value: number): boolean =>
  op === "at_least" ? value >= target : value <= target;

function judge(criterion: Criterion, seeds: readonly SeedFacts[]): Judged {
  const values = seeds.flatMap((one) => one.value(criterion.metric) ?? []);
  const n = values.length;
  return {
    actual: n === 0 ? null : values.reduce((sum, value) => sum + value, 0) / n,
    n,
    met: values.filter((value) => isMet(criterion, value)).length,
  };
}

function criteriaOf(ctx: ServiceContext, { runs: [run] }: Cell): readonly Criterion[] {
  return recipeOf(ctx.db, run)?.criteria?.(run.params) ?? [];
}

const nameOf = ({ metric, op, target }: Criterion) => `${metric} ${op} ${target}`;

/**
 * Every criterion that a recipe of the experiment wrote down for its parameters, judged seed by seed for the configurations that
 * it is of. Configurations without criteria are left out.
 */
export function criteriaTable(ctx: ServiceContext, id: string): CriteriaTable {
  const judged = experimentCells(ctx, id)
    .cells.map((cell) => ({ cell, criteria: criteriaOf(ctx, cell) }))
    .filter(({ criteria }) => criteria.length > 0)
    .map((one) => ({ ...one, seeds: seedFacts(ctx, one.cell) }));
  const all = new Map(judged.flatMap(({ criteria }) => criteria.map((one) => [nameOf(one), one])));
  return {
    cells: judged.map(({ cell: { cell, config } }) => ({ cell, config })),
    rows: [...all].map(([name, criterion]) => ({
      ...criterion,
      title: metricInfo(criterion.metric).title,
      unit: metricInfo(criterion.metric).unit,
      definition: definitionOf(criterion.metric),
      judged: judged.map(({ criteria, seeds }) =>
        criteria.some((one) => nameOf(one) === name)
          ? judge(criterion, seeds)
          : { actual: null, n: 0, met: 0 },
      ),
    })),
  };
}
