import { alertsRouter, webhooksRouter } from "./alerts.ts";
import { auditsRouter } from "./audits.ts";
import { benchRouter } from "./bench.ts";
import { benchmarksRouter } from "./benchmarks.ts";
import { compareRouter } from "./compare.ts";
import { evaluationsRouter } from "./evaluations.ts";
import { experimentsRouter } from "./experiments.ts";
import { filesRouter } from "./files.ts";
import { failuresRouter } from "./failures.ts";
import { importsRouter } from "./imports.ts";
import { annotationsRouter } from "./annotations.ts";
import { liveRouter } from "./live.ts";
import { mediaRouter } from "./media.ts";
import { externalRouter } from "./external.ts";
import { prmRouter } from "./prm.ts";
import { projectsRouter } from "./projects.ts";
import { recipesRouter } from "./recipes.ts";
import { reportedRouter } from "./reported.ts";
import { reportsRouter } from "./reports.ts";
import { rolloutsRouter } from "./rollouts.ts";
import { queueRouter } from "./queue.ts";
import { runsRouter } from "./runs.ts";
import { seriesRouter } from "./series.ts";
import { tableViewsRouter } from "./table-views.ts";
import { settingsRouter } from "./settings.ts";
import { router } from "./trpc.ts";
import { tokensRouter } from "./tokens.ts";
import { viewsRouter } from "./views.ts";
import { workersRouter } from "./workers.ts";

export const appRouter = router({
  alerts: alertsRouter,
  audits: auditsRouter,
  bench: benchRouter,
  benchmarks: benchmarksRouter,
  compare: compareRouter,
  evaluations: evaluationsRouter,
  experiments: experimentsRouter,
  failures: failuresRouter,
  imports: importsRouter,
  annotations: annotationsRouter,
  live: liveRouter,
  media: mediaRouter,
  external: externalRouter,
  prm: prmRouter,
  projects: projectsRouter,
  recipes: recipesRouter,
  reported: reportedRouter,
  reports: reportsRouter,
  rollouts: rolloutsRouter,
  queue: queueRouter,
  runs: runsRouter,
  series: seriesRouter,
  tableViews: tableViewsRouter,
  settings: settingsRouter,
  tokens: tokensRouter,
  files: filesRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
  workers: workersRouter,
});

export type AppRouter = typeof appRouter;
