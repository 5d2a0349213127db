import { iqm, quantile } from "./summary.ts";
import { keepFinite } from "./moments.ts";
import { meanInterval } from "./mean-interval.ts";

/** The values of several runs at one x, put together. All in the values' unit. */
export interface SeedAggregate {
  /** Runs with a finite value here; every other number is of these. */
  n: number;
  mean: number | null;
  /** 95 % t interval of the mean; null below 3 values. */
  low: number | null;
  high: number | null;
  median: number | null;
  /** Interquartile mean; below 4 values it cuts nothing. */
  iqm: number | null;
  min: number | null;
  max: number | null;
}

/** Mean with its t interval, median, interquartile mean and extremes of one value per run. Null where no value is finite. */
export function aggregateSeeds(values: readonly number[]): SeedAggregate {
  const { finite } = keepFinite(values);
  const { value: mean, low, high, n } = meanInterval(finite);
  return {
    n,
    mean,
    low,
    high,
    median: quantile(finite, 0.5).value,
    iqm: iqm(finite).value,
    min: n === 0 ? null : Math.min(...finite),
    max: n === 0 ? null : Math.max(...finite),
  };
}
