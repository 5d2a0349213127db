import { DEFAULT_PROJECT_ID, NEW_DEFAULT } from "../projects/default-project.ts";
import { countUnread } from "#db/queries/alerts/alerts.ts";
import { selectBenchmarks } from "#db/queries/benchmarks.ts";
import { countExperiments } from "#db/queries/experiments.ts";
import { countRuns, countRunsByState } from "#db/queries/runs.ts";
import type { ShellCounts } from "../../contracts/shell.ts";
import type { ServiceContext } from "../context.ts";
import { everyProject, findProject, noProjectWords } from "../projects/find.ts";
import { declaredMetrics } from "../recipes/book.ts";
import { listWorkers } from "../workers/list.ts";
import { countObjecting } from "./findings.ts";

/** What the sidebar shows on every page, of a project or of all. */
export function shellCounts(ctx: ServiceContext, slug?: string | null): ShellCounts {
  const every = everyProject(ctx);
  const found = slug == null ? undefined : findProject(ctx, slug);
  const shown = every.find(({ id }) => id === found?.id);
  const projectId = shown?.id ?? null;
  const everything = { projectId, experimentId: null, search: "" };
  const byState = Object.fromEntries(countRunsByState(ctx.db, everything).map(({ state, n }) => [state, n]));
  const workers = listWorkers(ctx);
  return {
    project: shown ? { name: shown.name, slug: shown.slug, recipe: shown.recipe } : null,
    noProject: slug == null || shown ? null : noProjectWords(ctx, slug),
    projects: every
      .filter((one) => !one.archived || one === shown)
      .map((one) => ({ name: one.name, slug: one.slug })),
    defaultProject: every.find(({ id }) => id === DEFAULT_PROJECT_ID)?.slug ?? NEW_DEFAULT.slug,
    runs: countRuns(ctx.db, { ...everything, states: null }),
    running: (byState.running ?? 0) + (byState.starting ?? 0) + (byState.stopping ?? 0),
    queued: byState.queued ?? 0,
    unreachable: byState.unreachable ?? 0,
    experiments: countExperiments(ctx.db, projectId),
    benchmarks: selectBenchmarks(ctx.db).length,
    objecting: countObjecting(ctx, projectId),
    alerts: countUnread(ctx.db),
    metrics: declaredMetrics(ctx.db),
    workers: workers.map(({ name, busy, slots, online }) => ({ name, busy, slots, online })),
  };
}
