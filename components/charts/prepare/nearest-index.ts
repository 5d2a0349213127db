/** Index of the element whose x is nearest, or -1 in an empty list. `items` are ascending in x. */
export function nearestIndex(items: { x: number }[], x: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].x < x) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && Math.abs(items[low - 1].x - x) <= Math.abs(items[low].x - x)) return low - 1;
  return items.length === 0 ? -1 : low;
}
