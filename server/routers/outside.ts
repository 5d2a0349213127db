import { z } from "zod";
import { idSchema } from "../contracts/ids.ts";
import { CellRuleInput, LinkInput, StateInput } from "../contracts/outside/outside.ts";
import { outsidePlace, setCellRule } from "../services/outside/cell-rule.ts";
import { findByLink } from "../services/outside/find-by-link.ts";
import { stateRuns } from "../services/outside/state.ts";
import { memberProcedure, router } from "./trpc.ts";

export const outsideRouter = router({
  place: memberProcedure
    .input(z.object({ experimentId: idSchema("experiment") }))
    .query(({ ctx, input }) => outsidePlace(ctx.services, input.experimentId)),
  find: memberProcedure.input(LinkInput).query(({ ctx, input }) => findByLink(ctx.services, input)),
  setCells: memberProcedure
    .input(CellRuleInput)
    .mutation(({ ctx, input }) => setCellRule(ctx.services, input)),
  state: memberProcedure.input(StateInput).mutation(({ ctx, input }) => stateRuns(ctx.services, input)),
});
