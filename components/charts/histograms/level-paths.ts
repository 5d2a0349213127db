import { toPixel } from "#server/numbers/round.ts";

/** Steps of the sequential palette. */
export const LEVELS = 6;

/**
 * One path for each step of the palette, from shares by column and row (the lowest row first): a column reaches from its x to
 * that of the next, `height` is 1 per row. Shares are told apart by their roots, since most of them are small.
 */
export function levelPaths(shares: readonly (readonly number[])[], x: readonly number[]): string[] {
  const most = shares.reduce((a, column) => column.reduce((b, share) => Math.max(b, share), a), 0);
  const paths = Array.from({ length: LEVELS }, (): string[] => []);
  if (most === 0) return paths.map(() => "");
  shares.forEach((column, i) => {
    const width = x[i + 1] - x[i];
    column.forEach((share, row) => {
      if (share <= 0) return;
      const level = Math.min(LEVELS, Math.max(1, Math.ceil(Math.sqrt(share / most) * LEVELS)));
      paths[level - 1].push(
        `M${toPixel(x[i])} ${column.length - 1 - row}h${toPixel(width)}v1h${toPixel(-width)}z`,
      );
    });
  });
  return paths.map((parts) => parts.join(""));
}

/** Where columns begin on an axis of `width`, and where the last one ends: each reaches to the step of the next. */
export function columnPlaces(steps: readonly number[], width: number): number[] {
  if (steps.length === 0) return [0];
  const first = steps[0];
  const last = steps[steps.length - 1];
  const tail = steps.length > 1 ? (last - first) / (steps.length - 1) : 1;
  const span = last - first + (tail || 1);
  return [...steps.map((step) => ((step - first) / span) * width), width];
}
