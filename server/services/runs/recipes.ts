import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { RecipeDescription } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { launchableRecipes } from "../recipes/book.ts";

/** The members of a manifest that are data; its functions stay on the server. */
function describe(manifest: RecipeManifest): RecipeDescription {
  const data = Object.entries(manifest).filter(([, member]) => typeof member !== "function");
  return Object.fromEntries(data) as unknown as RecipeDescription;
}

/** Every recipe as data, for forms and for the command line. */
export function describeRecipes(ctx: ServiceContext): RecipeDescription[] {
  return launchableRecipes(ctx.db).map(describe);
}
