import { AgreeInput } from "../contracts/launch/recipe.ts";
import { agreeToRecipe, listFolderRecipes } from "../services/recipes/agree.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Scripts in folders of workers. */
export const recipesRouter = router({
  folders: memberProcedure.query(({ ctx }) => listFolderRecipes(ctx.services)),
  agree: memberProcedure.input(AgreeInput).mutation(({ ctx, input }) => agreeToRecipe(ctx.services, input)),
});
