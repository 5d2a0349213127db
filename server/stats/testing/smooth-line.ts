import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { createSmoother } from "../smooth/smooth.ts";

/** The smoothed value at every point of a whole line; NaN where the point itself is NaN or infinite. */
export function smoothLine(values: Float64Array, smoothing: Smoothing): Float64Array {
  const smoothed = new Float64Array(values.length).fill(Number.NaN);
  const smoother = createSmoother(smoothing);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    if (smoother === null) smoothed[i] = values[i];
    else {
      smoother.push(values[i]);
      smoother.ask((value) => (smoothed[i] = value));
    }
  }
  smoother?.end();
  return smoothed;
}
