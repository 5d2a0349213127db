import { z } from "zod";
import { idSchema } from "../contracts/ids.ts";
import { CellRuleInput, StateInput } from "../contracts/outside/outside.ts";
import { outsidePlace, setCellRule } from "../services/outside/cell-rule.ts";
import { stateRuns } from "../services/outside/state.ts";
import { memberProcedure, router } from "./trpc.ts";

export const outsideRouter = router({
  place: memberProcedure
    .input(z.object({ experimentId: idSchema("experiment") }))
    .query(({ ctx, input }) => outsidePlace(ctx.services, input.experimentId)),
  setCells: memberProcedure
    .input(CellRuleInput)
    .mutation(({ ctx, input }) => setCellRule(ctx.services, input)),
  state: memberProcedure.input(StateInput).mutation(({ ctx, input }) => stateRuns(ctx.services, input)),
});
