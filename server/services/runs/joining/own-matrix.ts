import { selectExperiment, selectSweepsOfExperiment } from "#db/queries/experiments.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { type RunRecord, selectRunsByExperiment } from "#db/queries/runs.ts";
import { OwnMatrixInput, type OwnMatrix } from "../../../contracts/launch/joining.ts";
import type { PipelineStage, Matrix, SlotSources } from "../../../contracts/launch/launch.ts";
import { expandMatrix } from "../../../contracts/launch/matrix.ts";
import { parseSeeds } from "../../../contracts/launch/seeds.ts";
import { ServiceError } from "../../../errors.ts";
import type { ServiceContext } from "../../context.ts";
import { canonicalJson } from "../../hashing.ts";
import { fillSlots } from "../../inputs/fill-slots.ts";
import { recipeOf } from "../../recipes/book.ts";
import { type FindValueless, joinExperiment } from "./join.ts";

/** A matrix of a launch with what its runs take, and how many of the experiment's runs it stands for. */
interface Design {
  recipe: string;
  matrix: Matrix;
  inputs: SlotSources;
  runs: number;
  /** Whether it holds what everything is compared with. */
  baseline: boolean;
}

/** The runs of a stage of a chain have its name at the beginning of their own. */
const isOfStage = ({ label, recipe }: RunRecord, { key, recipe: of }: PipelineStage): boolean =>
  recipe === of && (label === key || label.startsWith(`${key}, `) || label.startsWith(`${key} of `));

/** What all of some runs take alike; null where each takes from a run of its own, which no matrix can say. */
function commonInputs(ctx: Pick<ServiceContext, "db">, runs: readonly RunRecord[]): SlotSources | null {
  const taken = selectRunInputs(
    ctx.db,
    runs.map(({ id }) => id),
  );
  const sources: SlotSources = {};
  for (const [slot, inputs] of Map.groupBy(taken, ({ input }) => input.slot)) {
    const [{ fromRunId, evaluationId }] = inputs.map(({ input }) => input);
    const isCommon = inputs.every(
      ({ input }) => input.fromRunId === fromRunId && input.evaluationId === evaluationId,
    );
    if (!isCommon || inputs.length < runs.length) return null;
    sources[slot] = evaluationId === null ? { run: fromRunId } : { evaluation: evaluationId };
  }
  return sources;
}

const union = <Item>(a: readonly Item[], b: readonly Item[]): Item[] => [...new Set([...a, ...b])];

/** Two launches of the same fields and factors are one matrix: all their presets, levels and seeds. */
function merge(into: Design, from: Design): void {
  const { matrix } = into;
  matrix.presets = union(matrix.presets, from.matrix.presets);
  matrix.seeds = union(matrix.seeds, from.matrix.seeds);
  matrix.factors = matrix.factors.map(({ name, levels }, i) => ({
    name,
    levels: union(levels, from.matrix.factors[i].levels),
  }));
  if (from.matrix.twin) matrix.twin = true;
  into.runs += from.runs;
  into.baseline ||= from.baseline;
}

const fieldsOf = ({ recipe, matrix, inputs }: Design): string =>
  canonicalJson({ recipe, inputs, edits: matrix.edits, factors: matrix.factors.map(({ name }) => name) });

function designsOf(ctx: ServiceContext, experimentId: string, baselineCell: string | null): Design[] {
  const runs = selectRunsByExperiment(ctx.db, experimentId);
  const designs = new Map<string, Design>();
  for (const sweep of selectSweepsOfExperiment(ctx.db, experimentId)) {
    const launched = runs.filter(({ sweepId }) => sweepId === sweep.id);
    for (const stage of sweep.matrix) {
      const own = sweep.matrix.length === 1 ? launched : launched.filter((run) => isOfStage(run, stage));
      const inputs = commonInputs(ctx, own);
      if (own.length === 0 || inputs === null) continue;
      const design: Design = {
        recipe: stage.recipe,
        matrix: structuredClone(stage.matrix),
        inputs,
        runs: own.length,
        baseline: own.some(({ cell }) => cell === baselineCell),
      };
      const key = fieldsOf(design);
      const known = designs.get(key);
      if (known) merge(known, design);
      else designs.set(key, design);
    }
  }
  return [...designs.values()];
}

/**
 * The matrix of an experiment as its launches made it: the one with what everything is compared with, else the largest. Its seeds
 * are those of the first offer: what is missing, or else more seeds. Null where no matrix says it: runs from outside, a recipe
 * that is gone, a chain in which each run takes from another.
 */
export function ownMatrix(
  ctx: ServiceContext,
  input: OwnMatrixInput,
  findValueless?: FindValueless,
): OwnMatrix | null {
  const { id } = OwnMatrixInput.parse(input);
  const experiment = selectExperiment(ctx.db, id);
  if (!experiment) throw new ServiceError("not_found", `There is no experiment ${id}.`);
  const [design] = designsOf(ctx, id, experiment.baselineCell).toSorted(
    (a, b) => Number(b.baseline) - Number(a.baseline) || b.runs - a.runs,
  );
  const manifest = design && recipeOf(ctx.db, { recipe: design.recipe });
  if (!manifest) return null;
  const { recipe, matrix, inputs } = design;
  const isKnown = matrix.presets.every((preset) =>
    manifest.presets.some(({ id: known }) => known === preset),
  );
  if (!isKnown) return null;
  const { offers, caution } = joinExperiment(
    ctx,
    id,
    manifest,
    expandMatrix(manifest, matrix),
    fillSlots(ctx.db, manifest, inputs).filled,
    { findValueless },
  );
  const seeds = parseSeeds(offers[0]?.seeds ?? "") ?? matrix.seeds;
  return { recipe, matrix: { ...matrix, seeds }, inputs, offers, caution };
}
