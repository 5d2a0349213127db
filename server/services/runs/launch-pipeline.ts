import { insertStatusEvent } from "#db/queries/attempts.ts";
import {
  insertExperiment,
  insertSweep,
  selectExperiment,
  selectSweepByLaunchKey,
  updateBaselineCell,
} from "#db/queries/experiments.ts";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { insertRuns, type RunRecord, selectRunsByExperiment, selectRunsBySweep } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { ExperimentPlan } from "../../contracts/experiment.ts";
import { PipelineInput } from "../../contracts/launch/launch.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, listAnd } from "../../wording/counts.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { refuseImpossible } from "../executors/engines.ts";
import { isCompared, recipeOf } from "../recipes/book.ts";
import { requireRoom } from "../storage.ts";
import { newId } from "../hashing.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import { refuseHeldOut } from "./held-out-issues.ts";
import { deviceIssues } from "./launch-devices.ts";
import { type FindValueless, NONE_VALUELESS } from "./joining/join.ts";
import { NOTHING_MISSING, StandingRuns } from "./joining/standing.ts";
import { type MadeStage, makeStage, type Place } from "./make-stage.ts";
import { nameRuns } from "./names/name-runs.ts";

export interface LaunchedRuns {
  experimentId: string;
  sweepId: string;
  runs: { id: string; name: string; label: string; seed: number }[];
  /** True when this launch key was used before: these are the runs of that launch, nothing new was made. */
  repeated: boolean;
}

/** What a launch fixes before its first run. */
interface Declared {
  primary?: string;
  sharedStarts: boolean;
  looks?: number;
}

/** The metric that the claims of a new experiment are for. */
function primaryOf({ primary }: Declared, { slug, primary: usual, headline }: RecipeManifest): string {
  if (primary === undefined) return usual;
  if (headline.some((name) => name === primary)) return primary;
  throw new ServiceError(
    "invalid",
    `"${primary.slice(0, 60)}" is no headline metric of ${slug}. It has ${listAnd(headline)}.`,
    { field: "primary" },
  );
}

/** What the claims are for is fixed before the first run: a later launch into the experiment may only say the same. */
function requirePlanned({ primary, sharedStarts, looks }: Declared, plan: ExperimentPlan): void {
  const fixed = plan.primaryMetric;
  if (primary !== undefined && fixed === undefined)
    throw new ServiceError(
      "invalid",
      "A primary metric has to be declared before the first run of an experiment, and here none was.",
      { field: "primary" },
    );
  if (primary !== undefined && primary !== fixed)
    throw new ServiceError(
      "invalid",
      `The primary metric of an experiment is fixed before its first run: here it is ${fixed}.`,
      { field: "primary" },
    );
  if (sharedStarts && !plan.sharedStarts)
    throw new ServiceError(
      "invalid",
      "That seeds share a start has to be declared before the first run of an experiment, and here it was not.",
      { field: "sharedStarts" },
    );
  if (looks !== undefined && looks !== (plan.looks ?? 1))
    throw new ServiceError(
      "invalid",
      `Looks have to be declared before the first run of an experiment: here ${countOf(plan.looks ?? 1, "look was", "looks were")}.`,
      { field: "looks" },
    );
}

/** What was chosen for the processes; null where nothing was. */
function chosen(limits: PipelineInput["limits"]): RunRecord["limits"] {
  const { timeLimitS, retries = 0, besideOthers, slurm, device } = limits ?? {};
  const made = {
    ...(timeLimitS !== undefined && { timeLimitS }),
    ...(retries > 0 && { retries }),
    ...(slurm !== undefined && { slurm }),
    ...(besideOthers && { besideOthers }),
    ...(device !== undefined && { device }),
  };
  return Object.keys(made).length === 0 ? null : made;
}

/** The experiment of a launch; a new one gets the plan that the launch stands for. */
function experimentFor(
  ctx: ServiceContext,
  scope: WriteScope,
  wanted: PipelineInput["experiment"],
): { id: string; projectId: string; title: string; plan: ExperimentPlan | null } {
  if ("id" in wanted) {
    const found = selectExperiment(scope.db, wanted.id);
    if (!found)
      throw new ServiceError("not_found", `There is no experiment ${wanted.id}.`, { field: "experiment" });
    return { id: found.id, projectId: found.projectId, title: found.title, plan: found.plan };
  }
  const projectId = projectForNew(ctx, scope, wanted.project);
  return { id: newId("experiment"), projectId, title: wanted.title, plan: null };
}

function summary(
  sweep: { id: string; experimentId: string },
  rows: RunRecord[],
  repeated: boolean,
): LaunchedRuns {
  const runs = rows.map(({ id, name, label, seed }) => ({ id, name, label, seed }));
  return { experimentId: sweep.experimentId, sweepId: sweep.id, runs, repeated };
}

/** Takes away what the experiment has already. Throws where that is everything. */
function keepMissing(stage: MadeStage, standing: StandingRuns<RunRecord>): void {
  stage.rows = stage.rows.filter(({ cell, seed }) => standing.lacks(cell, seed));
  const kept = new Set(stage.rows.map(({ id }) => id));
  for (const id of stage.takes.keys()) if (!kept.has(id)) stage.takes.delete(id);
  if (kept.size === 0) throw new ServiceError("conflict", NOTHING_MISSING, { field: "seeds" });
}

/**
 * Launches the stages of a chain, every run at once or none: each is queued, and those that take something from another
 * wait until it has finished. Seeds are the outer order inside a stage, so that an early look sees every configuration.
 * Repeating a launch key returns the first launch.
 */
