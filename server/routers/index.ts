import { benchRouter } from "./bench.ts";
import { benchmarksRouter } from "./benchmarks.ts";
import { experimentsRouter } from "./experiments.ts";
import { liveRouter } from "./live.ts";
import { runsRouter } from "./runs.ts";
import { seriesRouter } from "./series.ts";
import { router } from "./trpc.ts";
import { workersRouter } from "./workers.ts";

export const appRouter = router({
  bench: benchRouter,
  benchmarks: benchmarksRouter,
  experiments: experimentsRouter,
  live: liveRouter,
  runs: runsRouter,
  series: seriesRouter,
  workers: workersRouter,
});

export type AppRouter = typeof appRouter;
