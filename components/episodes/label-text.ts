/** 1 is "1.0", 0.25 is "0.25". */
export function labelText(label: number): string {
  return Number.isInteger(label * 10) ? label.toFixed(1) : String(label);
}
