import type { Params } from "../../../workers/protocol/manifest.ts";
import type { Db } from "#db/client.ts";
import { selectPlaceOfExperiment } from "#db/queries/external.ts";
import { recipeOf, type RecipeRef } from "../recipes/book.ts";
import { EXTERNAL_RECIPE } from "../../contracts/external/status-source.ts";
import type { AblationRow } from "../../contracts/experiment.ts";
import { changedParams, type ParamField } from "../../contracts/launch/matrix.ts";
import { type Taken, takenBy } from "../inputs/taken.ts";
import { cellConfig, type CellRule, USUAL_RULE } from "../external/config.ts";

/** As much of a cell as its configuration needs; a run alone is one, too. The defaults of a recipe are no run. */
interface Configured {
  params: Params;
  runs: (RecipeRef & { id?: string; experimentId?: string })[];
}

/** A key of somebody else's may be one that every object has, as "constructor". */
const valueAt = (params: Params, key: string): Params[string] | null =>
  Object.hasOwn(params, key) ? params[key] : null;

/** How the runs of an experiment are put into configurations. */
const ruleOf = (db: Db, { runs: [{ experimentId }] }: Configured): CellRule =>
  (experimentId !== undefined && selectPlaceOfExperiment(db, experimentId)) || USUAL_RULE;

/** Keys of the configuration in which two runs from outside differ, whichever has them: what somebody left out of it is none. */
function changedExternal(from: Params, to: Params, rule: CellRule): AblationRow["changed"] {
  const [before, after] = [from, to].map((params) => cellConfig(params, rule));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .toSorted()
    .map((key) => ({ name: key, label: key, from: valueAt(from, key), to: valueAt(to, key) }));
}

/** Slots that two cells fill from different configurations; one that only the first fills says nothing of another recipe. */
function changedInputs(db: Db, from: Configured, to: Configured): AblationRow["changed"] {
  const [[before], [after]] = [from.runs, to.runs];
  const [first, second] = [before, after].map(({ id, ...ref }) => (id === undefined ? null : { ...ref, id }));
  if (!first || !second) return [];
  const all = takenBy(db, [first, second]);
  const [old, now] = [first, second].map(({ id }) => all.get(id) ?? new Map<string, Taken>());
  const slots = new Set([...now.keys(), ...(before.recipe === after.recipe ? old.keys() : [])]);
  return [...slots].toSorted().flatMap((slot) => {
    const [was, is] = [old.get(slot), now.get(slot)];
    if (was?.cell === is?.cell) return [];
    const name = (one: Taken | undefined) =>
      one === undefined ? null : was?.config === is?.config ? one.run : one.config;
    return [{ name: slot, label: (is ?? was)?.label ?? slot, from: name(was), to: name(is) }];
  });
}

/**
 * Recipe, parameters and what is taken from other runs in which a cell differs from another. Of two recipes: what both have and
 * differs, and what only the second one has and was set away from its default. What the first alone has says nothing about the
 * second.
 */
export const changedConfig = (db: Db, from: Configured, to: Configured): AblationRow["changed"] => [
  ...changedSettings(db, from, to),
  ...changedInputs(db, from, to),
];

function changedSettings(db: Db, from: Configured, to: Configured): AblationRow["changed"] {
  const [before, after] = [from.runs[0].recipe, to.runs[0].recipe];
  if (before === EXTERNAL_RECIPE && after === EXTERNAL_RECIPE)
    return changedExternal(from.params, to.params, ruleOf(db, to));
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
