import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import { encodePoints } from "../../../workers/protocol/points-binary.ts";
import { POINTS_TYPES, type WirePoints } from "../../../workers/protocol/points.ts";
import { pointsOf, type GeneratedSeries } from "./point-generator.ts";

export type Form = "json" | "binary";

export const CONTENT_TYPE: Record<Form, string> = {
  json: POINTS_TYPES.columns,
  binary: POINTS_TYPES.binary,
};

/** The next points of some series of one attempt, column after column. */
export interface Slice {
  series: GeneratedSeries[];
  from: number;
  to: number;
}

/** Cuts an attempt into bodies of at most `seriesPerBody` series with `pointsPerSeries` points each, in order of time. */
export function* slicesOf(
  series: readonly GeneratedSeries[],
  seriesPerBody: number,
  pointsPerSeries: number,
): Generator<Slice> {
  const longest = Math.max(...series.map(({ points }) => points));
  for (let from = 0; from < longest; from += pointsPerSeries) {
    for (let k = 0; k < series.length; k += seriesPerBody) {
      const some = series.slice(k, k + seriesPerBody).filter(({ points }) => points > from);
      if (some.length > 0) yield { series: some, from, to: Math.min(from + pointsPerSeries, some[0].points) };
    }
  }
}

const columnsOf = ({ series, from, to }: Slice): WirePoints[] =>
  series.map((one) => ({ metric: one.metric, axis: DEFAULT_AXIS, ...pointsOf(one, from, to) }));

function jsonBody(columns: readonly WirePoints[]): Buffer {
  const series = columns.map(({ metric, axis, x, value, at }) => ({
    metric,
    axis,
    x: [...x],
    value: Array.from(value, toWire),
    at: [...at],
  }));
  return Buffer.from(JSON.stringify({ series }));
}

export function bodyOf(slice: Slice, form: Form): { body: Buffer; points: number } {
  const columns = columnsOf(slice);
  const body = form === "json" ? jsonBody(columns) : Buffer.from(encodePoints(columns).buffer);
  return { body, points: slice.series.length * (slice.to - slice.from) };
}
