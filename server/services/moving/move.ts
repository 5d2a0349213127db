import { deleteExperimentRows } from "#db/queries/deletion/delete-owner.ts";
import {
  type ExperimentRecord,
  insertExperiment,
  insertSweep,
  selectExperiment,
} from "#db/queries/experiments.ts";
import { insertLook, selectLooks } from "#db/queries/looks.ts";
import { selectExternalRun, selectPlaceOfExperiment } from "#db/queries/external.ts";
import {
  countRunsOf,
  isMadeUseOf,
  selectSibling,
  selectSweep,
  selectSweepOfLaunch,
  updateHome,
  updateProjectOfExperiment,
  updateProjectOfReport,
} from "#db/queries/projects/move.ts";
import { selectReport } from "#db/queries/reports.ts";
import { type RunRecord, selectRunsByExperiment, selectRunsByIds } from "#db/queries/runs.ts";
import { type MoveAnswer, MoveInput } from "../../contracts/housekeeping/projects.ts";
import { ID_PREFIXES } from "../../contracts/id-prefixes.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd } from "../../wording/counts.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { movePlace, moveExternalRun, placeBeside } from "../external/places/other-project.ts";
import { ensureDefaultProject } from "../projects/ensure-default.ts";
import { DEFAULT_PROJECT_ID } from "../projects/default-project.ts";
import { requireProject } from "../projects/find.ts";

const isOf = (kind: "run" | "experiment" | "report", id: string) => id.startsWith(`${ID_PREFIXES[kind]}_`);

/** Launch keys are unique, so what stands for a launch in a second experiment has the key with that experiment's id behind it. */
const keyIn = (launchKey: string, experimentId: string) => `${launchKey.split("@")[0]}@${experimentId}`;

/** The sweep of an experiment that stands for the launch of a run, made with the first run that comes. */
function sweepIn(scope: WriteScope, run: RunRecord, experimentId: string): string {
  const from = selectSweep(scope.db, run.sweepId);
  if (!from) throw new ServiceError("not_found", `The launch of ${run.name} is gone.`);
  const [launchKey] = from.launchKey.split("@");
  const known = selectSweepOfLaunch(scope.db, experimentId, [launchKey, keyIn(launchKey, experimentId)]);
  if (known) return known.id;
  const id = newId("sweep");
  insertSweep(scope.db, { ...from, id, experimentId, launchKey: keyIn(launchKey, experimentId) });
  return id;
}

/** The experiment of a project that takes some runs of one of another project: the one they left, or one beside it. */
function besides(
  scope: WriteScope,
  { experiment, runs, to }: { experiment: ExperimentRecord; runs: readonly RunRecord[]; to: string },
): ExperimentRecord {
  const origin = experiment.movedFrom ?? experiment.id;
  const known = selectSibling(scope.db, to, origin);
  if (known) return known;
  const isBaselineHere = runs.some(({ cell }) => cell === experiment.baselineCell);
  const made: ExperimentRecord = {
    ...experiment,
    id: newId("experiment"),
    projectId: to,
    movedFrom: origin,
    baselineCell: isBaselineHere ? experiment.baselineCell : runs[0].cell,
  };
  insertExperiment(scope.db, made);
  for (const look of selectLooks(scope.db, experiment.id))
    insertLook(scope.db, { ...look, experimentId: made.id });
  const place = selectPlaceOfExperiment(scope.db, experiment.id);
  if (place) placeBeside(scope, place, made);
  return made;
}

function moveRuns(
  scope: WriteScope,
  part: { experiment: ExperimentRecord; runs: readonly RunRecord[]; to: string },
): void {
  const { experiment, runs, to } = part;
  const home = besides(scope, part);
  for (const run of runs) {
    const outside = selectExternalRun(scope.db, run.id);
    if (outside) moveExternalRun(scope, outside, home);
    else
      updateHome(scope.db, run.id, {
        projectId: to,
        experimentId: home.id,
        sweepId: sweepIn(scope, run, home.id),
      });
  }
  scope.touch(topics.experiment(home.id), topics.experiment(experiment.id));
  // One that was made for runs that came goes with the last of them, unless something is noted of it: runs may come back.
  const isEmptied = experiment.movedFrom !== null && countRunsOf(scope.db, experiment.id) === 0;
  if (isEmptied && !isMadeUseOf(scope.db, experiment.id)) deleteExperimentRows(scope.db, experiment.id);
}

