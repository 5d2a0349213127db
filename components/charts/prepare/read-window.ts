import type { SeriesWindow } from "../types.ts";
import type { Sample } from "./plot-model.ts";

/**
 * One sample per bucket: the mean at the middle of the bucket, its lowest and highest point as the envelope. Where no bucket
 * of the window holds more than one point there is no envelope; a bucket without finite points has no y.
 */
export function readWindow({ buckets }: SeriesWindow): Sample[] {
  const enveloped = buckets.n.some((n) => n > 1);
  return buckets.x0.map((x0, index) => ({
    x: (x0 + buckets.x1[index]) / 2,
    y: buckets.mean[index],
    low: enveloped ? buckets.min[index] : null,
    high: enveloped ? buckets.max[index] : null,
    n: buckets.n[index],
    nonFinite: buckets.nonFinite[index],
    span: [x0, buckets.x1[index]],
  }));
}
