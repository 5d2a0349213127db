import { type ReportedHead, selectReportedHeads } from "#db/queries/reported.ts";
import type { ParamField, Params, Preset, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type {
  ReproduceAnswer,
  ReproduceInput,
  ReproducePlan,
} from "../../contracts/reported/reproduction.ts";
import { type ReportedEntry, settingKey } from "../../checks/tables/reported-values.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { ablationTable } from "../experiments/table.ts";
import { launchableRecipes } from "../recipes/book.ts";
import { valuesBeside } from "./beside.ts";
import { bareName, reportedEntries, sameName } from "./entries.ts";
import { findReported, MOST_REPORTED } from "./get.ts";

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9]+/g));

interface Setting {
  key: string;
  name: string;
  text: string;
  value: number | null;
  from: string;
}

/** Documents of one project share what stands before the first comma. */
const sourceOf = (document: string): string => document.split(",")[0];

/** What tables of the same source say that an entry was set to: its own table first, then its document, then the others. */
function settingsOf(ctx: ServiceContext, of: ReportedHead, entry: ReportedEntry): Setting[] {
  const nearness = ({ id, document }: ReportedHead) => (id === of.id ? 0 : document === of.document ? 1 : 2);
  const tables = selectReportedHeads(ctx.db, of.projectId, MOST_REPORTED)
    .filter(({ document }) => sourceOf(document) === sourceOf(of.document))
    .toSorted((a, b) => nearness(a) - nearness(b));
  const found = new Map<string, Setting>();
  for (const { id, title, document } of tables)
    for (const one of reportedEntries(ctx.db, { id }))
      if (sameName(one.name, entry.name))
        for (const setting of one.settings) {
          const key = settingKey(setting.name);
          if (!found.has(key)) found.set(key, { ...setting, key, from: `${title}, ${document}` });
        }
  return [...found.values()];
}

/** Why a field cannot be set to what was reported; null where it can. */
function refused(field: ParamField | undefined, { value }: Setting): string | null {
  if (!field) return "no such setting";
  if (field.kind !== "int" && field.kind !== "float") return `one of its own choices`;
  if (value === null) return "a number";
  if (field.kind === "int" && !Number.isInteger(value)) return "a whole number";
  return value < field.min || value > field.max ? `${field.min} to ${field.max}` : null;
}

const fieldOf = ({ fields }: RecipeManifest, { key }: Setting) => fields.find(({ name }) => name === key);

interface Candidate {
  recipe: RecipeManifest;
  preset: Preset;
  params: Params;
  score: number;
}

/** How near a preset of a recipe is: by the names, then by how many of the reported numbers it has. */
function candidateOf(
  recipe: RecipeManifest,
  preset: Preset,
  { name }: ReportedEntry,
  context: string,
  settings: readonly Setting[],
): Candidate {
  const defaults = Object.fromEntries(recipe.fields.map((field) => [field.name, field.default]));
  const params: Params = { ...defaults, ...preset.params };
  const isOf = (text: string) => recipe.slug.split("-").every((word) => wordsOf(text).has(word));
  const byPreset = [preset.id, preset.title].some((one) => sameName(one, name))
    ? 6
    : bareName(preset.id).endsWith(bareName(name))
      ? 5
      : 0;
  const byName = Math.max(byPreset, isOf(name) ? 6 : 0);
  const equal = settings.filter(({ key, value }) => value !== null && params[key] === value).length;
  const isDefault = preset.id === recipe.baselinePreset;
  return {
    recipe,
    preset,
    params,
    score: byName === 0 ? 0 : byName + (isOf(context) ? 3 : 0) + 2 * equal + (isDefault ? 0.5 : 0),
  };
}

/** The launch form that comes nearest to an entry of a reported table, with what is as reported and what is not. */
function reproducePlan(ctx: ServiceContext, table: ReportedHead, entry: ReportedEntry): ReproducePlan {
  const settings = settingsOf(ctx, table, entry);
  const context = `${table.title} ${table.document} ${settings.map(({ from }) => from).join(" ")}`;
  const [nearest] = launchableRecipes(ctx.db)
    .flatMap((recipe) =>
      recipe.presets.map((preset) => candidateOf(recipe, preset, entry, context, settings)),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const { id, title, document } = table;
  const values = entry.values.map(({ key, text, n }) => ({ key, text, n }));
  const common = { id, title, document, entry: entry.name, values };
  if (!nearest)
    return {
      ...common,
      recipe: null,
      same: [],
      differs: settings.map(({ name, text, from }) => ({ name, text, here: null, from })),
      set: {},
    };
  const { recipe, preset, params } = nearest;
  const judged = settings.map((one) => {
    const field = fieldOf(recipe, one);
    return { ...one, field, why: refused(field, one) };
  });
  const taken = judged.filter(({ why }) => why === null);
  return {
    ...common,
    recipe: { slug: recipe.slug, title: recipe.title, preset: preset.id, presetTitle: preset.title },
    same: taken.map(({ key, text, from, field }) => ({ field: key, label: field?.label ?? key, text, from })),
    differs: judged.flatMap(({ name, text, from, why }) =>
      why === null ? [] : [{ name, text, here: why, from }],
    ),
    set: Object.fromEntries(
      taken.flatMap(({ key, value }) => (params[key] === value ? [] : [[key, String(value)]])),
    ),
  };
}

function entryOf(ctx: ServiceContext, table: ReportedHead, name: string): ReportedEntry {
  const entries = reportedEntries(ctx.db, table);
  const found = entries.find((one) => sameName(one.name, name));
  if (!found)
    throw new ServiceError(
      "not_found",
      `${table.title} has no entry ${name.slice(0, 80)}. It has ${entries.map((one) => one.name).join(", ")}.`,
      { field: "entry" },
    );
  return found;
}

/** The plan, and with an experiment what it measured beside what was reported. */
export function reproduce(ctx: ServiceContext, input: ReproduceInput): ReproduceAnswer {
  const table = findReported(ctx, input.id);
  const entry = entryOf(ctx, table, input.entry);
  const result = input.experiment ? valuesBeside(entry, ablationTable(ctx, input.experiment)) : null;
  return { plan: reproducePlan(ctx, table, entry), result };
}
