import type { RunColour } from "#components/ui/run-dot.tsx";

/** Colours that stay apart under every kind of colour vision; further ones are never recycled. */
export const PALETTE_SIZE = 12;

interface Variant {
  key: string;
  /** The colour it was given before; it keeps it whatever is filtered, sorted or added. */
  stored?: number | null;
}

/**
 * Colours of variants: the baseline is ink, the others keep their stored place and new ones take the lowest free place in the
 * order given. What has no place left is "rest", grey and unlabelled.
 */
export function assignColours(variants: Variant[], baseline: string | null): Map<string, RunColour> {
  const others = variants.filter((variant) => variant.key !== baseline);
  const taken = new Set<number>();
  const colours = new Map<string, RunColour>();
  if (baseline !== null) colours.set(baseline, "ink");
  for (const { key, stored } of others) {
    if (!stored || stored < 1 || stored > PALETTE_SIZE || taken.has(stored)) continue;
    taken.add(stored);
    colours.set(key, stored);
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
