import { countLabels, selectLabelSets } from "#db/queries/labels.ts";
import type { LabelSetInfo } from "../../contracts/prm.ts";
import type { ServiceContext } from "../context.ts";

/** Label sets with what they label and how many labels they hold, newest first; all of them, or those named. */
export function listLabelSets(ctx: ServiceContext, ids: string[] | null = null): LabelSetInfo[] {
  const rows = selectLabelSets(ctx.db, ids);
  const counts = countLabels(
    ctx.db,
    rows.map((row) => row.set.id),
  );
  return rows.map(({ set, run, experiment, evaluation, labelled, population }) => ({
    id: set.id,
    at: set.at,
    run: { id: set.runId, name: run.name, state: run.state },
    experiment,
    evaluation: { id: evaluation.id, trainStep: evaluation.trainStep, final: evaluation.final },
    labelled,
    population: population.name,
    n: counts.get(set.id)?.n ?? 0,
    episodes: counts.get(set.id)?.episodes ?? 0,
  }));
}
