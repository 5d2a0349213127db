import { z } from "zod";
import { idSchema } from "../contracts/ids.ts";
import {
  CellRuleInput,
  LinkInput,
  MainMetricsInput,
  StatementInput,
  UsualMetricsInput,
} from "../contracts/outside/outside.ts";
import { latestArrival } from "../services/outside/shown/arrival.ts";
import { outsidePlace, setCellRule } from "../services/outside/cell-rule.ts";
import { findByLink } from "../services/outside/places/find-by-link.ts";
import { mainMetrics, usualMetrics } from "../services/outside/shown/main-metrics.ts";
import { keepStatement } from "../services/outside/statement.ts";
import { memberProcedure, router } from "./trpc.ts";

export const outsideRouter = router({
  place: memberProcedure
    .input(z.object({ experimentId: idSchema("experiment") }))
    .query(({ ctx, input }) => outsidePlace(ctx.services, input.experimentId)),
  usual: memberProcedure
    .input(UsualMetricsInput)
    .query(({ ctx, input }) => usualMetrics(ctx.services, input.experimentId, input.project)),
  main: memberProcedure
    .input(MainMetricsInput)
    .query(({ ctx, input }) => mainMetrics(ctx.services, input.runIds)),
  arrival: memberProcedure.query(({ ctx }) => latestArrival(ctx.services)),
  find: memberProcedure.input(LinkInput).query(({ ctx, input }) => findByLink(ctx.services, input)),
  setCells: memberProcedure
    .input(CellRuleInput)
    .mutation(({ ctx, input }) => setCellRule(ctx.services, input)),
  keepStatement: memberProcedure
    .input(StatementInput)
    .mutation(({ ctx, input }) => keepStatement(ctx.services, input)),
});
