import type { StripMark } from "./plot-model.ts";

/** Marks drawn as one, because side by side they would lie on each other. */
export interface MarkCluster {
  px: number;
  /** How many points it stands for. */
  count: number;
  /** Whether it may stand for more. */
  atLeast: boolean;
  x0: number;
  x1: number;
}

/** Joins marks closer than `width` px. `marks` are ascending in x; the drawing stands in the middle of those it joins. */
export function clusterMarks(
  marks: Pick<StripMark, "x" | "count" | "atLeast">[],
  toPx: (x: number) => number,
  width: number,
): MarkCluster[] {
  const clusters: (Omit<MarkCluster, "px"> & { firstPx: number; lastPx: number })[] = [];
  for (const { x, count, atLeast } of marks) {
    const px = toPx(x);
    const open = clusters.at(-1);
    if (open && px - open.lastPx < width) {
      open.lastPx = px;
      open.count += count;
      open.atLeast ||= atLeast;
      open.x1 = x;
    } else clusters.push({ firstPx: px, lastPx: px, count, atLeast, x0: x, x1: x });
  }
  return clusters.map(({ firstPx, lastPx, ...cluster }) => ({ px: (firstPx + lastPx) / 2, ...cluster }));
}
