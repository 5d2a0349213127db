import { bareKind } from "../../wording/artifact-kinds.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { type PipelineStage, MAX_RUNS_PER_LAUNCH } from "../../contracts/launch/launch.ts";
import type { Variant } from "../../contracts/launch/matrix.ts";
import type { PlanIssue } from "../../contracts/launch/plan.ts";
import { ServiceError } from "../../errors.ts";
import type { WriteScope } from "../context.ts";
import { newId } from "../hashing.ts";
import { rewardHashOf } from "../comparability/rewards.ts";
import { type FilledSlot, fillSlots, givenInputs, outputIdentity, shapeIssue } from "../inputs/fill-slots.ts";
import { countOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { checkMatrix } from "./check-matrix.ts";
import { cellHash } from "./joining/cell-hash.ts";
import { fixedSources } from "../inputs/fixed-sources.ts";
import { namedBenchmark, problemIssues } from "./problem-issues.ts";
import { requireRecipe } from "./require-recipe.ts";

function refuse({ variant, message, field }: PlanIssue, stage: string | null): never {
  const where = [stage === null ? null : `stage ${stage}`, variant].filter((part) => part !== null);
  throw new ServiceError("invalid", [...where, message].join(": "), { field: field ?? undefined });
}

/** The runs of one stage with what each takes. */
export interface MadeStage {
  manifest: RecipeManifest;
  rows: RunRecord[];
  takes: Map<string, FilledSlot[]>;
}

/** One way to fill the slots of a stage. `seed` is set where the stage follows the runs of an earlier one, one by one. */
interface Take {
  filled: FilledSlot[];
  identities: Record<string, string>;
  seed: number | null;
  of: string | null;
}

/**
 * What a stage takes from earlier stages. A source of one run serves every seed; a source of several gives one run each,
 * with that run's seed, and the cell then names the source's configuration instead of one of its runs. Where several slots
 * follow such sources, runs of the same seed belong together.
 */
function takesOf(
  stage: PipelineStage,
  manifest: RecipeManifest,
  fixed: FilledSlot[],
  made: Map<string, MadeStage>,
): Take[] {
  let takes: Take[] = [{ filled: fixed, identities: { ...givenInputs(fixed) }, seed: null, of: null }];
  for (const [slot, source] of Object.entries(stage.inputs)) {
    if (!("stage" in source)) continue;
    const input = manifest.inputs.find((i) => i.slot === slot);
    const earlier = made.get(source.stage);
    const fail = (message: string): never => refuse({ field: slot, message, variant: null }, stage.key);
    if (!input) return fail(`Recipe ${manifest.slug} takes nothing as "${slot}".`);
    if (!earlier) return fail(`There is no earlier stage "${source.stage}".`);
    if (!earlier.manifest.outputs.includes(input.kind))
      return fail(
        `Stage ${source.stage} runs ${earlier.manifest.slug}, which makes no ${bareKind(input.kind)}.`,
      );
    const many = earlier.rows.length > 1;
    const follows = many && takes[0].seed !== null;
    if (follows) {
      const seeds = earlier.rows.map((run) => run.seed);
      const isTwice =
        new Set(seeds).size < seeds.length || new Set(takes.map((t) => t.seed)).size < takes.length;
      if (isTwice || takes.some(({ seed }) => seed !== null && !seeds.includes(seed)))
        return fail(
          `Slots that follow several runs each need one run of every seed; stage ${source.stage} has others.`,
        );
    }
    takes = earlier.rows.flatMap((run) =>
      takes.flatMap(({ filled, identities, seed, of }): Take[] => {
        if (follows && run.seed !== seed) return [];
        const slotFilled: FilledSlot = {
          slot,
          kind: input.kind,
          fromRunId: run.id,
          fromName: run.name,
          evaluationId: null,
          identity: outputIdentity(run),
          network: null,
        };
        return [
          {
            filled: [...filled, slotFilled],
            identities: { ...identities, [slot]: many ? run.cell : outputIdentity(run) },
            seed: many ? run.seed : seed,
            of: many && new Set(earlier.rows.map((r) => r.cell)).size > 1 ? run.label : of,
          },
        ];
      }),
    );
  }
  return takes;
}

/** Counted before a run of the stage is made: sources x variants multiplies what each stage keeps to by itself. */
function refuseTooMany(runs: number, stage: string | null): void {
  if (runs <= MAX_RUNS_PER_LAUNCH) return;
  const message = `The launch stands for ${countOf(runs, "run")} up to here; one launch holds at most ${writeWhole(MAX_RUNS_PER_LAUNCH)}. Launch it in parts.`;
  refuse({ field: "seeds", message, variant: null }, stage);
}

/** Where the runs of a launch belong. */
export interface Place {
  projectId: string;
  experimentId: string;
  sweepId: string;
  now: number;
  isPipeline: boolean;
  limits: RunRecord["limits"];
  /** How the experiment calls the configurations that it has. */
  labels: ReadonlyMap<string, string>;
}

/**
 * The runs of one stage: variants x seeds x what it takes. Nothing is stored yet. Throws a ServiceError for the first
 * thing wrong with its parameters or inputs.
 */
export function makeStage(
  scope: WriteScope,
  stage: PipelineStage,
  made: Map<string, MadeStage>,
  place: Place,
): MadeStage {
  const manifest = requireRecipe(scope, stage.recipe);
  const name = place.isPipeline ? stage.key : null;
  const fromStages = Object.keys(stage.inputs).filter((slot) => "stage" in stage.inputs[slot]);
  const { filled, issues } = fillSlots(scope.db, manifest, fixedSources(stage), fromStages);
  if (issues.length > 0) refuse(issues[0], name);
  const takes = takesOf(stage, manifest, filled, made);
  const checked = checkMatrix(manifest, stage.matrix, takes[0].identities);
  if (checked.issues.length > 0) refuse(checked.issues[0], name);
  const stageMade: MadeStage = { manifest, rows: [], takes: new Map() };
  const seedsOf = (take: Take) => (take.seed === null ? [...new Set(stage.matrix.seeds)] : [take.seed]);
  const plain = takes.flatMap((take) => seedsOf(take).map((seed) => ({ take, seed })));
  const earlier = [...made.values()].reduce((sum, { rows }) => sum + rows.length, 0);
  refuseTooMany(earlier + plain.length * checked.variants.length, name);
  for (const { take, seed } of plain.toSorted((a, b) => a.seed - b.seed)) {
    for (const variant of checked.variants) {
      const wrong =
        shapeIssue(take.filled, variant.params) ??
        problemIssues(scope.db, manifest, variant.params, take.filled)[0];
      if (wrong) refuse({ ...wrong, variant: variant.label }, name);
      const run = runOf(scope, manifest, variant, take, seed, stage, checked.variants.length, place);
      stageMade.rows.push(run);
      stageMade.takes.set(run.id, take.filled);
    }
  }
  return stageMade;
}

function labelOf(
  stage: PipelineStage,
  variant: Variant,
  variants: number,
  take: Take,
  isPipeline: boolean,
): string {
  const inPipeline = variants > 1 ? `${stage.key}, ${variant.label}` : stage.key;
  const own = isPipeline ? inPipeline : variant.label;
  return take.of === null ? own : `${own} of ${take.of}`;
}

function runOf(
  scope: WriteScope,
  manifest: RecipeManifest,
  variant: Variant,
  take: Take,
  seed: number,
  stage: PipelineStage,
  variants: number,
  { projectId, experimentId, sweepId, now, isPipeline, limits, labels }: Place,
): RunRecord {
  const benchmarkHash = namedBenchmark(scope.db, manifest, variant.params)?.hash ?? null;
  const rewardConfig = manifest.rewardConfig(variant.params, take.identities);
  const cell = cellHash(manifest, variant.params, benchmarkHash, take.identities);
  const label = labels.get(cell) ?? labelOf(stage, variant, variants, take, isPipeline);
  return {
    id: newId("run"),
    projectId,
    experimentId,
    sweepId,
    name: `${label}-s${seed}`,
    label,
    recipe: manifest.slug,
    recipeVersion: manifest.version,
    params: variant.params,
    seed,
    cell,
    rewardConfig,
    rewardHash: rewardHashOf(rewardConfig),
    benchmarkHash,
    plannedSteps: manifest.trainSteps(variant.params),
    plannedEpisodes: manifest.trainEpisodes(variant.params),
    state: "queued",
    stateAt: now,
    queuedAt: now,
    startedAt: null,
    endedAt: null,
    archived: false,
    origin: "bench",
    statusSource: "supervised",
    next: null,
    limits,
  };
}
