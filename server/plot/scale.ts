import { extent } from "d3-array";
import { scaleLinear, scaleLog } from "d3-scale";
import { percentOfWidth } from "../numbers/round.ts";
import { fitDomain } from "./domain.ts";
import { HUGE, linearTicks } from "./ticks.ts";

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
  // From the largest number of one sign it is no distance any more to one of the other.
  const shrink = !log && Math.max(...domain.map(Math.abs)) > HUGE ? 4 : 1;
  const ends = [domain[0] / shrink, domain[1] / shrink];
  const place = log ? scaleLog(ends, range) : scaleLinear(ends, range);
  const [start, end] = range;
  const far = FAR * Math.abs(end - start);
  // Before it is placed too: so many widths away that the pixels are no number.
  const away = FAR * Math.abs(ends[1] - ends[0]);
  const least = log ? Math.min(...ends) : Math.min(...ends) - away;
  const most = log ? Number.MAX_VALUE : Math.max(...ends) + away;
  const within = (value: number) => Math.max(least, Math.min(most, value));
  return {
    domain,
    log,
    toPx: (value) => Math.max(start - far, Math.min(start + far, place(within(value / shrink)))),
    toValue: (px) => place.invert(px) * shrink,
  };
}

/** An axis in per cent of its width, so that a drawing needs no measured size: SVG takes per cent as coordinates. */
export interface PercentAxis {
  domain: [number, number];
  ticks: number[];
  /** "43.5%" */
  place: (value: number) => string;
  /** Width of a stretch, "12.0%". */
  span: (from: number, to: number) => string;
}

/** Values outside the domain are drawn at its edge. */
export function percentAxis(domain: [number, number], ticks: number): PercentAxis {
  const share = scaleLinear(domain, [0, 1]).clamp(true);
  return {
    domain,
    ticks: linearTicks(domain, ticks),
    place: (value) => percentOfWidth(share(value)),
    span: (from, to) => percentOfWidth(Math.max(0, share(to) - share(from))),
  };
}

/** The domain of differences: holds every interval and the zone of undetectable ones, always with zero. */
export function differenceDomain(
  rows: { difference: number | null; interval?: { low: number; high: number } | null }[],
  smallest = 0,
): [number, number] {
  const values = rows.flatMap(({ difference, interval }) => [difference, interval?.low, interval?.high]);
  const [low = 0, high = 0] = extent([0, -smallest, smallest, ...values], (value) => value);
  const margin = (high - low || 1) * 0.06;
  return fitDomain(low - margin, high + margin, { kind: "number", even: true });
}
