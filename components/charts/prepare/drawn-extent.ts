import type { ZoomRange } from "../types.ts";
import type { Area, Line, PlotSeries } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

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
