import { leftOutValues } from "../../wording/feet.ts";
import { type BootstrapOptions, clusterBootstrap } from "./cluster-bootstrap.ts";
import type { Estimate } from "../estimate.ts";
import { keepFinite } from "../moments.ts";

/**
 * Mean of independent values, one per unit, with a percentile bootstrap interval, in the values' unit: for skewed or bounded
 * values (steps, optimality preservation) of many problems. Each value is its own cluster of `clusterBootstrap`, so the same
 * rules hold: no bounds below 10 values or where all are equal, and non-finite values are left out and counted.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): Estimate {
  const { finite, nonFinite } = keepFinite(values);
  const clusterName = options.clusterName ?? "values";
  const estimate = clusterBootstrap(
    finite.map((value) => [value]),
    { ...options, clusterName },
  );
  return { ...estimate, nonFinite, method: estimate.method + leftOutValues(nonFinite) };
}
