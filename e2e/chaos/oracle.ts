import type { PointStore, Sealed } from "#db/points/point-store.ts";
import { pointsBetween, toColumns } from "./encode-body.ts";
import type { SourcePlan } from "./point-plan.ts";

/** What one source must have in the store: its points up to the last number. */
export interface SourceTruth {
  plan: SourcePlan;
  last: number;
}

const key = (metric: string, axis: string) => `${metric} over ${axis}`;
const OPEN = { from: null, to: null };

interface Sent {
  x: number;
  value: number;
  at: number;
}

/** What was sent of each series: by x, of the same x in the order of arrival, since one source sends a series. */
function expectedSeries(truths: readonly SourceTruth[]): Map<string, Sent[]> {
  const series = new Map<string, Sent[]>();
  for (const { plan, last } of truths)
    for (const { metric, axis, x, value, at } of pointsBetween(plan, 1, last)) {
      const name = key(metric, axis);
      const points = series.get(name) ?? [];
      series.set(name, points);
      points.push({ x, value, at });
    }
  return new Map([...series].map(([name, points]) => [name, points.toSorted((a, b) => a.x - b.x)]));
}

/** Compares what is stored of an attempt, bit by bit, with what its sources sent; a sentence for each difference. */
export function compareAttempt(
  store: PointStore,
  attemptId: string,
  truths: readonly SourceTruth[],
  when: string,
): string[] {
  const findings: string[] = [];
  const object = (what: string) => findings.push(`${attemptId} ${when}: ${what}`);
  const expected = expectedSeries(truths);
  const facts = store.series([attemptId], null);
  for (const { id, metric, axis, n } of facts) {
    const name = key(metric, axis);
    const points = expected.get(name);
    expected.delete(name);
    if (!points) {
      object(`${name} is stored and nobody sent it`);
      continue;
    }
    if (n !== points.length) object(`${name} says it has ${n} points, and ${points.length} were sent`);
    let [seen, differing, last] = [0, 0, -Infinity];
    for (const block of store.rows(id, OPEN))
      for (let i = 0; i < block.x.length; i++) {
        const x = block.x[i];
        if (x < last) object(`${name} gives x ${x} after ${last}`);
        last = x;
        const sent = points.at(seen);
        seen += 1;
        if (!sent || sent.x !== x || !Object.is(sent.value, block.value[i]) || sent.at !== block.at[i])
          differing += 1;
      }
    if (seen !== points.length) object(`${name} misses ${points.length - seen} of ${points.length} points`);
    if (differing > 0) object(`${name} has ${differing} points that are not as they were sent`);
  }
  for (const [name, points] of expected) object(`${name} is missing with ${points.length} points`);
  return findings;
}

const CLEAN_BATCH = 20_000;

/** Sends the same points once, in order and undisturbed, and seals them. `transaction` commits what it is given. */
export function sealCleanly(
  store: PointStore,
  attemptId: string,
  truths: readonly SourceTruth[],
  transaction: (work: () => void) => void,
): Sealed {
  for (const { plan, last } of truths)
    for (let from = 1; from <= last; from += CLEAN_BATCH) {
      const columns = toColumns(pointsBetween(plan, from, Math.min(last, from + CLEAN_BATCH - 1)));
      transaction(() => store.append([{ attemptId, source: plan.name, firstSeq: from, columns }]));
    }
  return store.seal(attemptId);
}
