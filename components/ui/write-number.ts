/** Writes a parameter so that `parseNumber` reads it back exactly: 450, 0.28, 1e-5, 2e9. */
export function writeNumber(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-3 || magnitude >= 1e7))
    return value.toExponential().replace("+", "");
  return String(value);
}
