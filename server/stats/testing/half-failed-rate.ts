/**
 * The pass rate at which half of all groups of `groupSize` fail altogether: 1 - 2^(-1/G) (0.159 at 4, 0.083 at 8, 0.042 at 16).
 * One minus it is the rate at which half of them are all solved. Throws RangeError unless G is a whole number of at least 2.
 */
export function halfFailedRate(groupSize: number): number {
  if (!Number.isInteger(groupSize) || groupSize < 2) {
    throw new RangeError(`A group has at least 2 completions, got ${groupSize}.`);
  }
  return -Math.expm1(-Math.LN2 / groupSize);
}
