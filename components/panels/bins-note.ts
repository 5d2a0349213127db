import type { GroupBand } from "#server/contracts/series.ts";

/** That seeds were put together in bins, since they have few x in common; null where every x is their own. */
export function binsNote(bands: readonly Pick<GroupBand, "aligned" | "coarsened">[]): string | null {
  if (bands.every(({ aligned }) => aligned === "exact")) return null;
  const width = bands.some(({ coarsened }) => coarsened)
    ? ", as wide as the points of the sparsest run are apart"
    : "";
  return `each run by its means in bins of x${width}`;
}