export function launchPipeline(
  ctx: ServiceContext,
  rawInput: PipelineInput,
  findValueless: FindValueless = NONE_VALUELESS,
): LaunchedRuns {
  const input = PipelineInput.parse(rawInput);
  const keys = input.stages.map((stage) => stage.key);
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice !== undefined) throw new ServiceError("invalid", `Two stages are named "${twice}".`);
  const baseline = input.stages.find((stage) => stage.key === input.baseline);
  if (!baseline) throw new ServiceError("invalid", `There is no stage "${input.baseline}" to compare with.`);
  if (!selectSweepByLaunchKey(ctx.db, input.launchKey)) refuseHeldOut(ctx, input.stages);
  if (input.missing && input.stages.length > 1)
    throw new ServiceError("invalid", "A pipeline is launched whole; only a matrix can be filled up.", {
      field: "missing",
    });
  return commit(ctx, (scope) => {
    const before = selectSweepByLaunchKey(scope.db, input.launchKey);
    if (before) return summary(before, selectRunsBySweep(scope.db, before.id), true);
    requireRoom(ctx);
    refuseImpossible(scope.db, input.limits?.slurm);
    const recipes = input.stages.flatMap(({ recipe }) => recipeOf(scope.db, { recipe }) ?? []);
    const [forced] = deviceIssues(recipes, input.limits?.device);
    if (forced) throw new ServiceError("invalid", forced.message, { field: "device" });
    const experiment = experimentFor(ctx, scope, input.experiment);
    const now = ctx.now();
    const sweepId = newId("sweep");
    const there = selectRunsByExperiment(scope.db, experiment.id);
    const place: Place = {
      projectId: experiment.projectId,
      experimentId: experiment.id,
      sweepId,
      now,
      isPipeline: input.stages.length > 1,
      limits: chosen(input.limits),
      labels: new Map(there.toReversed().map(({ cell, label }) => [cell, label])),
    };
    const made = new Map<string, MadeStage>();
    for (const stage of input.stages) made.set(stage.key, makeStage(scope, stage, made, place));
    const standing = input.missing ? new StandingRuns(there, findValueless(there)) : null;
    if (standing) for (const stage of made.values()) keepMissing(stage, standing);
    const names = nameRuns(
      scope.db,
      experiment.id,
      [...made.values()].flatMap((stage) => stage.rows),
    );
    const nameOf = (run: { id: string; name: string }) => names.get(run.id) ?? run.name;
    const rows = [...made.values()].flatMap((stage) =>
      stage.rows.map((run) => ({ ...run, name: nameOf(run) })),
    );
    const compared = made.get(baseline.key) as MadeStage;
    const beside = Object.fromEntries(
      input.stages.flatMap((stage) =>
        stage.beside === undefined
          ? []
          : (made.get(stage.key)?.rows ?? []).map(({ cell }) => [cell, stage.beside as string]),
      ),
    );
    if (experiment.plan !== null) requirePlanned(input, experiment.plan);
    else
      insertExperiment(scope.db, {
        id: experiment.id,
        projectId: experiment.projectId,
        title: experiment.title,
        baselineCell: null,
        plan: {
          recipe: compared.manifest.slug,
          primary: [...compared.manifest.headline],
          primaryMetric: primaryOf(input, compared.manifest) || undefined,
          ...(input.sharedStarts && { sharedStarts: true }),
          ...((input.looks ?? 1) > 1 && { looks: input.looks }),
          seeds: [...new Set(compared.rows.map((run) => run.seed))],
          comparisons: comparedCells([...made.values()]) - 1,
          ...(Object.keys(beside).length > 0 && { beside }),
          savedAt: now,
        },
        createdAt: now,
        movedFrom: null,
      });
    insertSweep(scope.db, {
      id: sweepId,
      experimentId: experiment.id,
      launchKey: input.launchKey,
      recipe: compared.manifest.slug,
      recipeVersion: compared.manifest.version,
      matrix: input.stages,
      planned: rows.length,
      createdBy: actorName(ctx.actor),
      createdAt: now,
    });
    if (selectExperiment(scope.db, experiment.id)?.baselineCell == null)
      updateBaselineCell(scope.db, experiment.id, compared.rows[0].cell);
    store(ctx, scope, rows, [...made.values()], names);
    scope.touch(topics.runs, topics.experiments, topics.experiment(experiment.id));
    return summary({ id: sweepId, experimentId: experiment.id }, rows, false);
  });
}

/**
 * Configurations that are measured on held-out problems. Labels and reward models are not compared with policies, nor
 * are episodes of train problems, which are sampled to be labelled.
 */
function comparedCells(stages: MadeStage[]): number {
  const heldOut = stages
    .filter(({ manifest }) => isCompared(manifest))
    .flatMap(({ manifest, rows }) => rows.filter(({ params }) => manifest.measuresOn?.(params) !== "train"));
  return new Set(heldOut.map((run) => run.cell)).size;
}

function store(
  ctx: ServiceContext,
  scope: WriteScope,
  rows: RunRecord[],
  stages: MadeStage[],
  names: ReadonlyMap<string, string>,
): void {
  insertRuns(scope.db, rows);
  for (const run of rows) {
    const by = actorName(ctx.actor);
    insertStatusEvent(scope.db, {
      runId: run.id,
      attemptId: null,
      at: run.queuedAt,
      fromState: null,
      toState: "queued",
      actor: by,
      evidence: { kind: "request", by },
    });
  }
  insertRunInputs(
    scope.db,
    stages.flatMap(({ takes }) =>
      [...takes].flatMap(([runId, filled]) =>
        filled.map(({ slot, kind, fromRunId, fromName, evaluationId }) => ({
          runId,
          slot,
          kind,
          fromRunId,
          fromName: names.get(fromRunId) ?? fromName,
          evaluationId,
        })),
      ),
    ),
  );
}
