import type { SeriesFacts } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS, machineMetric } from "../../../workers/protocol/machine/machine-metrics.ts";
import { nameOf, takeoversOf, type InAncestry } from "./built-upon.ts";

/** Series of one attempt with at least one point, by metric and axis. */
type Sent = Map<string, SeriesFacts & { firstX: number }>;

/** Where an attempt begins is told by what has at least this share of the points of its densest metric. */
const DENSE = 0.5;

/** What the machine did goes on from one attempt to the next, also where the training began anew. */
const isOfMachine = ({ metric, axis }: SeriesFacts): boolean =>
  axis === MACHINE_AXIS && machineMetric(metric) !== undefined;

function sentOf(series: readonly SeriesFacts[]): Sent {
  return new Map(
    series.flatMap((one) =>
      one.firstX === null || isOfMachine(one) ? [] : [[nameOf(one), { ...one, firstX: one.firstX }]],
    ),
  );
}

/** What tells where an attempt begins on an axis: a metric that every attempt sends once, at step 0, does not. */
function denseOn(sent: Sent, axis: string) {
  const onAxis = [...sent.values()].filter((one) => one.axis === axis);
  const most = onAxis.reduce((n, one) => Math.max(n, one.n), 0);
  return onAxis.filter(({ n }) => n >= most * DENSE);
}

const firstOf = (series: readonly { firstX: number }[]): number =>
  series.reduce((first, { firstX }) => Math.min(first, firstX), Infinity);

/** By what both sent densely; else by what the earlier one did and the later one has; else each by its own. */
function beginsLater(later: Sent, earlier: Sent, axis: string): boolean {
  const [before, after] = [denseOn(earlier, axis), denseOn(later, axis)];
  const names = new Set(after.map(nameOf));
  const alike = before.filter((one) => names.has(nameOf(one)));
  const both = alike.length > 0 ? alike : before.filter((one) => later.has(nameOf(one)));
  if (both.length === 0) return firstOf(after) > firstOf(before);
  return firstOf(both.flatMap((one) => later.get(nameOf(one)) ?? [])) > firstOf(both);
}

/** Whether an attempt goes on with what an earlier one did: it does not begin where that one began. */
function goesOn(later: Sent, earlier: Sent): boolean {
  const own = new Set([...earlier.values()].map(({ axis }) => axis));
  const shared = [...new Set([...later.values()].map(({ axis }) => axis))].filter((axis) => own.has(axis));
  // Without a common axis nothing says that it began anew.
  if (shared.length === 0) return true;
  const judged = shared.includes(DEFAULT_AXIS) ? [DEFAULT_AXIS] : shared;
  return judged.some((axis) => beginsLater(later, earlier, axis));
}

/**
 * Whether the lines of a run hold points of an attempt that was resumed from an earlier one: on a clock, which begins anew
 * with each, these are another age than at the same x of an uninterrupted run. `attempts` are all of the run, oldest first,
 * and `series` all that they sent, so that the answer is one for all metrics.
 */
export function isResumed(
  attempts: readonly (InAncestry & { hasPoints: boolean })[],
  series: readonly SeriesFacts[],
): boolean {
  const byAttempt = Map.groupBy(series, (one) => one.attemptId);
  const takeover = takeoversOf(attempts, series);
  const before: Sent[] = [];
  for (const { id } of attempts) {
    const sent = sentOf(byAttempt.get(id) ?? []);
    if (sent.size === 0) continue;
    const isLeft = [...sent.values()].some((one) => one.firstX < (takeover(one) ?? Infinity));
    if (isLeft && before.some((earlier) => goesOn(sent, earlier))) return true;
    before.push(sent);
  }
  return false;
}
