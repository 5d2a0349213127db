import { ApplyRetentionInput, FileInput, PinInput, RetentionRule } from "../contracts/attempts/retention.ts";
import { applyRetention, askHash, pinFile } from "../services/attempts/retention/apply.ts";
import { planRetention } from "../services/attempts/retention/plan.ts";
import { memberProcedure, router } from "./trpc.ts";

/** What attempts left on their workers. */
export const filesRouter = router({
  preview: memberProcedure.input(RetentionRule).query(({ ctx, input }) => planRetention(ctx.services, input)),
  remove: memberProcedure
    .input(ApplyRetentionInput)
    .mutation(({ ctx, input }) => applyRetention(ctx.services, input)),
  pin: memberProcedure.input(PinInput).mutation(({ ctx, input }) => pinFile(ctx.services, input)),
  hash: memberProcedure.input(FileInput).mutation(({ ctx, input }) => askHash(ctx.services, input)),
});
