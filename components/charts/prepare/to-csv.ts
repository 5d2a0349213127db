import type { PlotModel, PlotSeries, Samples } from "./plot-model.ts";
import { sampleAt } from "./sample-at.ts";

const HEAD = "series,line,run,attempt,x,x_first,x_last,value,smoothed,low,high,n,nan,inf,neg_inf";

/**
 * The samples of a chart as CSV, one line per series and x, in the unit of the store and with every digit. Empty cells are
 * what was not measured or does not apply; a sample that has only points which are not finite is NaN, Infinity or -Infinity.
 * `n` counts all points, seeds or problems there, those that are not finite too; `nan`, `inf` and `neg_inf` are of it.
 */
export function toCsv({ series }: PlotModel): string {
  const lines = [HEAD];
  for (const one of series) {
    const measured = one.behind?.samples ?? one.line.samples;
    const identity = [quote(one.key), quote(one.name), quote(one.run ?? ""), one.attempt ?? ""].join(",");
    for (let index = 0; index < measured.x.length; index++)
      lines.push(`${identity},${cells(one, measured, index).join(",")}`);
  }
  return `${lines.join("\n")}\n`;
}

function cells(one: PlotSeries, measured: Samples, index: number): (string | number)[] {
  const { x, from, to, bounds, n, nonFinite, posInf, negInf } = measured;
  const [inf, negative] = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
  return [
    x[index],
    from[index],
    to[index],
    valueOf(measured, index),
    one.behind ? smoothedAt(one, x[index]) : "",
    bounds ? known(bounds.low[index]) : "",
    bounds ? known(bounds.high[index]) : "",
    n[index] + nonFinite[index],
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

function smoothedAt({ line: { samples } }: PlotSeries, x: number): string | number {
  const index = sampleAt(samples, x);
  return index < 0 ? "" : known(samples.y[index]);
}

function known(value: number): string | number {
  return Number.isNaN(value) ? "" : value;
}

/** A text as one field; what a spreadsheet would run as a formula is marked as text. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
