import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { Area, Line, PlotModel, PlotSeries } from "#server/plot/plot-model.ts";
import type { Scale } from "#server/plot/scale.ts";
import { visibleRange } from "#server/plot/stretches.ts";
import { writeDifference } from "#server/wording/quantities.ts";

export interface BandVerdict {
  outside: boolean;
  /** "in band", "no band", "+3.8 pp" beyond the nearer edge. */
  text: string;
}

/** Where a measured share lies against the band it was expected in; shares from 0 to 1. */
export function bandDistance(share: number, expected: { low: number; high: number } | null): BandVerdict {
  if (!expected) return { outside: false, text: "no band" };
  const beyond = share > expected.high ? share - expected.high : Math.min(0, share - expected.low);
  if (beyond === 0) return { outside: false, text: "in band" };
  return { outside: true, text: writeDifference({ value: beyond, unit: "share" }) };
}

/**
 * What one chart may cost the chart library's own marks, in points of a line. At 6,000 an update stays near 50 ms; above,
 * drawing plain paths is two to five times faster.
 */
export const POINT_BUDGET = 2000;
/** A mark costs as much as this many points before its first point. */
const MARK_COST = 300;
/** A band costs three times the points of its line. */
const BAND_COST = 3;
/** The library fills an envelope at the middle of each bucket; wider ones, in px, would hide where their spikes are. */
const WIDEST_BUCKET = 1;

function countPoints({ runs }: Line | Area): number {
  let points = 0;
  for (let run = 0; run < runs.length; run += 2) points += runs[run + 1] - runs[run];
  return points;
}

/** What the marks of a chart cost, in points of a line. */
export function markCost(series: readonly PlotSeries[]): number {
  return series.reduce((sum, { line, behind, area }) => {
    const marks = 1 + (behind ? 1 : 0) + (area ? 1 : 0);
    const points = countPoints(line) + (behind ? countPoints(behind) : 0);
    return sum + points + (area ? countPoints(area) * BAND_COST : 0) + marks * MARK_COST;
  }, 0);
}

/**
 * `marks` while the chart library can draw this truthfully and in time, else `paths`. Its marks share one table of x, in
 * which a line must not be broken by the x of another, it dashes none in part, draws nothing for a point that stands alone, and
 * fills a bucket only at its middle.
 */
export function chooseLayer({ series }: PlotModel, x: Scale, budget = POINT_BUDGET): "marks" | "paths" {
  if (markCost(series) > budget) return "paths";
  if (series.some((one) => one.members.length > 0 || one.whole)) return "paths";
  const parts = series
    .flatMap(({ line, behind, area }) => [line, behind, area])
    .filter((part) => part !== null);
  if (parts.some(hasLonePoint) || series.some(({ area }) => area && hasWideBucket(area, x))) return "paths";
  return isUnbroken(series, parts) ? "marks" : "paths";
}

function hasLonePoint({ runs }: Line | Area): boolean {
  for (let run = 0; run < runs.length; run += 2) if (runs[run + 1] - runs[run] === 1) return true;
  return false;
}

function hasWideBucket({ samples }: Area, x: Scale): boolean {
  const [first, end] = visibleRange(samples, x.domain);
  for (let index = first; index < end; index++)
    if (x.toPx(samples.to[index]) - x.toPx(samples.from[index]) > WIDEST_BUCKET) return true;
  return false;
}

/** Whether each stretch of each line lies on neighbouring rows of the shared table. */
function isUnbroken(series: readonly PlotSeries[], parts: (Line | Area)[]): boolean {
  const place = new Map(toRows(series).map((row, index) => [row.x, index]));
  return parts.every(({ samples: { x }, runs }) => {
    for (let run = 0; run < runs.length; run += 2) {
      const [first, last] = [runs[run], runs[run + 1] - 1];
      if (place.get(x[last]) !== (place.get(x[first]) as number) + last - first) return false;
    }
    return true;
  });
}

/** One x of the shared table: a value per line, a pair per band, null where a line is broken. */
export type PlotRow = { x: number } & Record<string, number | [number, number] | null>;

/** Column of a series in the shared table. */
export function columnOf(key: string, part: "line" | "behind" | "area"): string {
  return `${part}:${key}`;
}

/**
 * The table that the chart library draws from. One table for all lines is about twice as fast as one per line. Between two
 * stretches a row of its own keeps them apart where no other series has one.
 */
export function toRows(series: readonly PlotSeries[]): PlotRow[] {
  const rows = new Map<number, PlotRow>();
  const rowAt = (x: number): PlotRow => {
    const row = rows.get(x) ?? { x };
    rows.set(x, row);
    return row;
  };
  const fill = ({ samples: { x }, runs }: Line | Area, write: (row: PlotRow, index: number) => void) => {
    for (let run = 0; run < runs.length; run += 2) {
      for (let index = runs[run]; index < runs[run + 1]; index++) write(rowAt(x[index]), index);
      if (run + 2 < runs.length) rowAt(x[runs[run + 1] - 1] / 2 + x[runs[run + 2]] / 2);
    }
  };
  for (const { key, line, behind, area } of series) {
    fill(line, (row, index) => {
      row[columnOf(key, "line")] = line.samples.y[index];
    });
    if (area)
      fill(area, (row, index) => {
        row[columnOf(key, "area")] = [area.low[index], area.high[index]];
      });
    if (behind)
      fill(behind, (row, index) => {
        row[columnOf(key, "behind")] = behind.samples.y[index];
      });
  }
  return [...rows.values()].sort((a, b) => a.x - b.x);
}

/** What the axes of a chart are drawn from. */
export type Frame = Pick<PlotLayout, "width" | "height" | "plot" | "x" | "y" | "xTicks" | "yTicks">;

/** Whether the axes of two layouts are the same drawing: points that arrive within the axes leave them as they are. */
export function sameFrame(a: Frame, b: Frame): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.x.log === b.x.log &&
    a.y.log === b.y.log &&
    sameNumbers(sidesOf(a), sidesOf(b)) &&
    sameNumbers([...a.x.domain, ...a.y.domain], [...b.x.domain, ...b.y.domain]) &&
    sameTicks(a.xTicks, b.xTicks) &&
    sameTicks(a.yTicks, b.yTicks)
  );
}

function sidesOf({ plot }: Frame): number[] {
  return [plot.left, plot.top, plot.right, plot.bottom];
}

function sameNumbers(a: number[], b: number[]): boolean {
  return a.every((value, index) => value === b[index]);
}

function sameTicks(a: Frame["xTicks"] | Frame["yTicks"], b: Frame["xTicks"] | Frame["yTicks"]): boolean {
  return (
    a.length === b.length &&
    a.every(({ value, text, exponent }, index) => {
      const other = b[index];
      return value === other.value && text === other.text && exponent === other.exponent;
    })
  );
}
