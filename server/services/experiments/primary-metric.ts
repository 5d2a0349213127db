import { type AttemptRecord, selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import type { PrimaryBy } from "../../wording/claims.ts";
import type { ServiceContext } from "../context.ts";
import { tableMetrics } from "../external/cell-rule.ts";
import { recipeOf } from "../recipes/book.ts";
import { seedFacts } from "./cell-values.ts";

/** The metrics of a table, which of them the claims are for, and who made it so. */
export interface Headline {
  metrics: string[];
  primary: string | null;
  by: PrimaryBy;
}

/** The headline metrics of an experiment: its recipe's, or of runs from outside what a person chose or the runs sent. */
export function headlineOf(
  ctx: ServiceContext,
  experimentId: string,
  manifest: RecipeManifest | undefined,
  { primaryMetric }: ExperimentPlan,
): Headline {
  const { metrics, by }: Pick<Headline, "metrics" | "by"> =
    manifest && manifest.headline.length > 0
      ? { metrics: [...manifest.headline], by: "recipe" }
      : tableMetrics(ctx, experimentId);
  const primary = primaryMetric ?? (manifest?.primary || metrics[0] || null);
  return { metrics, primary, by: primaryMetric === undefined ? by : "declared" };
}

/** Whether a finished run has a value of the primary metric of its experiment; read only where several runs have one seed. */
export function primaryValueReader(
  ctx: ServiceContext,
): (run: RunRecord, attempt: AttemptRecord | null) => boolean {
  const metricOf = new Map<string, string | null>();
  const primaryOf = (run: RunRecord): string | null => {
    const experiment = selectExperiment(ctx.db, run.experimentId);
    return experiment
      ? headlineOf(ctx, run.experimentId, recipeOf(ctx.db, run), experiment.plan).primary
      : null;
  };
  return (run, attempt) => {
    const known = metricOf.get(run.experimentId);
    const metric = known === undefined ? primaryOf(run) : known;
    metricOf.set(run.experimentId, metric);
    if (metric === null) return true;
    const [facts] = seedFacts(ctx, { bySeed: new Map([[run.seed, { run, attempt }]]) });
    return facts !== undefined && facts.value(metric) !== null;
  };
}

/** Which finished runs of one experiment have no value of its primary metric, by id. */
export function findValueless(ctx: ServiceContext): (runs: readonly RunRecord[]) => Set<string> {
  return (runs) => {
    const finished = runs.filter(({ state }) => state === "finished");
    const [first] = finished;
    const experiment = first && selectExperiment(ctx.db, first.experimentId);
    if (!experiment) return new Set();
    const { primary } = headlineOf(ctx, experiment.id, recipeOf(ctx.db, first), experiment.plan);
    if (primary === null) return new Set();
    const ids = finished.map(({ id }) => id);
    const attempts = new Map(selectLatestAttempts(ctx.db, ids).map((one) => [one.runId, one]));
    // The key only tells the runs apart here.
    const all = new Map(finished.map((run, i) => [i, { run, attempt: attempts.get(run.id) ?? null }]));
    return new Set(
      seedFacts(ctx, { bySeed: all }).flatMap((one) => (one.value(primary) === null ? [one.runId] : [])),
    );
  };
}
