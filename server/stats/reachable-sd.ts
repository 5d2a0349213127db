/**
 * Largest sample standard deviation (ddof 1) that `groupSize` values inside [min, max] can have: half of them at each end,
 * (max - min) sqrt(l (G - l) / (G (G - 1))) with l = floor(G / 2) (Popoviciu 1935 gives the even case). In the unit of the values.
 * Throws RangeError for a group size that is not a whole number of at least 2.
 */
export function reachableSd(min: number, max: number, groupSize: number): number {
  if (!Number.isInteger(groupSize) || groupSize < 2)
    throw new RangeError(`A group has at least 2 completions, got ${groupSize}.`);
  const low = Math.floor(groupSize / 2);
  return (max - min) * Math.sqrt((low * (groupSize - low)) / (groupSize * (groupSize - 1)));
}
