import { percentOfWidth } from "#server/numbers/round.ts";
import { fitDomain } from "./fit-domain.ts";
import { linearTicks } from "./ticks.ts";

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
  const share = (value: number) =>
    Math.min(1, Math.max(0, (value - domain[0]) / (domain[1] - domain[0] || 1)));
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
  const values = rows.flatMap(({ difference, interval }) =>
    [difference, interval?.low, interval?.high].filter((value) => value !== null && value !== undefined),
  );
  const [low, high] = [Math.min(0, -smallest, ...values), Math.max(0, smallest, ...values)];
  const margin = (high - low || 1) * 0.06;
  return fitDomain(low - margin, high + margin, { kind: "number", even: true });
}
