import { NO_ANNOTATIONS } from "../../contracts/housekeeping/annotation-limits.ts";
import {
  selectCellsOfExperiments,
  selectExperiments,
  selectRunCountsByExperiment,
} from "#db/queries/experiments.ts";
import type { ExperimentSummary } from "../../contracts/experiment.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { annotationsByIds } from "../annotations/read.ts";

const SHOWN = 500;

/** Experiments of a project, or of all, pinned and then newest first, with how many configurations and runs they hold in which states. */
export function listExperiments(ctx: ServiceContext, project?: string | null): ExperimentSummary[] {
  const found = selectExperiments(ctx.db, SHOWN, scopeId(ctx, project));
  const ids = found.map(({ id }) => id);
  const counts = Map.groupBy(selectRunCountsByExperiment(ctx.db, ids), ({ experimentId }) => experimentId);
  const cells = Map.groupBy(selectCellsOfExperiments(ctx.db, ids), ({ experimentId }) => experimentId);
  const kept = annotationsByIds(ctx, ids);
  const summaries = found.map((experiment): ExperimentSummary => {
    const ofThis = counts.get(experiment.id) ?? [];
    const itsCells = cells.get(experiment.id) ?? [];
    return {
      id: experiment.id,
      title: experiment.title,
      createdAt: experiment.createdAt,
      recipe: itsCells[0]?.recipe ?? null,
      recipes: [...new Set(itsCells.map(({ recipe }) => recipe))],
      cells: itsCells.length,
      runs: ofThis.reduce((n, c) => n + c.n, 0),
      states: Object.fromEntries(ofThis.map((c) => [c.state, c.n])),
      kept: kept.get(experiment.id) ?? NO_ANNOTATIONS,
    };
  });
  return summaries.toSorted((a, b) => Number(b.kept.pinned) - Number(a.kept.pinned));
}
