import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import { EXTERNAL_RECIPE } from "../../contracts/external/status-source.ts";
import { isSaidSeed } from "../../numbers/seeds.ts";
import { countOf } from "../../wording/counts.ts";
import type { SeedFacts } from "./cell-values.ts";
import { onAxisWords } from "./own-axis.ts";

const CAPTION = "over RL seeds; SFT start and problems fixed";
const CAPTION_OUTSIDE = "over seeds as they were sent; what else may differ is not on record";

/** The columns of metrics that stand on an x of their own, in words; none where all stand on the train step. */
export function axesWords(metrics: readonly string[], seeds: readonly SeedFacts[]): string[] {
  return metrics.flatMap((metric) => {
    const axis = seeds.map((one) => one.axisOf(metric)).find((one) => one !== null) ?? null;
    return axis === null ? [] : [`${metric}: ${onAxisWords(axis)}`];
  });
}

/** On which problems the finished runs that count were measured, as far as that is on record. */
export const measuredRuns = (seeds: readonly SeedFacts[]) =>
  seeds.map(({ runId, evaluation, onRecord }) => ({
    runId,
    evaluationId: evaluation?.evaluation.id ?? null,
    stated: onRecord.statedProblems?.key ?? null,
  }));

const CAPTION_SCRIPT =
  "over the seeds that the script was given; what else may differ between its runs is not on record";

/** What the means are over, and how many of the runs behind them say no seed. */
export function captionOf(
  { recipe }: ExperimentPlan,
  manifest: RecipeManifest | undefined,
  seeds: readonly SeedFacts[],
): string {
  if (manifest?.script) return CAPTION_SCRIPT;
  if (recipe !== EXTERNAL_RECIPE) return CAPTION;
  const without = seeds.filter(({ seed }) => !isSaidSeed(seed)).length;
  if (without === 0) return CAPTION_OUTSIDE;
  return `${CAPTION_OUTSIDE}; ${countOf(without, "run has no seed on record and counts as one", "runs have no seed on record and count as one each")}`;
}
