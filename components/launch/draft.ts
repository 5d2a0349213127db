import { ID_PREFIXES } from "#server/contracts/id-prefixes.ts";
import type { Matrix, SlotSources } from "#server/contracts/launch/launch.ts";
import { readParam, AA_CONTROL } from "#server/contracts/launch/matrix.ts";
import { parseSeeds } from "#server/contracts/launch/seeds.ts";
import { gpuRange } from "#server/contracts/launch/matrix.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import type { RecipeDescription } from "#server/contracts/launch/plan.ts";

/** The form as it stands, in the texts a person typed. */
export interface Draft {
  mode: "one" | "matrix";
  presets: string[];
  set: Record<string, string>;
  vary: Record<string, string>;
  seeds: string;
  /** With an A/A control; counts in a matrix of a recipe that has a start to move. */
  twin?: boolean;
  /** Id of a run or an evaluation by slot; `from` is for the first slot. */
  in: Record<string, string>;
  from: string;
}

/** What fills each slot of the recipe, by id. */
export function slotIds(
  recipe: RecipeDescription,
  draft: Pick<Draft, "in" | "from">,
): Record<string, string> {
  return Object.fromEntries(
    recipe.inputs.flatMap(({ slot }, i) => {
      const id = draft.in[slot] ?? (i === 0 ? draft.from : "");
      return id ? [[slot, id]] : [];
    }),
  );
}

/** The same, as a launch names it. An id that is neither is left as a run's, for the server to refuse by name. */
export function slotSources(recipe: RecipeDescription, draft: Pick<Draft, "in" | "from">): SlotSources {
  const { evaluation } = ID_PREFIXES;
  return Object.fromEntries(
    Object.entries(slotIds(recipe, draft)).map(([slot, id]) => [
      slot,
      id.startsWith(`${evaluation}_`) ? { evaluation: id } : { run: id },
    ]),
  );
}

/** Levels of a varied parameter, as typed between commas. */
export function levelTexts(text: string): string[] {
  return text
    .split(",")
    .map((level) => level.trim())
    .filter((level) => level !== "");
}

/** Presets that count: those the recipe has, at least its baseline, one of them outside a matrix. */
export function chosenPresets(recipe: RecipeDescription, draft: Pick<Draft, "mode" | "presets">): string[] {
  const known = draft.presets.filter((id) => recipe.presets.some((p) => p.id === id));
  const chosen = known.length > 0 ? known : [recipe.baselinePreset];
  return draft.mode === "one" ? chosen.slice(0, 1) : chosen;
}

/** Seeds as typed; 0, or 0 to 2 in a matrix, where nothing is typed; null where the text cannot be read. */
export function chosenSeeds(draft: Pick<Draft, "mode" | "seeds">): number[] | null {
  const text = draft.seeds.trim() || (draft.mode === "one" ? "0" : "0-2");
  const seeds = parseSeeds(text);
  return seeds && draft.mode === "one" ? seeds.slice(0, 1) : seeds;
}

/** The matrix a draft stands for, or null where its seeds cannot be read. Texts that are no value stay texts, for the server to refuse by name. */
export function draftMatrix(recipe: RecipeDescription, draft: Draft): Matrix | null {
  const seeds = chosenSeeds(draft);
  if (seeds === null) return null;
  const fieldOf = (name: string) => recipe.fields.find((f) => f.name === name);
  const read = (name: string, text: string) => {
    const field = fieldOf(name);
    return field ? readParam(field, text) : text;
  };
  const varied =
    draft.mode === "matrix"
      ? Object.entries(draft.vary).filter(([, text]) => levelTexts(text).length > 0)
      : [];
  const factors = varied.map(([name, text]) => ({
    name,
    levels: levelTexts(text).map((level) => read(name, level)),
  }));
  const isVaried = new Set(factors.map((f) => f.name));
  const edits = Object.fromEntries(
    Object.entries(draft.set)
      .filter(([name]) => !isVaried.has(name))
      .map(([name, text]) => [name, read(name, text)]),
  );
  const twin = draft.twin === true && draft.mode === "matrix" && canHaveControl(recipe);
  return { presets: chosenPresets(recipe, draft), edits, factors, seeds, ...(twin && { twin }) };
}

/** Whether a recipe has a start that a twin could move. */
export const canHaveControl = ({ fields }: RecipeDescription): boolean =>
  fields.some(({ name }) => name === AA_CONTROL.name);

/** What a field holds before any edit: one value, or several where the chosen presets differ. */
export function presetValues(recipe: RecipeDescription, presets: string[], name: string): string[] {
  const field = recipe.fields.find((f) => f.name === name);
  const values = presets.map((id) => recipe.presets.find((p) => p.id === id)?.params[name] ?? field?.default);
  return [...new Set(values.map(String))];
}

/** What stands beside the recipe: its version and what it runs on. */
export const recipeNote = (recipe: RecipeDescription): string => {
  const { version, script } = recipe;
  const { least, most } = gpuRange(recipe);
  const gpus = least === most ? countOf(most, "GPU") : `${writeCount(least)} to ${countOf(most, "GPU")}`;
  return `version ${version}, ${most === 0 ? "any device" : gpus}${script ? ", a script of a worker" : ""}`;
};

/** Texts of a form but that of one field. */
export function without(texts: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _gone, ...rest } = texts;
  return rest;
}
