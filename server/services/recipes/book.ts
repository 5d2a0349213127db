import type { Db } from "#db/client.ts";
import { selectAgreedRecipe, selectFolderRecipe, selectFolderRecipes } from "#db/queries/folder-recipes.ts";
import type { FolderRecipeRow } from "../../contracts/launch/recipe.ts";
import { declareMetrics } from "../../../workers/protocol/recipes/declared-metrics.ts";
import type { DeclaredMetric } from "../../../workers/protocol/recipes/recipe-file.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { changedPaths } from "../../../workers/protocol/recipes/content-hash.ts";
import { manifestOfFile } from "../../../workers/protocol/recipes/manifest-of-file.ts";
import { findRecipe, RECIPES } from "../../../workers/recipes/catalog.ts";

/** A recipe as a run names it; without a version the one that is launched today is meant. */
export interface RecipeRef {
  recipe: string;
  recipeVersion?: string;
}

/** Manifests of scripts by "slug@version". A version names its content, so one that was made stays right. */
const made = new WeakMap<Db["$client"], Map<string, RecipeManifest>>();
const MOST = 500;

type Stored = NonNullable<ReturnType<typeof selectFolderRecipe>>;

function manifestOf(db: Db, { slug, version, file, hash }: Stored): RecipeManifest {
  const known = made.get(db.$client) ?? new Map<string, RecipeManifest>();
  made.set(db.$client, known);
  const key = `${slug}@${version}`;
  const manifest = known.get(key) ?? manifestOfFile(file, hash);
  known.set(key, manifest);
  const [oldest] = known.keys();
  if (known.size > MOST) known.delete(oldest);
  return manifest;
}

/**
 * The manifest of a recipe, built in or a script of a folder: the one place where it is looked up. Undefined for one that nobody
 * wrote here, as that of a run from outside.
 */
export function recipeOf(db: Db, { recipe, recipeVersion }: RecipeRef): RecipeManifest | undefined {
  const builtIn = findRecipe(recipe);
  if (builtIn) return builtIn;
  const known =
    recipeVersion === undefined ? undefined : made.get(db.$client)?.get(`${recipe}@${recipeVersion}`);
  if (known) return known;
  const stored =
    recipeVersion === undefined
      ? selectAgreedRecipe(db, recipe)
      : selectFolderRecipe(db, recipe, recipeVersion);
  return stored && manifestOf(db, stored);
}

/** Every recipe that can be launched: those built in, then of each script what was offered last and agreed to. */
export function launchableRecipes(db: Db): RecipeManifest[] {
  const agreed = selectFolderRecipes(db)
    .filter(({ approvedAt }) => approvedAt !== null)
    .toSorted((a, b) => b.offeredAt - a.offeredAt);
  const newest = new Map(agreed.toReversed().map((stored) => [stored.slug, stored]));
  const scripts = [...newest.values()].toSorted((a, b) => (a.file.title < b.file.title ? -1 : 1));
  return [...RECIPES, ...scripts.map((stored) => manifestOf(db, stored))];
}

/** What the scripts that can be launched say of the metrics that they send. */
export const declaredMetrics = (db: Db): DeclaredMetric[] =>
  launchableRecipes(db).flatMap(({ script }) => script?.metrics ?? []);

/** Lets this process name metrics as these scripts do: after a start, and whenever one of them may have changed. */
export const takeDeclared = (db: Db): void => declareMetrics(declaredMetrics(db));

/** Whether runs of a recipe belong into a table: those that measure a policy, and scripts, which say what they measure. */
export const isCompared = ({ outputs, script }: RecipeManifest): boolean =>
  outputs.includes("evaluation") || script !== undefined;

/** Whether a recipe may send this metric. A script may send more than it declares. */
export const maySend = ({ metrics, script }: RecipeManifest, metric: string): boolean =>
  script !== undefined || metrics.includes(metric);

/** What is offered now in place of the content that a run names; null where that one is, or nothing of its slug. */
export function changedOffer(
  db: Db,
  { recipe, recipeVersion }: Required<RecipeRef>,
  offers: readonly { slug: string; version: string }[],
): Stored | null {
  const now = offers.filter(({ slug }) => slug === recipe);
  if (now.length === 0 || now.some(({ version }) => version === recipeVersion)) return null;
  return selectFolderRecipe(db, recipe, now[0].version) ?? null;
}

type Files = Stored["files"];

/** Files in which two contents differ, in the order of their paths. */
export function changedFiles(before: Files, after: Files): NonNullable<FolderRecipeRow["changed"]> {
  return changedPaths(before, after).map((path) => {
    const how = before[path] === undefined ? "new" : after[path] === undefined ? "gone" : "changed";
    return { path, how };
  });
}
