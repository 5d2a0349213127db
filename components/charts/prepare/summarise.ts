import { formatCount } from "#components/ui/format/format-count.ts";
import { formatValue } from "#components/ui/format/format-value.ts";
import type { PlotModel } from "./plot-model.ts";

/** A chart in one sentence per line, for people who do not see it: from, to, lowest and highest. */
export function summarise({ series, x, y, strips, flags }: PlotModel): string {
  const unit = y.kind === "share" ? " %" : "";
  const write = (value: number) => formatValue(value, y.kind) + unit;
  const lines = series
    .filter((one) => one.role !== "rest" && one.line.length > 0)
    .slice(0, 12)
    .map(({ label, line }) => {
      const points = line.flat();
      const values = points.map((point) => point.y);
      const [first, last] = [points[0], points[points.length - 1]];
      const range = `lowest ${write(Math.min(...values))}, highest ${write(Math.max(...values))}`;
      return `${label}: ${write(first.y)} at ${formatCount(first.x)}, ${write(last.y)} at ${formatCount(last.x)}, ${range}`;
    });
  const marks = strips.map(({ meaning, marks: points }) => {
    const count = points.reduce((sum, mark) => sum + mark.count, 0);
    return `${count} ${count === 1 ? "point is" : "points are"} ${meaning}`;
  });
  const rules = flags.map((flag) => `${flag.level} ${flag.rule} from ${formatCount(flag.x0)}`);
  return `${[...lines, ...marks, ...rules].join(". ")}. Horizontal: ${x.label}.`;
}
