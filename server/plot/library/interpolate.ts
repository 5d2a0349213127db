/** What lies between two places of a scale: ours go from number to number, so nothing asks what a word, a date or a colour is. */
function interpolateNumber(from: number, to: number): (share: number) => number {
  return (share) => from * (1 - share) + to * share;
}

/** To whole pixels. */
function interpolateRound(from: number, to: number): (share: number) => number {
  return (share) => Math.round(from * (1 - share) + to * share);
}

/** Of scales with a middle, which no axis is. */
function piecewise(): never {
  throw new Error("Charts have no scales with a middle.");
}

/** By the names that d3 asks for. */
export { interpolateNumber, interpolateNumber as interpolate, interpolateRound, piecewise };
