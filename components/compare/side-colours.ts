import { assignColours, PALETTE_SIZE } from "#server/plot/colours.ts";
import type { RunColour } from "#server/plot/colours.ts";
import { bandKey } from "#server/contracts/charts/band-key.ts";
import type { Side } from "#server/contracts/compare/compare.ts";

/** A configuration of an experiment in the order of its own page. */
interface KnownCell {
  key: string;
  place: number;
  baseline: boolean;
}

/** The colour of a run by its place among those that are compared: no two of them share one. */
export const colourOfRun = (place: number): RunColour => (place === 0 ? "ink" : place);

type Placed = Pick<Side, "experimentId" | "cell">;

export const cellKey = ({ experimentId, cell }: Placed): string => bandKey(experimentId, cell);

/** The experiment that all sides are of, where each is another configuration of it: then colours can mean configurations. */
export function sharedExperiment(sides: Placed[]): string | null {
  const [first] = sides;
  const apart = new Set(sides.map(cellKey)).size === sides.length;
  return first && apart && sides.every((s) => s.experimentId === first.experimentId)
    ? first.experimentId
    : null;
}

/**
 * One colour per side. The first is what everything is read against: ink. The others have the colour of their configuration
 * on the experiment's own page where all are of one (`known`), the palette in their order otherwise. A baseline that is not
 * first is ink there, so here it takes a colour that no configuration has.
 */
export function sideColours(sides: Placed[], known: KnownCell[] | null): RunColour[] {
  const byPosition = sides.map((_, i) => colourOfRun(i));
  if (!known) return byPosition;
  const colours = assignColours(known, known.find((c) => c.baseline)?.key ?? null);
  const [, ...others] = sides.map((side) => colours.get(cellKey(side)));
  if (others.some((colour) => colour === undefined || colour === "rest")) return byPosition;
  const taken = new Set(colours.values());
  const palette = Array.from({ length: PALETTE_SIZE }, (_, i) => i + 1);
  const ofBaseline: RunColour = palette.find((colour) => !taken.has(colour)) ?? "rest";
  return ["ink", ...others.map((colour) => (colour === undefined || colour === "ink" ? ofBaseline : colour))];
}
