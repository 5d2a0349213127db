import { selectExperiment, updateBaselineCell } from "#db/queries/experiments.ts";
import {
  type ExternalPlaceRecord,
  selectExternalRunsOfPlace,
  updatePlace,
  updateRunFacts,
} from "#db/queries/external.ts";
import { selectOutdatedPlace } from "#db/queries/external/outdated-places.ts";
import { commit, type ServiceContext, type WriteScope } from "../../context.ts";
import { GROUPING_VERSION } from "../config.ts";
import { keepLoggedProtocol, placeInCells } from "../describe.ts";
import { relabel } from "../labels.ts";

/** Puts the runs of a place into configurations anew, by its rule; the baseline stays that of the same runs. */
export function regroup(at: number, scope: WriteScope, place: ExternalPlaceRecord): void {
  const baseline = selectExperiment(scope.db, place.experimentId)?.baselineCell ?? null;
  const runs = selectExternalRunsOfPlace(scope.db, place.id);
  const moved = runs.map(({ run }) => {
    const facts = placeInCells(scope, run.params, place, run);
    updateRunFacts(scope.db, run.id, facts);
    keepLoggedProtocol(at, scope, run.id, run.params, place);
    return { from: run.cell, to: facts.cell };
  });
  const compared = moved.find(({ from }) => from === baseline);
  if (compared) updateBaselineCell(scope.db, place.experimentId, compared.to);
  updatePlace(scope.db, place.id, { groupingVersion: GROUPING_VERSION });
  relabel(scope, place);
}

/** Regroups one place whose runs were put together by older rules. Returns whether there was one. */
export function regroupOutdated(ctx: ServiceContext): boolean {
  const place = selectOutdatedPlace(ctx.db, GROUPING_VERSION);
  if (place) commit(ctx, (scope) => regroup(ctx.now(), scope, place));
  return place !== undefined;
}
