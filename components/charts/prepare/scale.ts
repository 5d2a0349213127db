/** From values to pixels and back, on a linear or a base-10 logarithmic axis. */
export interface Scale {
  domain: [number, number];
  log: boolean;
  toPx: (value: number) => number;
  toValue: (px: number) => number;
}

/**
 * `range` are the pixels of the two ends of the domain; for y the first is the lower edge. A log domain is positive; zero
 * and less lie at its lower end, where an envelope that reaches below leaves the picture.
 */
export function createScale(domain: [number, number], range: [number, number], log = false): Scale {
  const bend = log
    ? (value: number) => Math.log10(Math.max(value, Math.min(domain[0], domain[1])))
    : (value: number) => value;
  const unbend = log ? (value: number) => 10 ** value : (value: number) => value;
  const [from, to] = [bend(domain[0]), bend(domain[1])];
  const length = to - from || 1;
  return {
    domain,
    log,
    toPx: (value) => range[0] + ((bend(value) - from) / length) * (range[1] - range[0]),
    toValue: (px) => unbend(from + ((px - range[0]) / (range[1] - range[0] || 1)) * length),
  };
}
