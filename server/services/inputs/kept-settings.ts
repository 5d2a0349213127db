import { selectRunInputs } from "#db/queries/inputs.ts";
import { type RunRecord, selectRun } from "#db/queries/runs.ts";
import { type ArtifactKind, isPolicy } from "../../../workers/protocol/inputs.ts";
import type { ParamField, Params, ParamValue, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { GoOnInput, type GoOn } from "../../contracts/launch/go-on.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { recipeOf } from "../recipes/book.ts";

/** On what a run plays, and how it is measured: whoever takes what it left is to do the same. */
const WHEREON = new Set(["problems", "evaluation"]);
/** The shape of a policy, which whoever goes on with its weights has too. */
const SHAPE = "hidden";

function fits(field: ParamField, value: ParamValue): boolean {
  if (typeof value !== typeof field.default) return false;
  if (field.kind === "choice") return field.choices.some((choice) => choice.value === value);
  if (field.kind === "int" || field.kind === "float")
    return Number(value) >= field.min && Number(value) <= field.max;
  return true;
}

/**
 * The settings of a run that a recipe which takes something from it has too: the problems and how they are measured, and for one
 * that goes on with the policy everything that both call the same in the same group. Only what is not its default anyway.
 */
function keptSettings(
  source: Pick<RunRecord, "params">,
  from: Pick<RecipeManifest, "fields">,
  to: Pick<RecipeManifest, "fields">,
  kind: ArtifactKind,
): Params {
  // A set of problems is what is played on; how it was made says nothing of who plays.
  if (kind === "problems") return {};
  const groupOf = new Map(from.fields.map(({ name, group }) => [name, group]));
  const isKept = ({ name, group }: ParamField) =>
    (groupOf.get(name) === group && (WHEREON.has(group) || isPolicy(kind))) ||
    (name === SHAPE && isPolicy(kind) && groupOf.has(name));
  return Object.fromEntries(
    to.fields.flatMap((field) => {
      const value = source.params[field.name];
      const isOther = value !== undefined && value !== field.default;
      return isOther && isKept(field) && fits(field, value) ? [[field.name, value]] : [];
    }),
  );
}

/** What a launch of a recipe that takes something from a run keeps of it. */
export function goOn(
  ctx: Pick<ServiceContext, "db">,
  source: RunRecord,
  to: RecipeManifest,
  slot: string,
): Pick<GoOn, "set" | "inputs"> {
  const from = recipeOf(ctx.db, source);
  const input = to.inputs.find((one) => one.slot === slot);
  if (!from || !input) return { set: {}, inputs: { [slot]: source.id } };
  const problems = selectRunInputs(ctx.db, [source.id])
    .map((taken) => taken.input)
    .filter(
      ({ kind, slot: own }) =>
        kind === "problems" && own !== slot && to.inputs.some((one) => one.slot === own && one.kind === kind),
    )
    .map(({ slot: own, fromRunId }): [string, string] => [own, fromRunId]);
  const inputs = input.kind === "problems" ? [] : problems;
  return {
    set: keptSettings(source, from, to, input.kind),
    inputs: { ...Object.fromEntries(inputs), [slot]: source.id },
  };
}

/** The same with what is said of it: the benchmark and each setting, by the labels of the recipe. */
export function describeGoOn(ctx: ServiceContext, input: GoOnInput): GoOn {
  const { id, recipe, slot } = GoOnInput.parse(input);
  const source = selectRun(ctx.db, id);
  if (!source) throw new ServiceError("not_found", `There is no run ${id}.`);
  const manifest = recipeOf(ctx.db, { recipe });
  if (!manifest) throw new ServiceError("not_found", `There is no recipe "${recipe}".`, { field: "recipe" });
  const kept = goOn(ctx, source, manifest, slot);
  const names = new Map(
    selectRunInputs(ctx.db, [id]).map(({ input: taken }) => [taken.slot, taken.fromName]),
  );
  return {
    ...kept,
    name: source.name,
    said: [
      ...Object.keys(kept.inputs)
        .filter((own) => own !== slot)
        .map((own) => ({
          name: own,
          label: manifest.inputs.find((one) => one.slot === own)?.label ?? own,
          value: names.get(own) ?? kept.inputs[own],
        })),
      ...manifest.fields
        .filter(({ name }) => kept.set[name] !== undefined)
        .map(({ name, label }) => ({ name, label, value: kept.set[name] })),
    ],
  };
}
