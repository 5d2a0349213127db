import type { Estimate } from "../estimate.ts";
import { clusterShares } from "./cluster-shares.ts";

/** How families of programs are resampled. */
export const BY_FAMILY = { seed: 1, replicates: 2000, clusterName: "families" } as const;

/**
 * A share of programs, from how many of each family are right; families in the order of their names. Where none or all are
 * right it has an exact bound by families, which no resample shows.
 */
export function solvedOfFamilies(families: readonly { n: number; hits: number }[]): Estimate {
  const counts = families.flatMap(({ n, hits }) => [n - hits, hits]);
  return clusterShares({ clusters: families.length, categories: 2, counts }, [0, 1], BY_FAMILY).shares[1];
}
