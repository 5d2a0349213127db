import { BandsInput } from "../contracts/charts/bands.ts";
import { AxesInput, WindowInput } from "../contracts/charts/series.ts";
import { axesOf } from "../services/series/axis-map.ts";
import { seedBands } from "../services/bands/bands.ts";
import { packedWindows } from "../services/series/window.ts";
import { memberProcedure, router } from "./trpc.ts";

export const seriesRouter = router({
  window: memberProcedure
    .input(WindowInput)
    .query(({ ctx, input, signal }) => packedWindows(ctx.services, input, signal)),
  axes: memberProcedure.input(AxesInput).query(({ ctx, input }) => axesOf(ctx.services, input)),
  bands: memberProcedure
    .input(BandsInput)
    .query(({ ctx, input, signal }) => seedBands(ctx.services, input, signal)),
});
