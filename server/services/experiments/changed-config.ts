import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { changedParams, type ChangedParam, type ParamField } from "../../contracts/matrix.ts";
import type { Cell } from "./cells.ts";

/** Recipe and parameters in which a cell differs from another; of two recipes, over the fields that either has. */
export function changedConfig(from: Cell, to: Cell): ChangedParam[] {
  const [before, after] = [from.runs[0].recipe, to.runs[0].recipe];
  const fields = new Map<string, ParamField>(
    [before, after].flatMap((slug) => findRecipe(slug)?.fields ?? []).map((field) => [field.name, field]),
  );
  const changed = changedParams([...fields.values()], from.params, to.params);
  if (before === after) return changed;
  return [{ name: "recipe", label: "Recipe", from: before, to: after }, ...changed];
}
