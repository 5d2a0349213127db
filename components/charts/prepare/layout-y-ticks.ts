import type { PlotModel } from "./plot-model.ts";
import { linearTicks, logTicks } from "./ticks.ts";
import { type Tick, writeLogTicks, writeTicks } from "#server/wording/axes.ts";
import { withFoot } from "#server/wording/axis-foot.ts";

const PX_PER_TICK = 46;
/** Ticks closer than this are too many. */
const LEAST_APART = 28;
/** A number at the foot of the axis needs this much to the first tick above it. */
const LABEL_ROOM = 13;
/** Fewer have no scale. */
const LEAST = 2;
/** As many as are tried until there are two. */
const MOST = 8;
/** Beyond this a number is at the end of what numbers can be, and is not written once more. */
const HUGE = 1e300;
/** A bound that is a tick but for rounding, as a share of the domain. */
const SLACK = 1e-6;

/**
 * Two ticks or more. The axis of x stands at the lower end of the domain and would be read as zero without a number: ticks
 * that begin there are taken where there are such, else that end is written too, where it can be written truly.
 */
export function layoutYTicks(
  { y: { domain, kind, log, missing } }: Pick<PlotModel, "y">,
  pixels: number,
): Tick[] {
  if (missing !== null) return [];
  const count = Math.max(2, Math.min(4, Math.round(pixels / PX_PER_TICK)));
  if (log) return writeLogTicks(logTicks(domain, count + 1), kind);
  const span = domain[1] - domain[0];
  const isFoot = (tick: number) => Math.abs(tick - domain[0]) <= span * SLACK;
  const tried = [count, count + 1, count - 1, count + 2]
    .map((wanted) => linearTicks(domain, wanted, kind))
    .filter(({ length }) => length >= LEAST && (length - 1) * LEAST_APART <= pixels);
  const ticks = tried.find(([first]) => isFoot(first)) ?? tried[0] ?? finer(domain, count, kind);
  const [first] = ticks;
  if (first === undefined || isFoot(first) || !(span < HUGE)) return writeTicks(ticks, kind);
  if (((first - domain[0]) / span) * pixels < LABEL_ROOM) return writeTicks(ticks, kind);
  return withFoot(domain[0], ticks, kind, span);
}

type Kind = PlotModel["y"]["kind"];

function finer(domain: [number, number], count: number, kind: Kind): number[] {
  let ticks: number[] = [];
  for (let wanted = count; wanted <= MOST && ticks.length < LEAST; wanted++)
    ticks = linearTicks(domain, wanted, kind);
  return ticks;
}
