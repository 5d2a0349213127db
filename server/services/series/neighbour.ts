const bits = new DataView(new ArrayBuffer(8));

/** The double that follows a finite one: a bound that is included stands for one that is not. */
export function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** The double before a finite one. */
export function nextDown(x: number): number {
  return -nextUp(-x);
}