interface Moving {
  experiment: ExperimentRecord;
  runs: RunRecord[];
  /** Every run of it goes, or it was named itself. */
  whole: boolean;
}

/** What goes, by experiment: one whose every run was named goes itself. */
function sorted(scope: WriteScope, ids: readonly string[], to: string): Moving[] {
  const wanted = new Set(ids);
  const named = ids.filter((id) => isOf("experiment", id));
  const runs = selectRunsByIds(
    scope.db,
    ids.filter((id) => isOf("run", id)),
  );
  const lost = ids.find((id) => isOf("run", id) && !runs.some((run) => run.id === id));
  if (lost !== undefined) throw new ServiceError("not_found", `There is no run ${lost}.`);
  const owners = [...new Set([...named, ...runs.map(({ experimentId }) => experimentId)])];
  return owners.flatMap((id) => {
    const experiment = selectExperiment(scope.db, id);
    if (!experiment) throw new ServiceError("not_found", `There is no experiment ${id}.`);
    if (experiment.projectId === to) return [];
    const all = selectRunsByExperiment(scope.db, id);
    const going = wanted.has(id) ? all : all.filter((run) => wanted.has(run.id));
    return [{ experiment, runs: going, whole: wanted.has(id) || going.length === all.length }];
  });
}

/** Moves what was sorted; answers the ids by which it is taken back. */
function moveOne(scope: WriteScope, one: Moving, to: string): string[] {
  const { experiment, runs, whole } = one;
  const origin = experiment.movedFrom ?? experiment.id;
  scope.touch(...runs.map(({ id }) => topics.run(id)), topics.experiment(experiment.id));
  if (!whole || (runs.length > 0 && selectSibling(scope.db, to, origin))) {
    moveRuns(scope, { experiment, runs, to });
    return runs.map(({ id }) => id);
  }
  const place = selectPlaceOfExperiment(scope.db, experiment.id);
  if (place) movePlace(scope, place, to);
  updateProjectOfExperiment(scope.db, experiment.id, to);
  return [experiment.id];
}

/**
 * Moves runs, experiments and reports into a project, all of them or none. A run of an experiment that stays goes into one of the
 * same title there; an experiment whose every run goes is moved itself. Clients that send to a run go on reaching it.
 */
export function moveThings(ctx: ServiceContext, rawInput: MoveInput): MoveAnswer {
  const { ids, to: text } = MoveInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const { id: to, name, archived } = requireProject(ctx, text);
    if (archived) throw new ServiceError("conflict", `The project ${name} is archived. Unarchive it first.`);
    if (to === DEFAULT_PROJECT_ID) ensureDefaultProject(ctx, scope);
    const back = new Map<string, string[]>();
    const counts = { run: 0, experiment: 0, report: 0 };
    const goesBack = (projectId: string, what: readonly string[]) =>
      back.set(projectId, [...(back.get(projectId) ?? []), ...what]);
    for (const one of sorted(scope, ids, to)) {
      goesBack(one.experiment.projectId, moveOne(scope, one, to));
      counts.run += one.runs.length;
      counts.experiment += one.whole && ids.includes(one.experiment.id) ? 1 : 0;
    }
    for (const id of ids.filter((one) => isOf("report", one))) {
      const report = selectReport(scope.db, id);
      if (!report) throw new ServiceError("not_found", `There is no report ${id}.`);
      if (report.projectId === to) continue;
      updateProjectOfReport(scope.db, id, to);
      goesBack(report.projectId, [id]);
      counts.report += 1;
    }
    scope.touch(topics.projects, topics.runs, topics.experiments, topics.reports);
    const said = (["experiment", "run", "report"] as const).flatMap((kind) =>
      counts[kind] > 0 ? [countOf(counts[kind], kind)] : [],
    );
    const message =
      said.length > 0 ? `Moved ${listAnd(said)} to ${name}.` : `Everything is in ${name} already.`;
    const undo = [...back].map(([projectId, what]) => ({ ids: what, to: projectId }));
    return { moved: counts.run + counts.experiment + counts.report, message, undo };
  });
}
