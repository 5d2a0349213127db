import { AgreeInput } from "../contracts/launch/recipe.ts";
import { CodeDifferenceInput } from "../contracts/launch/run-code.ts";
import { codeOnRecord } from "../services/recipes/run-code.ts";
import { agreeToRecipe, listFolderRecipes } from "../services/recipes/agree.ts";
import { memberProcedure, router } from "./trpc.ts";

/** Scripts in folders of workers. */
export const recipesRouter = router({
  code: memberProcedure
    .input(CodeDifferenceInput)
    .query(({ ctx, input }) => codeOnRecord(ctx.services, input)),
  folders: memberProcedure.query(({ ctx }) => listFolderRecipes(ctx.services)),
  agree: memberProcedure.input(AgreeInput).mutation(({ ctx, input }) => agreeToRecipe(ctx.services, input)),
});
