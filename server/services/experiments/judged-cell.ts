import type { Finding } from "../../contracts/finding.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import type { JudgedCell } from "../../checks/cells.ts";
import { meanOfKnown } from "../../stats/summary.ts";
import type { ServiceContext } from "../context.ts";
import { maySend, recipeOf } from "../recipes/book.ts";
import { isSeedless, type SeedFacts } from "./cell-values.ts";
import type { Cell } from "./cells.ts";

/** Whether the recipe of a cell has this metric at all; one that has none has none that could differ. */
function measures(ctx: ServiceContext, { runs: [run] }: Cell, metric: string): boolean {
  const manifest = recipeOf(ctx.db, run);
  return manifest === undefined || maySend(manifest, metric);
}

/** Seeds of a configuration whose run can still finish as planned. */
const underWay = ({ bySeed }: Cell): number =>
  [...bySeed.values()].filter(({ run }) => !isEnded(run.state)).length;

/** A configuration as it is judged: what stands behind it, and what is on record of its values. */
export function judgedCell(
  ctx: ServiceContext,
  cell: Cell,
  seeds: SeedFacts[],
  byAttempt: Map<string, Finding[]>,
  metrics: readonly string[],
): JudgedCell {
  return {
    config: cell.config,
    beside: cell.beside,
    seeds: seeds.length,
    copies: seeds.flatMap(({ seed, copyOf }) => (copyOf === undefined ? [] : [{ seed, copyOf }])),
    repeatedFinals: (metric) =>
      seeds.flatMap((one) => {
        const values = one.finalValues(metric);
        return new Set(values).size > 1 ? [{ seed: one.seed, values }] : [];
      }),
    severalPolicies: seeds.flatMap(({ seed, evaluation }) =>
      evaluation && evaluation.policies.length > 1 ? [{ seed, policies: evaluation.policies }] : [],
    ),
    seedsWith: (metric) => seeds.filter((one) => one.value(metric) !== null).length,
    underWay: underWay(cell),
    planned: cell.planned,
    wasPlanned: cell.runs[0].origin !== "external",
    seedless: isSeedless(seeds, metrics),
    episodes: meanOfKnown(seeds.map((s) => s.episodes)),
    answerTokens: meanOfKnown(seeds.map((s) => s.answerTokens)),
    health: [...cell.bySeed.values()].flatMap(({ attempt }) =>
      attempt ? [byAttempt.get(attempt.id) ?? []] : [],
    ),
    measures: (metric) => measures(ctx, cell, metric),
    valuesOf: (metric) =>
      seeds.filter((seed) => seed.value(metric) !== null).map((seed) => seed.recordOf(metric)),
  };
}
