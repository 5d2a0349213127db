import { z } from "zod";
import { idSchema } from "../contracts/ids.ts";
import {
  CellRuleInput,
  LinkInput,
  MainMetricsInput,
  StatementInput,
  UsualMetricsInput,
} from "../contracts/external/external.ts";
import { latestArrival } from "../services/external/shown/arrival.ts";
import { externalPlace, setCellRule } from "../services/external/cell-rule.ts";
import { findByLink } from "../services/external/places/find-by-link.ts";
import { mainMetrics, usualMetrics } from "../services/external/shown/main-metrics.ts";
import { keepStatement } from "../services/external/statement.ts";
import { memberProcedure, router } from "./trpc.ts";

export const externalRouter = router({
  place: memberProcedure
    .input(z.object({ experimentId: idSchema("experiment") }))
    .query(({ ctx, input }) => externalPlace(ctx.services, input.experimentId)),
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
