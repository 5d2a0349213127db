import { selectAttemptsOfRun } from "#db/queries/attempts.ts";
import { POINT_KINDS, selectPoints, selectSeries } from "#db/queries/points.ts";
import type { SeriesWindow, WindowInput } from "../../contracts/series.ts";
import type { ServiceContext } from "../context.ts";
import { AXIS_METRIC, onAxis, type AxisPoint } from "./on-axis.ts";

interface Bucket {
  x0: number;
  x1: number;
  values: number[];
  nan: number;
  posInf: number;
  negInf: number;
  n: number;
}

function addTo(bucket: Bucket, point: AxisPoint): void {
  bucket.n++;
  bucket.x0 = Math.min(bucket.x0, point.at);
  bucket.x1 = Math.max(bucket.x1, point.at);
  if (point.kind === POINT_KINDS.nan) bucket.nan++;
  else if (point.kind === POINT_KINDS.posInf) bucket.posInf++;
  else if (point.kind === POINT_KINDS.negInf) bucket.negInf++;
  else bucket.values.push(point.value as number);
}

/** Raw points when they fit, else equal-width buckets that keep first, last, min, max, mean and every non-finite. */
export function bucketPoints(points: AxisPoint[], buckets: number): { raw: boolean; buckets: Bucket[] } {
  const raw = points.length <= buckets;
  const made: Bucket[] = [];
  const lo = points[0]?.at ?? 0;
  const width = ((points.at(-1)?.at ?? 0) - lo) / buckets || 1;
  let current = -1;
  points.forEach((point, i) => {
    const index = raw ? i : Math.min(buckets - 1, Math.floor((point.at - lo) / width));
    if (index !== current) {
      made.push({ x0: point.at, x1: point.at, values: [], nan: 0, posInf: 0, negInf: 0, n: 0 });
      current = index;
    }
    addTo(made[made.length - 1], point);
  });
  return { raw, buckets: made };
}

const mean = (values: number[]) =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
const extreme = (values: number[], pick: (a: number, b: number) => number) =>
  values.length === 0 ? null : values.reduce(pick);

/** One window per attempt and metric of the asked runs, ordered by run, attempt and metric as asked. */
export function seriesWindow(ctx: ServiceContext, input: WindowInput): SeriesWindow[] {
  const axisMetric = AXIS_METRIC[input.xAxis];
  return input.runIds.flatMap((runId) =>
    selectAttemptsOfRun(ctx.db, runId).flatMap(({ attempt }) => {
      const wanted = axisMetric ? [...new Set([...input.metrics, axisMetric])] : input.metrics;
      const found = new Map(selectSeries(ctx.db, [attempt.id], wanted).map((s) => [s.metric, s]));
      const axisSeries = axisMetric ? found.get(axisMetric) : undefined;
      const axisPoints = axisSeries ? selectPoints(ctx.db, axisSeries.id) : null;
      return input.metrics.flatMap((metric): SeriesWindow[] => {
        const series = found.get(metric);
        if (!series) return [];
        const inRange = (p: AxisPoint) =>
          (input.from === null || p.at >= input.from) && (input.to === null || p.at <= input.to);
        const startedAt = attempt.startedAt ?? attempt.claimedAt;
        const placed = onAxis(selectPoints(ctx.db, series.id), input.xAxis, axisPoints, startedAt).filter(
          inRange,
        );
        const { raw, buckets } = bucketPoints(
          placed.toSorted((a, b) => a.at - b.at),
          input.buckets,
        );
        return [
          {
            runId,
            attemptId: attempt.id,
            attempt: attempt.n,
            metric,
            raw,
            total: placed.length,
            x0: buckets.map((b) => b.x0),
            x1: buckets.map((b) => b.x1),
            first: buckets.map((b) => b.values[0] ?? null),
            last: buckets.map((b) => b.values.at(-1) ?? null),
            min: buckets.map((b) => extreme(b.values, Math.min)),
            max: buckets.map((b) => extreme(b.values, Math.max)),
            mean: buckets.map((b) => mean(b.values)),
            n: buckets.map((b) => b.n),
            nan: buckets.map((b) => b.nan),
            posInf: buckets.map((b) => b.posInf),
            negInf: buckets.map((b) => b.negInf),
          },
        ];
      });
    }),
  );
}
