import type { Connected } from "../connection.ts";
import { pointStore } from "./open-point-store.ts";
import type { PointBlock, SeriesFacts } from "./point-store.ts";
import { POINT_KINDS, pointKind } from "./read-points.ts";

/** A point by itself. `value` is null unless it is finite; `kind` says what it is then (`POINT_KINDS`). */
export interface StoredPoint {
  x: number;
  wallMs: number;
  value: number | null;
  kind: number;
}

/** The x that a metric has unless it names its own. */
const TRAIN_STEP = "step";

function pointsOf({ x, value, at }: PointBlock): StoredPoint[] {
  return Array.from(value, (v, i) => {
    const kind = pointKind(v);
    return { x: x[i], wallMs: at[i], value: kind === POINT_KINDS.number ? v : null, kind };
  });
}

/** All points of a series as rows, by x; for series of some thousand points. */
export function readPoints(db: Connected, seriesId: number): StoredPoint[] {
  return [...pointStore(db).read(seriesId, { from: null, to: null })].flatMap(pointsOf);
}

/** Series of attempts along the train step; of all metrics where `metrics` is null. */
export function stepSeries(
  db: Connected,
  attemptIds: readonly string[],
  metrics: readonly string[] | null,
): SeriesFacts[] {
  return pointStore(db)
    .series(attemptIds, metrics)
    .filter(({ axis }) => axis === TRAIN_STEP);
}
