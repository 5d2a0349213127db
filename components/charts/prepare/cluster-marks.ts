/** Marks drawn as one, because side by side they would lie on each other. */
export interface MarkCluster {
  px: number;
  /** How many points it stands for. */
  count: number;
  x0: number;
  x1: number;
}

/** Joins marks closer than `width` px. `marks` are ascending in x; the drawing stands in the middle of those it joins. */
export function clusterMarks(
  marks: { x: number; count: number }[],
  toPx: (x: number) => number,
  width: number,
): MarkCluster[] {
  const clusters: { firstPx: number; lastPx: number; count: number; x0: number; x1: number }[] = [];
  for (const { x, count } of marks) {
    const px = toPx(x);
    const open = clusters.at(-1);
    if (open && px - open.lastPx < width) {
      open.lastPx = px;
      open.count += count;
      open.x1 = x;
    } else clusters.push({ firstPx: px, lastPx: px, count, x0: x, x1: x });
  }
  return clusters.map(({ firstPx, lastPx, count, x0, x1 }) => ({
    px: (firstPx + lastPx) / 2,
    count,
    x0,
    x1,
  }));
}
