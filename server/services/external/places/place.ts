import { EXTERNAL_RECIPE } from "../../../contracts/external/status-source.ts";
import { insertExperiment, insertSweep } from "#db/queries/experiments.ts";
import { insertPlace, selectPlace, type ExternalPlaceRecord } from "#db/queries/external.ts";
import { selectProject } from "#db/queries/projects.ts";
import { topics } from "../../../contracts/live.ts";
import { visibleName } from "../../../contracts/visible-name.ts";
import { QUESTION } from "../../../contracts/launch/launch-limits.ts";
import type { WriteScope } from "../../context.ts";
import { newId } from "../../hashing.ts";
import { GROUPING_VERSION } from "../config.ts";

export const EXTERNAL_VERSION = "1";

/** A client's own word, within bounds and with nothing hidden in it. */
export function word(text: string, most: number, missing: string): string {
  const seen = visibleName(text.trim()).slice(0, most).trim();
  return seen === "" ? missing : seen;
}

/** What the experiment is called that a client's project stands for. */
export const placeName = (experiment: string): string => word(experiment, QUESTION.most, "without a project");

/** The experiment that a client's project stands for, made with its first run. */
export function openPlace(
  scope: WriteScope,
  { projectId, now, by }: { projectId: string; now: number; by: string },
  experiment: string,
): ExternalPlaceRecord {
  const name = placeName(experiment);
  const known = selectPlace(scope.db, projectId, name);
  if (known) return known;
  const [experimentId, sweepId] = [newId("experiment"), newId("sweep")];
  insertExperiment(scope.db, {
    id: experimentId,
    projectId,
    title: name,
    baselineCell: null,
    plan: { recipe: EXTERNAL_RECIPE, primary: [], seeds: [], comparisons: 0, savedAt: now },
    createdAt: now,
    movedFrom: null,
  });
  insertSweep(scope.db, {
    id: sweepId,
    experimentId,
    launchKey: `outside:${sweepId}`,
    recipe: EXTERNAL_RECIPE,
    recipeVersion: EXTERNAL_VERSION,
    matrix: [],
    planned: 0,
    createdBy: by,
    createdAt: now,
  });
  scope.touch(topics.experiments);
  return insertPlace(scope.db, {
    projectId,
    name,
    experimentId,
    sweepId,
    seedKey: selectProject(scope.db, projectId)?.seedKey ?? null,
    ignoredKeys: [],
    metrics: [],
    groupingVersion: GROUPING_VERSION,
  });
}
