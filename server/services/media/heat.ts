import type { Histogram } from "../../contracts/external/media.ts";

/** Rows of a heat map, and columns at most. */
export const HEAT = { rows: 48, columns: 160 } as const;

/** Every so many-th of a list, its last one among them. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]);
}

/** Lowest and highest edge of histograms; a stretch of some width also where all values are one. */
export function extentOf(histograms: readonly Histogram[]): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const { edges } of histograms) {
    low = Math.min(low, edges[0]);
    high = Math.max(high, edges[edges.length - 1]);
  }
  if (low < high) return { low, high };
  const half = Math.max(0.5, Math.abs(low) / 100);
  return { low: low - half, high: high + half };
}

/**
 * Shares of a histogram's counts in `rows` equal parts from low to high: a bin gives to each part as much as lies in it, one
 * without width all to the part that it is in.
 */
export function sharesOf(
  { edges, counts }: Histogram,
  { low, high }: { low: number; high: number },
  rows: number,
): number[] {
  const shares = Array.from({ length: rows }, () => 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return shares;
  // Halved before the difference, which of very large edges is beyond what a number holds.
  const place = (x: number): number => ((x / 2 - low / 2) / (high / 2 - low / 2)) * rows;
  counts.forEach((count, i) => {
    const [from, to] = [place(edges[i]), place(edges[i + 1])];
    if (count === 0) return;
    const [first, last] = [from, to].map((at) => Math.max(0, Math.min(rows - 1, Math.floor(at))));
    if (!(to > from)) return void (shares[first] += count / total);
    for (let row = first; row <= last; row++) {
      const inside = Math.min(to, row + 1) - Math.max(from, row);
      if (inside > 0) shares[row] += (count / total) * (inside / (to - from));
    }
  });
  return shares;
}
