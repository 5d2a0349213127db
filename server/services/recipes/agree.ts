import {
  type FolderRecipeRecord,
  selectFolderProblems,
  selectFolderRecipes,
  upsertFolderRecipe,
} from "#db/queries/folder-recipes.ts";
import { defaultParams } from "../../../workers/protocol/manifest.ts";
import { topics } from "../../contracts/live.ts";
import { AgreeInput, type FolderRecipeRow, type FolderRecipes } from "../../contracts/launch/recipe.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { changedFiles, recipeOf, takeDeclared } from "./book.ts";
import { commandOf } from "./command-of.ts";
import { unhashedCodeOf } from "./unhashed-code.ts";

function rowOf(ctx: ServiceContext, contents: readonly FolderRecipeRecord[]): FolderRecipeRow {
  const [stored] = contents.toSorted((a, b) => b.offeredAt - a.offeredAt);
  const { slug, version, hash, folder, offeredBy, offeredAt, approvedAt, approvedBy, file, files } = stored;
  const agreed = contents
    .filter((content) => content.approvedAt !== null)
    .toSorted((a, b) => b.offeredAt - a.offeredAt)[0];
  const manifest = recipeOf(ctx.db, { recipe: slug, recipeVersion: version });
  return {
    slug,
    title: file.title,
    version,
    hash,
    folder,
    offeredBy,
    offeredAt,
    approvedAt,
    approvedBy,
    unhashedCode: unhashedCodeOf(ctx, slug, version),
    command: manifest ? commandOf(manifest, defaultParams(manifest), 0) : [],
    changed: approvedAt === null && agreed ? changedFiles(agreed.files, files) : null,
  };
}

/** Of each script that a worker ever offered the content that was offered last, and what is wrong with other folders. */
export function listFolderRecipes(ctx: ServiceContext): FolderRecipes {
  const bySlug = Map.groupBy(selectFolderRecipes(ctx.db), ({ slug }) => slug);
  return {
    recipes: [...bySlug.values()].map((contents) => rowOf(ctx, contents)),
    problems: selectFolderProblems(ctx.db),
  };
}

/**
 * Lets what lies in a folder now be launched. The hash must be that of what was offered last: otherwise somebody agrees to
 * what they have not seen.
 */
export function agreeToRecipe(ctx: ServiceContext, rawInput: AgreeInput): FolderRecipeRow {
  const { slug, hash } = AgreeInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const contents = selectFolderRecipes(scope.db).filter((recipe) => recipe.slug === slug);
    if (contents.length === 0)
      throw new ServiceError(
        "not_found",
        `No worker offers a recipe "${slug.slice(0, 80)}" from a folder. Start one with: npx ablab worker --recipes DIR`,
      );
    const [newest] = contents.toSorted((a, b) => b.offeredAt - a.offeredAt);
    if (!newest.hash.startsWith(hash))
      throw new ServiceError(
        "conflict",
        `${slug} has changed again: ${newest.folder} holds ${newest.hash.slice(0, 12)} now, not ${hash.slice(0, 12)}. Look at it once more.`,
      );
    if (newest.approvedAt === null)
      upsertFolderRecipe(scope.db, { ...newest, approvedAt: ctx.now(), approvedBy: actorName(ctx.actor) });
    takeDeclared(scope.db);
    scope.touch(topics.workers);
    const after = selectFolderRecipes(scope.db).filter((recipe) => recipe.slug === slug);
    return rowOf(ctx, after);
  });
}
