import type { Db } from "#db/client.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { recipeOf, type RecipeRef } from "../recipes/book.ts";

/** What a run takes in one slot. */
export interface Taken {
  /** What the recipe calls the slot. */
  label: string;
  /** Equal for the seeds of one configuration. */
  cell: string;
  /** The configuration that it was taken from. */
  config: string;
  /** The run that it was taken from. */
  run: string;
}

/** What each run takes, by slot. A source that was deleted since is told by its name alone. */
export function takenBy(
  db: Db,
  runs: readonly (RecipeRef & { id: string })[],
): Map<string, Map<string, Taken>> {
  const taken = new Map(runs.map(({ id }) => [id, new Map<string, Taken>()]));
  const inputsOf = new Map(runs.map((run) => [run.id, recipeOf(db, run)?.inputs ?? []]));
  for (const { input, source } of selectRunInputs(db, [...taken.keys()]))
    taken.get(input.runId)?.set(input.slot, {
      label: inputsOf.get(input.runId)?.find(({ slot }) => slot === input.slot)?.label ?? input.slot,
      cell: source?.cell ?? input.fromRunId,
      config: source?.label ?? input.fromName,
      run: input.fromName,
    });
  return taken;
}
