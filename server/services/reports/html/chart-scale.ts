import { toDigits, toPixel } from "../../../numbers/round.ts";

/** Round tick values inside a domain, about `count` of them, by steps of 1, 2 or 5. */
export function ticksOf(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => toDigits((first + i) * step, 12));
}

/** Smallest and largest of the numbers; a single value gets room on both sides. */
export function domainOf(values: (number | null)[]): [low: number, high: number] | null {
  const known = values.filter((v) => v !== null && Number.isFinite(v)) as number[];
  if (known.length === 0) return null;
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  if (low !== high) return [low, high];
  const room = Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/** Places wanted heights at least `gap` apart, in their order, inside the given range as far as it is long enough. */
export function pushApart(wanted: number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).toSorted((a, b) => a.y - b.y);
  let last = top - gap;
  for (const entry of order) {
    entry.y = Math.max(entry.y, last + gap);
    last = entry.y;
  }
  const overflow = Math.max(0, last - bottom);
  let next = Infinity;
  for (const entry of order.toReversed()) {
    entry.y = Math.max(top, Math.min(entry.y - (next === Infinity ? overflow : 0), next - gap));
    next = entry.y;
  }
  const placed = wanted.map(() => 0);
  for (const { y, i } of order) placed[i] = y;
  return placed;
}

/** A coordinate as an SVG path needs it. */
export const short = (value: number): string => String(toPixel(value));
