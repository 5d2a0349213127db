import type { ExperimentRecord } from "#db/queries/experiments.ts";
import { insertSweep } from "#db/queries/experiments.ts";
import {
  type FoundExternal,
  insertPlace,
  type ExternalPlaceRecord,
  selectExternalRunsOfPlace,
  selectPlace,
  selectPlaceOfExperiment,
  updateExternalRun,
  updateRunFacts,
} from "#db/queries/external.ts";
import { upsertExternalName } from "#db/queries/external/names.ts";
import { selectSweep, updateHome, updatePlaceOf } from "#db/queries/projects/move.ts";
import type { WriteScope } from "../../context.ts";
import { newId } from "../../hashing.ts";
import { placeInCells } from "../describe.ts";
import { relabel } from "../labels.ts";

/** The name of a place in another project: one that its own clients use for another experiment is not taken. */
function freeName(scope: WriteScope, projectId: string, name: string): string {
  const base = name.replace(/ \(moved, \d+\)$/, "");
  let free = base;
  for (let n = 1; selectPlace(scope.db, projectId, free) !== undefined; n += 1)
    free = `${base} (moved, ${n})`;
  return free;
}

/** Lets the clients of a run's project go on finding it by their place and key. */
const nameWhereItWas = (scope: WriteScope, { run, told, place }: FoundExternal): void =>
  upsertExternalName(scope.db, {
    projectId: place.projectId,
    place: place.name,
    key: told.clientKey,
    runId: run.id,
    logger: null,
  });

/** Takes the place of an experiment into another project. What its clients begin there from now on is another experiment. */
export function movePlace(scope: WriteScope, place: ExternalPlaceRecord, projectId: string): void {
  // The newest run of a key is the one that is meant, so its name is written last.
  for (const found of selectExternalRunsOfPlace(scope.db, place.id)) nameWhereItWas(scope, found);
  updatePlaceOf(scope.db, place.id, { projectId, name: freeName(scope, projectId, place.name) });
}

/** The place of an experiment that takes some runs of another one: it puts them into cells by the same rules. */
export function placeBeside(
  scope: WriteScope,
  place: ExternalPlaceRecord,
  experiment: ExperimentRecord,
): void {
  const sweep = selectSweep(scope.db, place.sweepId);
  if (!sweep) return;
  const sweepId = newId("sweep");
  insertSweep(scope.db, {
    ...sweep,
    id: sweepId,
    experimentId: experiment.id,
    launchKey: `outside:${sweepId}`,
  });
  const { seedKey, ignoredKeys, metrics, groupingVersion } = place;
  const { projectId, id: experimentId } = experiment;
  const name = freeName(scope, projectId, place.name);
  insertPlace(scope.db, {
    projectId,
    name,
    experimentId,
    sweepId,
    seedKey,
    ignoredKeys,
    metrics,
    groupingVersion,
  });
}

/** Puts a run from outside into an experiment of another project. */
export function moveExternalRun(
  scope: WriteScope,
  found: FoundExternal,
  { id: experimentId, projectId }: ExperimentRecord,
): void {
  const { run, place } = found;
  const to = selectPlaceOfExperiment(scope.db, experimentId);
  if (!to) return;
  nameWhereItWas(scope, found);
  updateHome(scope.db, run.id, { projectId, experimentId, sweepId: to.sweepId });
  updateRunFacts(scope.db, run.id, placeInCells(scope, run.params, to, null));
  updateExternalRun(scope.db, run.id, { placeId: to.id });
  relabel(scope, to);
  relabel(scope, place);
}
