/** What lies between two places of a scale: ours go from number to number, so nothing asks what a word, a date or a colour is. */
export function interpolateNumber(from: number, to: number): (share: number) => number {
  return (share) => from * (1 - share) + to * share;
}

/** To whole pixels. */
export function interpolateRound(from: number, to: number): (share: number) => number {
  return (share) => Math.round(from * (1 - share) + to * share);
}

/** Of scales with a middle, which no axis is. */
export function piecewise(): never {
  throw new Error("Charts have no scales with a middle.");
}

export { interpolateNumber as interpolate };
