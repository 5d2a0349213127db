import { removeEmptyPlace } from "#db/queries/experiments.ts";
import { updateExternalRun, updateRunFacts, type FoundExternal } from "#db/queries/external.ts";
import { topics } from "../../../contracts/live.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { placeInCells } from "../describe.ts";
import { relabel } from "../labels.ts";
import { openPlace, placeName } from "./place.ts";
import { ingestActor } from "../session.ts";

/** Puts a run into another place of its project. The one it leaves goes where it has no other run. */
export function moveRun(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, place }: FoundExternal,
  experiment: string,
): void {
  const actor = ingestActor(ctx);
  // Where a person put it into another project, its place is there.
  if (place.name === placeName(experiment) || place.projectId !== actor.projectId) return;
  const to = openPlace(scope, { projectId: actor.projectId, now: ctx.now(), by: actor.name }, experiment);
  const { experimentId, sweepId } = to;
  updateRunFacts(scope.db, run.id, { experimentId, sweepId, ...placeInCells(scope, run.params, to, null) });
  updateExternalRun(scope.db, run.id, { placeId: to.id });
  relabel(scope, to);
  if (!removeEmptyPlace(scope.db, place)) relabel(scope, place);
  scope.touch(topics.run(run.id), topics.runs, topics.experiments);
  scope.touch(topics.experiment(experimentId), topics.experiment(run.experimentId));
}
