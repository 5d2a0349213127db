/** Throws RangeError unless `level` is a confidence level: a number inside (0, 1). */
export function requireLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`A confidence level lies between 0 and 1, for example 0.95; got ${level}.`);
  }
}
