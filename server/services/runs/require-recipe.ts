import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { selectFolderRecipe } from "#db/queries/folder-recipes.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import { ServiceError } from "../../errors.ts";
import { listAnd } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { changedFiles, changedOffer, launchableRecipes, recipeOf } from "../recipes/book.ts";

/** The manifest of a recipe, or a refusal that names those there are. */
export function requireRecipe({ db }: Pick<ServiceContext, "db">, slug: string): RecipeManifest {
  const manifest = recipeOf(db, { recipe: slug });
  if (manifest) {
    refuseUnagreed(db, manifest);
    return manifest;
  }
  const known = launchableRecipes(db)
    .map((r) => r.slug)
    .join(", ");
  throw new ServiceError("not_found", `There is no recipe "${slug.slice(0, 80)}". There is: ${known}.`, {
    field: "recipe",
  });
}

/** A script that is another one by now is launched only after somebody agreed to it. */
function refuseUnagreed(db: ServiceContext["db"], { slug, version, script }: RecipeManifest): void {
  if (!script) return;
  const offers = selectWorkers(db).flatMap(({ recipes }) => recipes);
  const changed = changedOffer(db, { recipe: slug, recipeVersion: version }, offers);
  if (changed === null || changed.approvedAt !== null) return;
  const before = selectFolderRecipe(db, slug, version);
  const paths = changedFiles(before?.files ?? {}, changed.files).map(({ path }) => path);
  throw new ServiceError(
    "conflict",
    `${slug} has changed in ${changed.folder} on worker ${changed.offeredBy} (${listAnd(paths)}) and waits for somebody to agree: on the page Workers, or by npx ablab recipe approve ${slug} ${changed.hash.slice(0, 12)}.`,
    { field: "recipe" },
  );
}
