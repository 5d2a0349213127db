import { HeatInput, MediaAtInput, MediaOverviewInput, MediaTableInput } from "../contracts/media/media.ts";
import { histogramHeat, mediaAt, mediaOverview } from "../services/media/at.ts";
import { mediaTable } from "../services/media/table.ts";
import { memberProcedure, router } from "./trpc.ts";

/** What loggers logged beside numbers. */
export const mediaRouter = router({
  of: memberProcedure
    .input(MediaOverviewInput)
    .query(({ ctx, input }) => mediaOverview(ctx.services, input.runId)),
  at: memberProcedure.input(MediaAtInput).query(({ ctx, input }) => mediaAt(ctx.services, input)),
  heat: memberProcedure.input(HeatInput).query(({ ctx, input }) => histogramHeat(ctx.services, input)),
  table: memberProcedure.input(MediaTableInput).query(({ ctx, input }) => mediaTable(ctx.services, input)),
});
