import { countOf } from "#server/wording/counts.ts";
import { writePlace } from "#server/wording/axes.ts";
import { quantityText } from "#server/wording/quantities.ts";
import { visitDrawn } from "./drawn-extent.ts";
import type { Line, PlotModel } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

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
  return `${told.map((sentence) => `${sentence}. `).join("")}Horizontal: ${x.label}.${y.log ? " Vertical: log." : ""}`;
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
