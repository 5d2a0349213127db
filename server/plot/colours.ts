/** Colour of a run: ink for the baseline or an only run, a place 1 to 12 in the palette, or grey for the rest. */
export type RunColour = "ink" | "rest" | number;

/** Of a line: that of its run, or of groups that are all solved or all failed the pair that these have on every page. */
export type LineColour = RunColour | "solved" | "failed";

/** Metrics whose line has the colour of what it counts. */
export const CAUSE_COLOURS: Readonly<Record<string, LineColour>> = {
  "group/all_solved_share": "solved",
  "group/all_failed_share": "failed",
};

/** Colours that stay apart under every kind of colour vision; further ones are never recycled. */
export const PALETTE_SIZE = 12;

interface Variant {
  key: string;
  /** Its place in its experiment (`CellPlace`): the colour it has there, whatever is filtered, sorted or added. */
  place: number;
}

/**
 * Colours of variants: the baseline is ink, the others have the colour of their place. Where two experiments claim one
 * colour the first given has it; who has none takes the lowest free one, and beyond the palette is "rest", grey and unlabelled.
 */
export function assignColours(variants: Variant[], baseline: string | null): Map<string, RunColour> {
  const others = variants.filter((variant) => variant.key !== baseline);
  const taken = new Set<number>();
  const colours = new Map<string, RunColour>();
  if (baseline !== null) colours.set(baseline, "ink");
  for (const { key, place } of others) {
    if (place < 1 || place > PALETTE_SIZE || taken.has(place)) continue;
    taken.add(place);
    colours.set(key, place);
  }
  let next = 1;
  for (const { key } of others) {
    if (colours.has(key)) continue;
    while (taken.has(next)) next++;
    colours.set(key, next <= PALETTE_SIZE ? next : "rest");
    if (next <= PALETTE_SIZE) taken.add(next);
  }
  return colours;
}
