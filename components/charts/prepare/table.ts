import type { PlotSeries, PlotModel } from "#server/plot/plot-model.ts";
import { sampleAt, smoothedIn } from "#server/plot/read-out.ts";

/** Every x at which one of the lines has a sample, ascending and each once. */
export function tableRows(series: readonly PlotSeries[]): number[] {
  const columns = series.map(({ line, behind }) => (behind ?? line).samples.x);
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let filled = 0;
  for (const column of columns) {
    all.set(column, filled);
    filled += column.length;
  }
  return Array.from(all.sort()).filter((x, index, sorted) => x !== sorted[index - 1]);
}

/** Index of the drawn sample of a line that speaks for a row, or -1: of a smoothed one, that of the bucket in this row. */
export function rowSample({ line, behind }: Pick<PlotSeries, "line" | "behind">, x: number): number {
  return behind ? smoothedIn({ line, behind }, sampleAt(behind.samples, x)) : sampleAt(line.samples, x);
}

/** What the words of a chart of bands call its fill, after what they call its line. */
const BAND = /[,;]? ?band = (.*)$/;
/** The scale of the drawing, which no number in a table has. */
const ON_LOG = /^log(, |$)|, log(?=,|$)/;

type Told = Pick<PlotModel, "series" | "counted" | "smoothed" | "y">;

/** What stands in a cell of a chart's table, in the order in which it stands there; `text` are the words of the chart itself. */
export function tableWords(model: Told, text: string): string {
  const { series, smoothed, y } = model;
  const words = (y.log ? text.replace(ON_LOG, "") : text).replace(BAND, "");
  const value = valueWords(words, y.kind === "share" ? "%" : y.unit);
  const isBehind = series.some(({ behind }) => behind !== null);
  const how = isBehind ? ", smoothed; raw is as measured" : smoothed ? ", smoothed" : "";
  const rest = besideWords(model, BAND.exec(text)?.[1]);
  return `In each cell: ${value}${how}${rest.length > 0 ? `; then ${rest.join(", ")}` : ""}.`;
}

/** The words of a chart begin with its unit, or do not tell it. */
function valueWords(words: string, unit: string): string {
  if (words === "") return unit === "" ? "the value" : `the value in ${unit}`;
  const isOfUnit = words === unit || words.startsWith(`${unit},`) || words.startsWith(`${unit};`);
  return unit !== "" && isOfUnit ? `the value in ${words}` : `the value (${words})`;
}

/** What stands after the value, by what the lines are of and not by what is said of them. */
function besideWords({ series, counted }: Told, band = "95 % t interval"): string[] {
  const measured = series.map(({ line, behind }) => (behind ?? line).samples);
  const hasBounds = measured.some(({ bounds }) => bounds !== null);
  if (series.some(({ dots }) => dots)) {
    const isCounted = measured.some(({ hits }) => hits?.some((count) => !Number.isNaN(count)));
    return [isCounted ? "how many of n" : "n", ...(hasBounds ? ["[interval]"] : [])];
  }
  if (counted === "mean") return ["how many seeds", ...(hasBounds ? [`[${band}]`] : [])];
  if (counted === "lowest seed") return ["how many seeds", ...(hasBounds ? ["their lowest to highest"] : [])];
  return hasBounds ? ["how many points the stretch has", "their lowest to highest"] : [];
}
