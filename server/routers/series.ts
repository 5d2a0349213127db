import { BandInput, WindowInput } from "../contracts/series.ts";
import { seedBands } from "../services/series/bands.ts";
import { seriesWindow } from "../services/series/window.ts";
import { memberProcedure, router } from "./trpc.ts";

export const seriesRouter = router({
  window: memberProcedure.input(WindowInput).query(({ ctx, input }) => seriesWindow(ctx.services, input)),
  bands: memberProcedure.input(BandInput).query(({ ctx, input }) => seedBands(ctx.services, input)),
});
