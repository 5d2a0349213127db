import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { kindOfTotals } from "#db/queries/evaluation-metrics.ts";
import { selectLatestEvaluations } from "#db/queries/run-table/cells.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { OVERALL_METRICS, overallOf } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { MACHINE_AXIS } from "../../../workers/protocol/machine/machine-metrics.ts";
import type { ServiceContext } from "../context.ts";
import { usedAttempts } from "../series/built-upon.ts";
import { sameMetrics } from "./same-metrics.ts";

const MOST = 4;

/**
 * What says most of a training, in this order, where nobody chose: a measured share, an evaluation, the reward as the known
 * trainers call it, an accuracy, the loss. Spreads and parts of a reward say something else.
 */
const TELLING: readonly { test(metric: string): boolean }[] = [
  { test: (metric) => (OVERALL_METRICS as readonly string[]).includes(metric) },
  /^(eval|val|test)([/_-].*)?(acc|accuracy|pass|solve|success|score|reward)/i,
  /^(train\/)?rewards?$|^(critic|train|actor)\/(rewards?|score)\/mean$|^rewards?\/(mean|raw|total)$|^reward\/raw$/i,
  /(^|\/)(reward|return|score)(_mean|\/mean)?$/i,
  /(^|[/_])(acc|accuracy|success_rate|pass@?\d*)$/i,
  /(^|\/)loss$/i,
];
const NOT_TELLING = /(std|_min|_max|\/min|\/max|weight|clip|runtime|per_second)/i;

/** The metrics that say most, of those that at least half as many runs sent as the commonest: commonest first among equally telling ones. */
export function tellingMetrics(sent: ReadonlyMap<string, number>): string[] {
  const most = Math.max(0, ...sent.values());
  const rank = (metric: string) => TELLING.findIndex((one) => one.test(metric));
  return [...sent]
    .filter(([metric, n]) => rank(metric) >= 0 && !NOT_TELLING.test(metric) && 2 * n >= most)
    .toSorted(([a, n], [b, m]) => rank(a) - rank(b) || m - n || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([metric]) => metric);
}

/** Metrics that stand on the train step, or on any x but the time of the machine's own figures. */
const namesOn = (names: readonly { metric: string; axis: string }[], onAnyAxis: boolean): Set<string> =>
  new Set(
    names
      .filter(({ axis }) => axis === DEFAULT_AXIS || (onAnyAxis && axis !== MACHINE_AXIS))
      .map(({ metric }) => metric),
  );

/** Names that each of some runs has a metric under, in attempts that it builds upon. */
export const namesByRun = (
  ctx: ServiceContext,
  runIds: readonly string[],
  onAnyAxis: boolean,
): Set<string>[] => {
  const store = pointStore(ctx.db);
  return selectLatestAttempts(ctx.db, [...runIds]).map((attempt) =>
    namesOn(
      usedAttempts(ctx, attempt).flatMap(({ id }) => store.names(id)),
      onAnyAxis,
    ),
  );
};

/**
 * How many of some runs sent each metric along the train step, in attempts that they build upon, and with `onAnyAxis` those of
 * an x of their own too; an evaluation by problem counts as one. What two clients call differently is one (`sameMetrics`).
 */
export function sentMetrics(
  ctx: ServiceContext,
  runIds: readonly string[],
  onAnyAxis = false,
): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (metric: string) => counts.set(metric, (counts.get(metric) ?? 0) + 1);
  const runs = namesByRun(ctx, runIds, onAnyAxis);
  const same = sameMetrics(runs);
  for (const names of runs) for (const name of names) add(same.get(name) ?? name);
  for (const latest of selectLatestEvaluations(ctx.db, [...runIds])) add(overallOf(kindOfTotals(latest)));
  return counts;
}
