import { toDigits } from "../numbers/round.ts";
import type { ValueKind } from "../wording/quantities.ts";
import type { PlotSeries, Area, Line } from "./plot-model.ts";
import type { XAxisSpec, ZoomRange } from "./series.ts";
import { visibleRange } from "./stretches.ts";
import { HUGE, niceStep } from "./ticks.ts";

/** Grid lines above the lowest that a small chart has; the domain is rounded for those. */
const LINES = 2;
/** The domain begins at a tick where that leaves less than this share of the height empty under the values. */
const LEAST_EMPTY = 0.25;
/** A metric whose values reach down to this share of its largest is shown with its zero. */
const NEAR_ZERO = 0.35;
/** Below this everything is zero for the eye. */
const TINY = 1e-30;
/** The least power of ten with all its digits. */
const LEAST_DECADE = 1e-307;

interface FitOptions {
  kind: ValueKind;
  log?: boolean;
  /** Bounds that are given; null fits. */
  fixed?: [number | null, number | null];
  /** Least span, as a share of the largest value; the values stand in its middle. */
  least?: number;
  /** Both ends are alike: on half a tick, whatever is empty there. */
  even?: boolean;
}

/**
 * The y domain for values between `low` and `high`. A share is shown from 0 to 100 %, so that a small change does not fill
 * the frame; other quantities start at zero where they come near it. It begins at a tick unless that is far below, and ends on
 * half a tick. A log axis is whole decades.
 */
export function fitDomain(
  low: number,
  high: number,
  { kind, log, fixed, least = 0, even = false }: FitOptions,
): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return fallback(log, fixed);
  if (log)
    return [
      fixed?.[0] ?? Math.max(LEAST_DECADE, 10 ** Math.floor(Math.log10(low))),
      fixed?.[1] ?? decadeAbove(low, high),
    ];
  const room = Math.max(0, Math.max(Math.abs(low), Math.abs(high)) * least - (high - low)) / 2;
  const [from, to] = kind === "share" ? shareDomain(low, high) : rounded(low - room, high + room, kind, even);
  return [fixed?.[0] ?? from, fixed?.[1] ?? to];
}

/** A difference of shares may be negative. */
function shareDomain(low: number, high: number): [number, number] {
  const to = Math.max(1, high);
  return [low < 0 ? rounded(low, to, "share", false)[0] : 0, to];
}

function rounded(low: number, high: number, kind: ValueKind, even: boolean): [number, number] {
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  if (magnitude > HUGE) {
    const [from, to] = rounded(low / HUGE, high / HUGE, kind, even);
    return [Math.max(-Number.MAX_VALUE, from * HUGE), Math.min(Number.MAX_VALUE, to * HUGE)];
  }
  // A constant, give or take the rounding of its digits, stands in the middle of a tenth of itself.
  if (!(high - low > Math.max(magnitude, TINY) * 1e-9)) {
    const margin = magnitude > TINY ? magnitude / 10 : 1;
    return low >= 0 && low < margin ? [0, 1] : rounded(low - margin, high + margin, kind, even);
  }
  const from = low >= 0 && low <= high * NEAR_ZERO ? 0 : low;
  const step = niceStep(high - from, LINES, kind);
  const grid = kind === "count" && step === 1 ? 1 : step / 2;
  const to = clean(Math.ceil(high / grid - 1e-9) * grid);
  const tick = clean(Math.floor(from / step + 1e-9) * step);
  const isNear = !even && from - tick < (to - tick) * LEAST_EMPTY;
  return [isNear ? tick : clean(Math.floor(from / grid + 1e-9) * grid), to];
}

function clean(value: number): number {
  return toDigits(value, 12);
}

function decadeAbove(low: number, high: number): number {
  const bottom = Math.floor(Math.log10(low));
  const decade = 10 ** Math.max(Math.ceil(Math.log10(high) - 1e-9), bottom + 1);
  return Math.min(Number.MAX_VALUE, Math.max(LEAST_DECADE * 10, decade));
}

function fallback(log: boolean | undefined, fixed: FitOptions["fixed"]): [number, number] {
  return [fixed?.[0] ?? (log ? 0.1 : 0), fixed?.[1] ?? 1];
}

