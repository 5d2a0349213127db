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

/** What readers tell of a line without its points. */
export type ShownFacts = Pick<
  SeriesFacts,
  | "metric"
  | "axis"
  | "n"
  | "nan"
  | "posInf"
  | "negInf"
  | "mean"
  | "min"
  | "max"
  | "lastX"
  | "lastAt"
  | "lastValue"
>;

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** What the shown part of a series holds; the series' own facts where a later attempt hides nothing of it. Null where it has no point. */
export function shownFacts(
  store: PointStore,
  series: SeriesFacts,
  hiddenFrom: number | null,
): ShownFacts | null {
  if (hiddenFrom === null || (series.lastX ?? -Infinity) < hiddenFrom) return series.n > 0 ? series : null;
  const part = shownPart(store, series, { from: null, to: null, hiddenFrom });
  if (!part) return null;
  const { n, nan, posInf, negInf, mean, min, max, x1 } = store.window(series.id, part.span, 1);
  const [last] = store.rows(series.id, { from: x1[0], to: x1[0] });
  return {
    metric: series.metric,
    axis: series.axis,
    n: n[0],
    nan: nan[0],
    posInf: posInf[0],
    negInf: negInf[0],
    mean: known(mean[0]),
    min: known(min[0]),
    max: known(max[0]),
    lastX: x1[0],
    lastAt: last.at[last.at.length - 1],
    lastValue: last.value[last.value.length - 1],
  };
}
