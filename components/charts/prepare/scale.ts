/** From values to pixels and back, on a linear or a base-10 logarithmic axis. */
export interface Scale {
  domain: [number, number];
  log: boolean;
  toPx: (value: number) => number;
  toValue: (px: number) => number;
}

/** What lies further away than this many widths of the axis is drawn there; the drawing has no more digits. */
const FAR = 1e4;

/**
 * `range` are the pixels of the two ends of the domain; for y the first is the lower edge. A log domain is positive; zero
 * and less lie at its lower end, where an envelope that reaches below leaves the picture.
 */
export function createScale(domain: [number, number], range: [number, number], log = false): Scale {
  // The distance of the two largest numbers of either sign is none.
  const shrink = Number.isFinite(domain[1] - domain[0]) ? 1 : 4;
  const least = Math.min(domain[0], domain[1]);
  const bend = log
    ? (value: number) => Math.log10(Math.max(value, least))
    : (value: number) => value / shrink;
  const unbend = log ? (value: number) => 10 ** value : (value: number) => value * shrink;
  const [from, to] = [bend(domain[0]), bend(domain[1])];
  const length = to - from || 1;
  const [start, span] = [range[0], range[1] - range[0]];
  return {
    domain,
    log,
    toPx: (value) => start + Math.max(-FAR, Math.min(FAR, (bend(value) - from) / length)) * span,
    toValue: (px) => unbend(from + ((px - start) / (span || 1)) * length),
  };
}