/** From the first sample to the last; null without any. */
export function sampleReach(series: readonly PlotSeries[]): ZoomRange | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { line, behind } of series)
    for (const { from, to } of behind ? [line.samples, behind.samples] : [line.samples]) {
      if (from.length === 0) continue;
      first = Math.min(first, from[0]);
      last = Math.max(last, to[to.length - 1]);
    }
  return first <= last ? [first, last] : null;
}

/** Where a log axis may begin, and how narrow another may be: below it the digits of numbers end. */
const LEAST_X = 1e-290;

/** All of x: what was given, or from the first sample to the last. A single one stands in the middle of its room. */
export function fullDomain(reach: ZoomRange | null, { domain, scale }: XAxisSpec): ZoomRange {
  const log = scale === "log";
  const [from, to] = domain ?? reach ?? (log ? [1, 10] : [0, 1]);
  if (!log) return to - from > LEAST_X ? [from, to] : aroundSingle(from);
  // A bucket may begin below the axis; it shows one decade of it at least.
  const high = to > 0 ? to : 10;
  const low = from > 0 ? from : Math.max(LEAST_X, Math.min(high / 10, 1));
  return low < high
    ? [low, high]
    : [Math.max(LEAST_X, low / 10), Math.max(LEAST_X * 10, Math.min(Number.MAX_VALUE, low * 10))];
}

/** Far from zero one more is no other number. */
function aroundSingle(x: number): ZoomRange {
  const room = Math.max(1, Math.abs(x) * 1e-9);
  return [Math.max(-Number.MAX_VALUE, x - room), Math.min(Number.MAX_VALUE, x + room)];
}

/** The stretch that is asked for where it is one, else all. */
export function zoomedDomain(full: ZoomRange, zoom: ZoomRange | null | undefined, log: boolean): ZoomRange {
  if (!zoom) return full;
  const [from, to] = [log && zoom[0] <= 0 ? full[0] : zoom[0], zoom[1]];
  return Number.isFinite(from) && Number.isFinite(to) && isStretch([from, to]) ? [from, to] : full;
}

/** A stretch of fewer than about ten neighbouring numbers has nothing to draw; nor has one of no size at all. */
const FINEST = 1e-15;
const LEAST_SPAN = 1e-290;

/** Whether a stretch is ascending and wide enough to be drawn. */
export function isStretch([from, to]: readonly [number, number]): boolean {
  const size = Math.max(Math.abs(from), Math.abs(to));
  return to - from > Math.max(size * FINEST, LEAST_SPAN);
}

/** Called for every value that is drawn; an area calls it with both bounds. */
export type Visit = (value: number) => void;

/** `lines`: no areas and bars. `measured`: no smoothed line, but the points behind it. */
export type Parts = "lines" | "measured" | "all";

/** Visits every value that is drawn inside `domain`, or anywhere where it is null. */
export function visitDrawn(
  { line, behind, members, area, whisker }: PlotSeries,
  domain: ZoomRange | null,
  visit: Visit,
  parts: Parts = "all",
): void {
  if (parts !== "measured" || !behind) visitRuns(line, line.samples.y, domain, visit);
  if (behind) visitRuns(behind, behind.samples.y, domain, visit);
  for (const member of members) visitRuns(member, member.samples.y, domain, visit);
  if (parts === "lines") return;
  if (area) {
    visitRuns(area, area.low, domain, visit);
    visitRuns(area, area.high, domain, visit);
  }
  if (whisker) {
    visit(whisker.low);
    visit(whisker.high);
  }
}

function visitRuns(
  { samples, runs }: Line | Area,
  column: Float64Array,
  domain: ZoomRange | null,
  visit: Visit,
): void {
  const [first, end] = domain ? visibleRange(samples, domain) : [0, column.length];
  for (let run = 0; run < runs.length; run += 2) {
    const stop = Math.min(runs[run + 1], end);
    for (let index = Math.max(runs[run], first); index < stop; index++)
      if (!Number.isNaN(column[index])) visit(column[index]);
  }
}

/** Least and greatest value drawn inside `domain`; [Infinity, -Infinity] where there is none. */
export function drawnExtent(
  series: readonly PlotSeries[],
  domain: ZoomRange | null,
  parts: Parts = "all",
  counts: (value: number) => boolean = () => true,
): [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  const visit = (value: number) => {
    if (!counts(value)) return;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  };
  for (const one of series) visitDrawn(one, domain, visit, parts);
  return [least, greatest];
}
