import { pointStore } from "#db/points/open-point-store.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { isOfMachine } from "../../contracts/charts/machine-section.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { LastOfRun } from "../../contracts/compare/compare-runs.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import { writeNotANumber } from "../../wording/numbers.ts";
import type { ServiceContext } from "../context.ts";
import { tellingMetrics } from "../external/headline.ts";
import { sameMetrics } from "../external/same-metrics.ts";
import { sharedAt } from "../series/shared-at.ts";

/** What a client set by hand beside its metrics, by name. */
type Summary = ExternalFacts["summary"];

/** What some runs have: names first, values of the asked ones later, since 32,000 values are not read to show 50. */
export interface LastValues {
  /** Telling metrics first, what the machine did last; else by how many runs have them, then by name. */
  names: string[];
  /** Names under which other runs have the same metric: two clients of one trainer call it differently. */
  otherNames: ReadonlyMap<string, string[]>;
  /** How many runs have a metric. */
  counts: ReadonlyMap<string, number>;
  /** Of each asked metric a value per run, in the order of the runs. */
  of: (metrics: readonly string[]) => Map<string, (LastOfRun | null)[]>;
}

/** What clients call the load of the machine and of their own code: asked for where a run is slow, not where two are compared. */
const OF_MACHINE = /^(system|profiling|perf)[./]/;

const lastOf = (value: number, x: number | null, shared?: LastOfRun["shared"]): LastOfRun => ({
  ...(Number.isFinite(value) ? { value, said: null } : { value: null, said: writeNotANumber(value) }),
  x,
  ...(shared && { shared }),
});

function setOf(value: Summary[string] | undefined): LastOfRun | null {
  if (value === undefined || value === null) return null;
  return typeof value === "number" ? lastOf(value, null) : { value: null, said: String(value), x: null };
}

/** The latest attempt that sent it; along train steps where it sent it along several axes. */
function latest(series: readonly SeriesFacts[], order: readonly string[]): SeriesFacts | undefined {
  const rank = (one: SeriesFacts) => 2 * order.indexOf(one.attemptId) + (one.axis === DEFAULT_AXIS ? 1 : 0);
  return series.filter(({ lastX }) => lastX !== null).toSorted((a, b) => rank(b) - rank(a))[0];
}

/** What each of these runs sent last, and what its client set where it sent nothing under that name. */
export function lastValues(
  ctx: ServiceContext,
  runs: readonly { id: string; summary: Summary }[],
): LastValues {
  const store = pointStore(ctx.db);
  const attempts = Map.groupBy(
    selectAttemptsOfRuns(
      ctx.db,
      runs.map(({ id }) => id),
    ),
    ({ runId }) => runId,
  );
  const own = runs.map(({ id, summary }) => {
    const ids = (attempts.get(id) ?? []).map((attempt) => attempt.id);
    const sent = ids.flatMap((attemptId) => store.names(attemptId).map(({ metric }) => metric));
    const set = Object.keys(summary).filter((name) => setOf(summary[name]) !== null);
    return { ids, summary, names: new Set([...sent, ...set]) };
  });
  const same = sameMetrics(own.map(({ names }) => names));
  const otherNames = Map.groupBy(same.keys(), (name) => same.get(name) ?? name);
  const counts = new Map<string, number>();
  for (const { names } of own)
    for (const sent of names) {
      const name = same.get(sent) ?? sent;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  const isMachine = (name: string) => isOfMachine(name) || OF_MACHINE.test(name);
  const places = new Map(tellingMetrics(counts).map((name, i) => [name, i]));
  const place = (name: string) => places.get(name) ?? places.size;
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    names: [...counts.keys()].toSorted(
      (a, b) =>
        place(a) - place(b) ||
        Number(isMachine(a)) - Number(isMachine(b)) ||
        count(b) - count(a) ||
        (a < b ? -1 : 1),
    ),
    counts,
    otherNames,
    of: (metrics) => {
      const wanted = metrics.flatMap((metric) => [metric, ...(otherNames.get(metric) ?? [])]);
      const found = own.map(({ ids, summary }) => {
        const series = Map.groupBy(store.series(ids, wanted), ({ metric }) => metric);
        const read = (metric: string) => {
          const last = latest(series.get(metric) ?? [], ids);
          if (last && last.lastValue !== null) {
            const n = sharedAt(store, last.id, last.lastX);
            return lastOf(last.lastValue, last.lastX, n === undefined ? undefined : { n, axis: last.axis });
          }
          return setOf(Object.hasOwn(summary, metric) ? summary[metric] : undefined);
        };
        return (metric: string) =>
          read(metric) ?? (otherNames.get(metric) ?? []).map(read).find((last) => last !== null) ?? null;
      });
      return new Map(metrics.map((metric) => [metric, found.map((of) => of(metric))]));
    },
  };
}
