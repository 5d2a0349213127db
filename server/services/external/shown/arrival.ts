import { pointStore } from "#db/points/open-point-store.ts";
import { selectIngestToken } from "#db/queries/ingest-tokens.ts";
import { selectFiles, selectNewestExternalRun, selectSession } from "#db/queries/external.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { foreignMetric } from "../../../../workers/protocol/metrics/foreign-metrics.ts";
import { METRICS } from "../../../../workers/protocol/metrics/metrics.ts";
import type { Arrival } from "../../../contracts/external/arrival.ts";
import { statusSourceOf } from "../../../contracts/external/status-source.ts";
import type { ServiceContext } from "../../context.ts";
import { rolloutSteps } from "../../rollouts/steps.ts";
import { tellingMetrics } from "../headline.ts";

const MOST_CURVES = 2;
const MOST_STEPS = 3;
const MOST_NAMES = 60;
const BUCKETS = 40;

const isKnown = (metric: string): boolean => metric in METRICS || foreignMetric(metric) !== undefined;

function curvesOf(ctx: ServiceContext, attemptId: string, metrics: readonly string[]): Arrival["curves"] {
  const store = pointStore(ctx.db);
  const series = store.series([attemptId], metrics).filter(({ axis }) => axis === DEFAULT_AXIS);
  return metrics.flatMap((metric) => {
    const one = series.find((each) => each.metric === metric);
    if (!one || one.lastX === null || one.lastValue === null || one.setAside) return [];
    const { mean } = store.window(one.id, { from: null, to: null }, BUCKETS);
    const means = Array.from(mean, (value) => (Number.isFinite(value) ? value : null));
    return { metric, last: Number.isFinite(one.lastValue) ? one.lastValue : null, x: one.lastX, means };
  });
}

/** What has come in of the newest run from outside; null where none ever came. */
export function latestArrival(ctx: ServiceContext): Arrival | null {
  const found = selectNewestExternalRun(ctx.db);
  if (!found) return null;
  const { run, told } = found;
  const attempt = selectSession(ctx.db, run.id)?.attempt;
  if (!attempt) return null;
  const names = pointStore(ctx.db)
    .names(attempt.id)
    .filter(({ axis }) => axis === DEFAULT_AXIS)
    .map(({ metric }) => metric);
  const telling = tellingMetrics(new Map(names.map((metric) => [metric, 1])));
  return {
    runId: run.id,
    name: run.name,
    state: run.state,
    statusSource: statusSourceOf(run),
    client: told.client,
    host: attempt.device || null,
    token: selectIngestToken(ctx.db, told.tokenId)?.name ?? "",
    openedAt: run.queuedAt,
    lastSeenAt: attempt.lastSeenAt,
    configKeys: Object.keys(run.params).length,
    commit: told.environment["git.commit"] ?? null,
    files: selectFiles(ctx.db, run.id).length,
    metrics: names.length,
    known: names.filter(isKnown).length,
    names: names
      .map((metric) => ({ metric, known: isKnown(metric) }))
      .toSorted((a, b) => Number(b.known) - Number(a.known) || (a.metric < b.metric ? -1 : 1))
      .slice(0, MOST_NAMES),
    curves: curvesOf(ctx, attempt.id, telling.slice(0, MOST_CURVES)),
    completions: rolloutSteps(ctx, run.id).slice(-MOST_STEPS),
  };
}
