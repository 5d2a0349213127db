import { insertStatusEvent } from "#db/queries/attempts.ts";
import { selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import {
  insertExperiment,
  insertSweep,
  selectExperiment,
  selectSweepByLaunchKey,
  updateBaselineCell,
} from "#db/queries/experiments.ts";
import { insertRuns, selectRunsBySweep, type RunRecord } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { LaunchInput } from "../../contracts/launch.ts";
import { matrixSize, type Variant } from "../../contracts/matrix.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { newId } from "../new-id.ts";
import { ensureDefaultProject } from "../projects/ensure-default.ts";
import { checkMatrix } from "./check-matrix.ts";
import { requireRecipe } from "./require-recipe.ts";

export interface LaunchedRuns {
  experimentId: string;
  sweepId: string;
  runs: { id: string; name: string; label: string; seed: number }[];
  /** True when this launch key was used before: these are the runs of that launch, nothing new was made. */
  repeated: boolean;
}

/** Identity of a configuration: recipe@version, every parameter but the seed, and the content of the benchmark. */
export function cellHash(manifest: RecipeManifest, variant: Variant, benchmarkHash: string | null): string {
  const { slug, version } = manifest;
  return sha256(
    canonicalJson({ recipe: `${slug}@${version}`, params: variant.params, benchmark: benchmarkHash }),
  ).slice(0, 24);
}

function benchmarkHashOf(scope: WriteScope, manifest: RecipeManifest, variant: Variant): string | null {
  for (const field of manifest.fields) {
    const name = variant.params[field.name];
    if (field.kind !== "problems" || name === "generated") continue;
    const benchmark = selectBenchmarkByName(scope.db, String(name));
    if (!benchmark) {
      throw new ServiceError(
        "invalid",
        `There is no benchmark "${String(name).slice(0, 120)}". Register it with "npx ablab benchmark add DIR --name N", or use "generated".`,
        { field: field.name },
      );
    }
    return benchmark.hash;
  }
  return null;
}

function experimentFor(
  ctx: ServiceContext,
  scope: WriteScope,
  input: LaunchInput,
  manifest: RecipeManifest,
  cells: number,
): string {
  if ("id" in input.experiment) {
    const found = selectExperiment(scope.db, input.experiment.id);
    if (!found)
      throw new ServiceError("not_found", `There is no experiment ${input.experiment.id}.`, {
        field: "experiment",
      });
    return found.id;
  }
  const id = newId("experiment");
  const now = ctx.now();
  insertExperiment(scope.db, {
    id,
    projectId: ensureDefaultProject(ctx, scope),
    title: input.experiment.title,
    baselineCell: null,
    plan: {
      recipe: manifest.slug,
      primary: manifest.primary,
      seeds: input.matrix.seeds,
      comparisons: cells - 1,
      savedAt: now,
    },
    createdAt: now,
  });
  return id;
}

function summary(
  sweep: { id: string; experimentId: string },
  rows: RunRecord[],
  repeated: boolean,
): LaunchedRuns {
  const runs = rows.map(({ id, name, label, seed }) => ({ id, name, label, seed }));
  return { experimentId: sweep.experimentId, sweepId: sweep.id, runs, repeated };
}

/**
 * Launches a matrix: every variant with every seed, all runs at once or none. Seeds are the outer order, so that an
 * early look at a long sweep sees every configuration. Repeating a launch key returns the first launch.
 */
export function launchRuns(ctx: ServiceContext, rawInput: LaunchInput): LaunchedRuns {
  const input = LaunchInput.parse(rawInput);
  const manifest = requireRecipe(input.recipe);
  const { variants, issues } = checkMatrix(manifest, input.matrix);
  if (issues.length > 0) {
    const { variant, message, field } = issues[0];
    throw new ServiceError("invalid", variant === null ? message : `${variant}: ${message}`, {
      field: field ?? undefined,
    });
  }
  return commit(ctx, (scope) => {
    const before = selectSweepByLaunchKey(scope.db, input.launchKey);
    if (before) return summary(before, selectRunsBySweep(scope.db, before.id), true);
    const experimentId = experimentFor(ctx, scope, input, manifest, variants.length);
    const now = ctx.now();
    const sweep = { id: newId("sweep"), experimentId };
    insertSweep(scope.db, {
      ...sweep,
      launchKey: input.launchKey,
      recipe: manifest.slug,
      recipeVersion: manifest.version,
      matrix: input.matrix,
      planned: matrixSize(input.matrix),
      createdBy: actorName(ctx.actor),
      createdAt: now,
    });
    const cells = variants.map((variant) => {
      const benchmarkHash = benchmarkHashOf(scope, manifest, variant);
      const rewardConfig = manifest.rewardConfig(variant.params);
      const rewardHash = sha256(canonicalJson(rewardConfig));
      return {
        variant,
        benchmarkHash,
        rewardConfig,
        rewardHash,
        cell: cellHash(manifest, variant, benchmarkHash),
      };
    });
    const experiment = selectExperiment(scope.db, experimentId);
    if (experiment && experiment.baselineCell === null)
      updateBaselineCell(scope.db, experimentId, cells[0].cell);
    const seeds = [...new Set(input.matrix.seeds)];
    const rows: RunRecord[] = seeds.flatMap((seed) =>
      cells.map(({ variant, benchmarkHash, rewardConfig, rewardHash, cell }) => ({
        id: newId("run"),
        projectId: experiment?.projectId ?? ensureDefaultProject(ctx, scope),
        experimentId,
        sweepId: sweep.id,
        name: `${variant.label}-s${seed}`,
        label: variant.label,
        recipe: manifest.slug,
        recipeVersion: manifest.version,
        params: variant.params,
        seed,
        cell,
        rewardConfig,
        rewardHash,
        benchmarkHash,
        plannedSteps: manifest.trainSteps(variant.params),
        plannedEpisodes: manifest.trainEpisodes(variant.params),
        state: "queued" as const,
        stateAt: now,
        queuedAt: now,
        startedAt: null,
        endedAt: null,
        archived: false,
      })),
    );
    insertRuns(scope.db, rows);
    for (const run of rows) {
      insertStatusEvent(scope.db, {
        runId: run.id,
        attemptId: null,
        at: now,
        fromState: null,
        toState: "queued",
        actor: actorName(ctx.actor),
        evidence: { kind: "request", by: actorName(ctx.actor) },
      });
    }
    scope.touch(topics.runs, topics.experiments, topics.experiment(experimentId));
    return summary(sweep, rows, false);
  });
}
