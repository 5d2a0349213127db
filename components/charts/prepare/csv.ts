import { visibleName } from "#server/contracts/visible-name.ts";
import type { PlotModel, PlotSeries, Samples } from "#server/plot/plot-model.ts";
import { smoothedIn } from "#server/plot/read-out.ts";
import { spreadsheetText } from "#server/wording/spreadsheet-text.ts";

const HEAD = [
  "line",
  "configuration",
  "run",
  "run_name",
  "attempt",
  "metric",
  "unit",
  "axis",
  "x",
  "x_first",
  "x_last",
  "value",
  "smoothed",
  "smoothed_x",
  "low",
  "high",
  "n",
  "nan",
  "inf",
  "neg_inf",
];

/** What a chart says of all its lines where neither they nor its y axis do. */
export interface CsvSubject {
  metric: string;
  runName?: string;
}

/**
 * The samples of a chart as CSV, one line per series and x, in the unit of the store and with every digit: the same columns
 * for every chart, so that files of several can stand under each other. Their meanings are in `components/charts/README.md`.
 */
export function toCsv(model: PlotModel, subject: CsvSubject): string {
  const lines = [HEAD.join(",")];
  for (const one of model.series) {
    const measured = one.behind?.samples ?? one.line.samples;
    const identity = identityOf(one, model, subject).map(quote).join(",");
    for (let index = 0; index < measured.x.length; index++)
      lines.push(`${identity},${cells(one, measured, index, model).join(",")}`);
  }
  return `${lines.join("\n")}\n`;
}

function identityOf(one: PlotSeries, { x, y }: PlotModel, { metric, runName = "" }: CsvSubject): string[] {
  const isOfRun = one.run !== null;
  return [
    one.name || one.label,
    one.variant ?? "",
    one.run ?? "",
    one.runName ?? (isOfRun ? runName : ""),
    one.attempt === null ? "" : String(one.attempt),
    one.metric ?? y.metric ?? metric,
    // Stored from 0 to 1, drawn in per cent.
    y.kind === "share" ? "share" : y.unit,
    x.label,
  ];
}

function cells(
  one: PlotSeries,
  measured: Samples,
  index: number,
  { counted, smoothed }: PlotModel,
): (string | number)[] {
  const { x, from, to, bounds, n, nonFinite, posInf, negInf } = measured;
  const [inf, negative] = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
  return [
    x[index],
    from[index],
    to[index],
    // A mean of smoothed seeds is nothing that was measured; that none of them is finite was.
    smoothed && !Number.isNaN(measured.y[index]) ? "" : valueOf(measured, index),
    ...(smoothed ? smoothedAt(measured, index) : smoothedCells(one, index)),
    bounds ? known(bounds.low[index]) : "",
    bounds ? known(bounds.high[index]) : "",
    // Seeds are counted by their means, and what is not finite by its points.
    counted === "point" ? n[index] + nonFinite[index] : n[index],
    nonFinite[index] - inf - negative,
    inf,
    negative,
  ];
}

function valueOf({ y, nonFinite, posInf, negInf }: Samples, index: number): string | number {
  if (!Number.isNaN(y[index])) return y[index];
  const count = nonFinite[index];
  if (count === 0) return "";
  if (posInf?.[index] === count) return "Infinity";
  return negInf?.[index] === count ? "-Infinity" : "NaN";
}

function smoothedCells(one: PlotSeries, index: number): [value: string | number, x: string | number] {
  const at = smoothedIn(one, index);
  return at < 0 ? ["", ""] : smoothedAt(one.line.samples, at);
}

function smoothedAt({ x, y }: Samples, index: number): [value: string | number, x: string | number] {
  return Number.isNaN(y[index]) ? ["", ""] : [y[index], x[index]];
}

function known(value: number): string | number {
  return Number.isNaN(value) ? "" : value;
}

/** A text as one field; what a spreadsheet would run as a formula is marked as text. */
function quote(text: string): string {
  const safe = spreadsheetText(text);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** File systems take 255 bytes; three parts of this many characters stay below that, unless they are hardly Latin. */
const MOST = 60;
const REFUSED = /[\\/:*?"<>|]+/g;

/** What a saved chart is called, without an ending: of what its page speaks, the widest first, then its title. */
export function fileName(title: string, place: readonly string[]): string {
  const parts = [...new Set([...place, title])].map((part) =>
    visibleName(part).replace(REFUSED, "-").slice(0, MOST).trim(),
  );
  // Of many the nearest say most.
  return parts.filter(Boolean).slice(-3).join(", ").replace(/^\.+/, "") || "chart";
}
