import { z } from "zod";
import { NewTokenInput } from "../contracts/outside/ingest-token.ts";
import { createToken, listTokens, revokeToken } from "../services/outside/tokens.ts";
import { memberProcedure, router } from "./trpc.ts";

export const tokensRouter = router({
  list: memberProcedure.query(({ ctx }) => listTokens(ctx.services)),
  create: memberProcedure.input(NewTokenInput).mutation(({ ctx, input }) => createToken(ctx.services, input)),
  revoke: memberProcedure
    .input(z.object({ token: z.string().max(200) }))
    .mutation(({ ctx, input }) => revokeToken(ctx.services, input.token)),
});
