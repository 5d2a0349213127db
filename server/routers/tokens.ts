import { z } from "zod";
import { ScopeInput } from "../contracts/housekeeping/projects.ts";
import { NewTokenInput } from "../contracts/external/ingest-token.ts";
import { createToken, listTokens, revokeToken } from "../services/external/tokens.ts";
import { memberProcedure, router } from "./trpc.ts";

export const tokensRouter = router({
  list: memberProcedure.input(ScopeInput).query(({ ctx, input }) => listTokens(ctx.services, input?.project)),
  create: memberProcedure.input(NewTokenInput).mutation(({ ctx, input }) => createToken(ctx.services, input)),
  revoke: memberProcedure
    .input(z.object({ token: z.string().max(200) }))
    .mutation(({ ctx, input }) => revokeToken(ctx.services, input.token)),
});
