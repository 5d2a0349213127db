import type { PointStore, SeriesName } from "#db/points/point-store.ts";
import type { WirePoints } from "../../../workers/protocol/points.ts";

/** Names held in mind at once, over all attempts; the attempt that was first asked for is forgotten first. */
const NAMES_HELD = 200_000;

type Axes = Map<string, Set<string>>;
interface Held {
  axes: Axes;
  count: number;
}

/** Whether the series were all there, are now expected to be, or would be too many. */
export type Admission = "known" | "added" | "refused";

/** Counts the series of attempts, so that a metric named after every step cannot fill the disk with series. */
export interface SeriesLedger {
  /** Most series of one attempt. */
  readonly limit: number;
  /** Takes the series of a batch into account; where the attempt would get too many it refuses and changes nothing. */
  admit(attemptId: string, columns: readonly WirePoints[]): Admission;
  /** Which series of a batch are not there yet; none where `admit` would refuse it. */
  newOf(attemptId: string, columns: readonly SeriesName[]): SeriesName[];
  /** Forgets an attempt; what it really has is asked for next time. */
  forget(attemptId: string): void;
}

function add({ axes }: Held, metric: string, axis: string): boolean {
  const metrics = axes.get(axis);
  if (metrics?.has(metric)) return false;
  if (metrics) metrics.add(metric);
  else axes.set(axis, new Set([metric]));
  return true;
}

export function createSeriesLedger(
  store: Pick<PointStore, "names">,
  limit: number,
  namesHeld: number = NAMES_HELD,
): SeriesLedger {
  const attempts = new Map<string, Held>();
  let names = 0;

  function forget(attemptId: string): void {
    names -= attempts.get(attemptId)?.count ?? 0;
    attempts.delete(attemptId);
  }

  function heldOf(attemptId: string): Held {
    const known = attempts.get(attemptId);
    if (known) return known;
    const held: Held = { axes: new Map(), count: 0 };
    for (const { metric, axis } of store.names(attemptId)) if (add(held, metric, axis)) held.count += 1;
    attempts.set(attemptId, held);
    names += held.count;
    for (const other of attempts.keys()) {
      if (names <= namesHeld || other === attemptId) break;
      forget(other);
    }
    return held;
  }

  /** Series of a batch that are not there, and how many they are. */
  function freshOf({ axes }: Held, columns: readonly SeriesName[]): { fresh: SeriesName[]; added: number } {
    const fresh = columns.filter(({ metric, axis }) => !axes.get(axis)?.has(metric));
    return { fresh, added: new Set(fresh.map(({ metric, axis }) => `${axis} ${metric}`)).size };
  }

  return {
    limit,
    forget,
    newOf(attemptId, columns) {
      const held = heldOf(attemptId);
      const { fresh, added } = freshOf(held, columns);
      return held.count + added > limit ? [] : fresh;
    },
    admit(attemptId, columns) {
      const held = heldOf(attemptId);
      const { fresh, added } = freshOf(held, columns);
      if (fresh.length === 0) return "known";
      if (held.count + added > limit) return "refused";
      for (const { metric, axis } of fresh) add(held, metric, axis);
      held.count += added;
      names += added;
      return "added";
    },
  };
}
