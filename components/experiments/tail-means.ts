import type { SeedBand } from "#server/contracts/series.ts";

type Curve = Pick<SeedBand, "cell" | "x" | "mean">;

/**
 * Means of the causes of a configuration over its last steps, from the steps at which all of them have one; null where there
 * is none.
 */
export function tailMeans(causes: readonly (readonly Curve[] | undefined)[], cell: string): number[] | null {
  const curves = causes.map((bands) => {
    const band = bands?.find((b) => b.cell === cell);
    return new Map(band?.x.map((x, i) => [x, band.mean[i]]));
  });
  const steps = [...curves[0].keys()].filter((x) => curves.every((of) => typeof of.get(x) === "number"));
  if (steps.length === 0) return null;
  return curves.map((of) => steps.reduce((sum, x) => sum + (of.get(x) as number), 0) / steps.length);
}
