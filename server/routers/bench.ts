import type { StorageState } from "../contracts/shell.ts";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { describeRecipes } from "../services/runs/recipes.ts";
import { listRules } from "../services/runs/findings.ts";
import { shellCounts } from "../services/runs/shell-counts.ts";
import { storageCautions } from "../services/storage.ts";
import { memberProcedure, router } from "./trpc.ts";

/** What this bench can do, and facts about the process that answers. */
export const benchRouter = router({
  recipes: memberProcedure.query(({ ctx }) => describeRecipes(ctx.services)),
  shell: memberProcedure
    .input(ScopeInput)
    .query(({ ctx, input }) => shellCounts(ctx.services, input?.project)),
  storage: memberProcedure.query(({ ctx }): StorageState => ({ cautions: storageCautions(ctx.services) })),
  rules: memberProcedure.query(() => listRules()),
  loginLink: memberProcedure.mutation(({ ctx }) => ({ url: ctx.doors.createLoginLink() })),
  about: memberProcedure.query(({ ctx }) => ({
    version: ctx.doors.version,
    home: ctx.doors.homeDir,
    startedAt: ctx.doors.startedAt,
    now: ctx.services.now(),
  })),
});
