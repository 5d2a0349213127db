import { AxesInput, BandInput, GroupInput, WindowInput } from "../contracts/series.ts";
import { axesOf } from "../services/series/axes.ts";
import { seedBandsInSlices } from "../services/series/bands.ts";
import { groupBands } from "../services/series/group.ts";
import { packedWindows } from "../services/series/window.ts";
import { memberProcedure, router } from "./trpc.ts";

export const seriesRouter = router({
  window: memberProcedure
    .input(WindowInput)
    .query(({ ctx, input, signal }) => packedWindows(ctx.services, input, signal)),
  group: memberProcedure
    .input(GroupInput)
    .query(({ ctx, input, signal }) => groupBands(ctx.services, input, signal)),
  axes: memberProcedure.input(AxesInput).query(({ ctx, input }) => axesOf(ctx.services, input)),
  bands: memberProcedure
    .input(BandInput)
    .query(({ ctx, input, signal }) => seedBandsInSlices(ctx.services, input, signal)),
});
