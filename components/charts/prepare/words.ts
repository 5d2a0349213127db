import { visitDrawn } from "#server/plot/domain.ts";
import type { PlotModel, Line } from "#server/plot/plot-model.ts";
import { visibleRange } from "#server/plot/stretches.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf } from "#server/wording/counts.ts";
import { quantityText } from "#server/wording/quantities.ts";

/**
 * What stands beside the title of a chart whose y is drawn on a log axis: "nats, log". A caption that follows the unit may be
 * cut at its end, so there it comes first.
 */
export function unitOnScale<Unit>(unit: Unit, log: boolean): Unit | string {
  if (!log || (unit && typeof unit !== "string")) return unit;
  if (!unit) return "log";
  return String(unit).includes(", ") ? `log, ${String(unit)}` : `${String(unit)}, log`;
}

/** What stands in place of a drawing without lines, whose axes would be of nothing. */
export const ALL_HIDDEN = {
  kind: "empty",
  title: "All lines are hidden",
  reason: "Show one in the list.",
} as const;

export function isAllHidden({ series, lines }: Pick<PlotModel, "series" | "lines">): boolean {
  return lines.length > 0 && series.length === 0;
}

/** What a chart says that has points of which none has a place on its x. */
export function nonePlaced(points: number, axis: string): { kind: "empty"; title: string; reason: string } {
  const what = points > 1 ? `None of ${countOf(points, "point")} has` : "The only point has";
  return {
    kind: "empty",
    title: "No point is drawn",
    reason: `${what} a place over ${axis}. Choose another x.`,
  };
}

/**
 * What a chart says that has no point: that the first one is waited for or, where all of the runs that it would be drawn from
 * have ended, that none will come. `ended` is how many those are, 0 while one of them may still send.
 */
export function noPoints(ended: number): { kind: "empty"; title: string; reason: string } {
  if (ended === 0)
    return { kind: "empty", title: "No points yet", reason: "The first one appears here without a reload." };
  const reason =
    ended > 2
      ? `All ${countOf(ended, "run")} have ended, and none sent one.`
      : ended === 2
        ? "Both runs have ended, and neither sent one."
        : "The run has ended and sent none.";
  return { kind: "empty", title: "No points", reason };
}

/** Lines that are told one by one. */
const TOLD = 12;

/** A chart in one sentence per line, for people who do not see it: from, to, lowest and highest of what is shown. */
export function summarise(model: PlotModel): string {
  const { series, x, y, notes, flags } = model;
  const write = (value: number) =>
    quantityText({ value, kind: y.kind, unit: y.kind === "share" ? "share" : "" });
  const lines = series
    .filter((one) => one.role !== "rest")
    .flatMap((one) => {
      const ends = shownEnds(one.line, x.domain);
      if (!ends) return [];
      let [lowest, highest] = [Infinity, -Infinity];
      visitDrawn({ ...one, behind: null, members: [], area: null, whisker: null }, x.domain, (value) => {
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
      });
      const { x: at, y: values } = one.line.samples;
      const [first, last] = ends.map(
        (index) => `${write(values[index])} at ${writePlace(at[index], x.kind)}`,
      );
      return [
        `${one.name ? `${one.name}: ` : ""}${first}, ${last}, lowest ${write(lowest)}, highest ${write(highest)}`,
      ];
    });
  const more = lines.length > TOLD ? [countOf(lines.length - TOLD, "more line")] : [];
  const rules = flags.map((flag) => `${flag.level} ${flag.rule} from ${writePlace(flag.x0, x.kind)}`);
  const told = [...lines.slice(0, TOLD), ...more, ...notes, ...rules];
  return `${told.map((message) => `${message}. `).join("")}Horizontal: ${x.label}.${y.log ? " Vertical: log." : ""}`;
}

/** First and last sample of a line that are drawn and shown; null without any. */
function shownEnds({ samples, runs }: Line, domain: [number, number]): [number, number] | null {
  const [first, end] = visibleRange(samples, domain);
  let ends: [number, number] | null = null;
  for (let run = 0; run < runs.length; run += 2) {
    const [start, stop] = [Math.max(runs[run], first), Math.min(runs[run + 1], end)];
    if (start < stop) ends = [ends?.[0] ?? start, stop - 1];
  }
  return ends;
}
