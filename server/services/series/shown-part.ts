import type { PointBlock, PointStore, SeriesFacts, Span } from "#db/points/point-store.ts";
import { nextDown } from "./neighbour.ts";

/** What an attempt has of a line: a series, and the stretch of it that no later attempt hides, with its points. */
export interface ShownPart {
  series: SeriesFacts;
  span: Span;
  n: number;
}

/**
 * The part of a series that is shown between two own x, both included; null where it has no point. `hiddenFrom` is the x from which
 * on a later attempt hides it (`takeoversOf`).
 */
export function shownPart(
  store: PointStore,
  series: SeriesFacts,
  { from, to, hiddenFrom }: Span & { hiddenFrom: number | null },
): ShownPart | null {
  const ends = [to, series.lastX, hiddenFrom === null ? null : nextDown(hiddenFrom)];
  const span = { from, to: Math.min(...ends.filter((end) => end !== null)) };
  if ((series.firstX ?? Infinity) > span.to) return null;
  const n = store.window(series.id, span, 1).total;
  return n > 0 ? { series, span, n } : null;
}

/** The points of a part, some thousand at a time: what is merged meanwhile is found all the same. */
export function* blocksOf(store: PointStore, { series, span }: ShownPart): Generator<PointBlock> {
  let after = span.from === null ? -Infinity : nextDown(span.from);
  for (;;) {
    const step = store.step(series.id, after);
    if (step === null || !("points" in step)) return;
    const { x, value, at } = step.points;
    const { to } = span;
    const end = to === null || step.reached <= to ? x.length : x.findIndex((one) => one > to);
    if (end > 0) yield { x: x.subarray(0, end), value: value.subarray(0, end), at: at.subarray(0, end) };
    if (to !== null && step.reached >= to) return;
    after = step.reached;
  }
}
