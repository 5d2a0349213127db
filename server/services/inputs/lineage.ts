import { selectDependents, selectLabelSetOfRun, selectRunInputs } from "#db/queries/inputs.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import type { Lineage } from "../../contracts/run.ts";
import type { ServiceContext } from "../context.ts";

/** Both directions of a run's lineage, one step each way. */
export function lineageOf(ctx: ServiceContext, run: RunRecord): Lineage {
  const manifest = findRecipe(run.recipe);
  return {
    inputs: selectRunInputs(ctx.db, [run.id]).map(({ input, source }) => ({
      slot: input.slot,
      label: manifest?.inputs.find((i) => i.slot === input.slot)?.label ?? input.slot,
      kind: input.kind,
      runId: input.fromRunId,
      runName: input.fromName,
      recipe: source?.recipe ?? null,
      state: source?.state ?? null,
      evaluationId: input.evaluationId,
    })),
    outputs: [...(manifest?.outputs ?? [])],
    dependents: selectDependents(ctx.db, run.id).map(({ input, run: other }) => ({
      slot: input.slot,
      kind: input.kind,
      runId: other.id,
      runName: other.name,
      recipe: other.recipe,
      state: other.state,
    })),
    labelSetId: selectLabelSetOfRun(ctx.db, run.id)?.id ?? null,
  };
}
