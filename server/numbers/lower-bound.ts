/** Index, from `start` on, of the first element that is not below `wanted`; the length where all are. `ascending` is sorted. */
export function lowerBound(ascending: Float64Array, wanted: number, start = 0): number {
  let low = start;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
