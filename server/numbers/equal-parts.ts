/** A stretch cut into parts of equal width. Exact enough for a reader, and finite also from -1e308 to 1e308. */
export interface EqualParts {
  /** The part that x lies in, from 0; what lies outside counts to the nearest. */
  partOf(x: number): number;
  middleOf(part: number): number;
}

/** Cuts the stretch from `low` to `high`; one without a width counts as 1 wide per part. */
export function equalParts(low: number, high: number, parts: number): EqualParts {
  const width = (high - low) / parts || 1;
  const within = (part: number) => Math.max(0, Math.min(parts - 1, Math.floor(part) || 0));
  if (width < Infinity)
    return {
      partOf: (x) => within((x - low) / width),
      middleOf: (part) => low + (part + 0.5) * width,
    };
  // Of halves the difference is a number.
  const half = high / 2 - low / 2;
  return {
    partOf: (x) => within(((x / 2 - low / 2) / half) * parts),
    middleOf: (part) => low * (1 - (part + 0.5) / parts) + high * ((part + 0.5) / parts),
  };
}
