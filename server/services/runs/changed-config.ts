import type { Params } from "../../../workers/protocol/manifest.ts";
import type { Db } from "#db/client.ts";
import { recipeOf, type RecipeRef } from "../recipes/book.ts";
import { OUTSIDE_RECIPE } from "../../contracts/outside/basis.ts";
import type { AblationRow } from "../../contracts/experiment.ts";
import { changedParams, type ParamField } from "../../contracts/launch/matrix.ts";
import { cellConfig, USUAL_RULE } from "../outside/config.ts";

/** As much of a cell as its configuration needs; a run alone is one, too. */
interface Configured {
  params: Params;
  runs: RecipeRef[];
}

/** A key of somebody else's may be one that every object has, as "constructor". */
const valueAt = (params: Params, key: string): Params[string] | null =>
  Object.hasOwn(params, key) ? params[key] : null;

/** Keys in which two configurations from outside differ, whichever has them. */
function changedOutside(from: Params, to: Params): AblationRow["changed"] {
  const [before, after] = [from, to].map((params) => cellConfig(params, USUAL_RULE));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .toSorted()
    .map((key) => ({ name: key, label: key, from: valueAt(from, key), to: valueAt(to, key) }));
}

/**
 * Recipe and parameters in which a cell differs from another. Of two recipes: what both have and differs, and what only the
 * second one has and was set away from its default. What the first alone has says nothing about the second.
 */
export function changedConfig(db: Db, from: Configured, to: Configured): AblationRow["changed"] {
  const [before, after] = [from.runs[0].recipe, to.runs[0].recipe];
  if (before === OUTSIDE_RECIPE && after === OUTSIDE_RECIPE) return changedOutside(from.params, to.params);
  const fields: ParamField[] = recipeOf(db, to.runs[0])?.fields ?? [];
  if (before === after) return changedParams(fields, from.params, to.params);
  const shared = fields.filter((field) => from.params[field.name] !== undefined);
  const own = fields.filter(
    (field) => from.params[field.name] === undefined && to.params[field.name] !== field.default,
  );
  return [
    { name: "recipe", label: "Recipe", from: before, to: after },
    ...changedParams(shared, from.params, to.params),
    ...changedParams(own, Object.fromEntries(own.map((field) => [field.name, field.default])), to.params),
  ];
}
