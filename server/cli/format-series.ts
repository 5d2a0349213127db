import type { PrintedWindow } from "../contracts/printed-window.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { plain } from "./print.ts";

/** A window as lines: what it is, then x and value of each point or bucket. */
export function formatSeries(window: PrintedWindow, askedAxis: string): string[] {
  const { metric, attempt, damaged } = window;
  const name = `${metric}, attempt ${attempt}`;
  if (damaged !== undefined) return [`# ${plain(`${name}: ${damaged}`)}`];
  const facts = [
    `${name}, ${countOf(window.total, "point")}`,
    ...(window.raw ? [] : [`bucketed to ${writeCount(window.x0.length)} (mean)`]),
    ...(window.axis === askedAxis ? [] : [`over ${window.axis}, the only x it has`]),
    ...(window.hidden > 0 ? [`${writeCount(window.hidden)} hidden by a later attempt`] : []),
    ...(window.unplaced > 0 ? [`${writeCount(window.unplaced)} without a place on ${askedAxis}`] : []),
  ];
  const points = window.x0.map((x, i) => {
    const cells = [
      window.mean[i] ?? "",
      window.nan[i] > 0 ? "NaN" : "",
      window.posInf[i] > 0 ? "inf" : "",
      window.negInf[i] > 0 ? "-inf" : "",
    ];
    return `${x}\t${cells.filter((cell) => cell !== "").join(" ")}`;
  });
  return [`# ${plain(facts.join(", "))}`, ...points];
}
