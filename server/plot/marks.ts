import { line } from "d3-shape";
import { isEvaluationMetric } from "../contracts/metrics.ts";
import { toPixel } from "../numbers/round.ts";
import { writeStretch } from "../wording/charts/axes.ts";
import { writeCount } from "../wording/counts.ts";
import type { EndLabel, Point } from "./labels.ts";
import type { PlacedName, PlotLayout } from "./layout-plot.ts";
import type { Area, Beyond, PlotSeries } from "./plot-model.ts";
import type { Seam } from "./series.ts";
import type { MarkCluster } from "./strips.ts";
import { textWidth } from "./text.ts";

/** Width of a line by its role: the baseline is the thing everything is read against. */
export const LINE_WIDTH = { baseline: 2, run: 1.5, beside: 0.8, rest: 0.8 };
/** Opacity of a line by its role. */
export const LINE_OPACITY = { baseline: 1, run: 1, beside: 0.4, rest: 0.45 };
/** Raw points behind a smoothed line, and the seeds behind their mean. */
export const BEHIND = { strokeWidth: 0.8, strokeOpacity: 0.32 };
export const MEMBER = { strokeWidth: 0.8, strokeOpacity: 0.4 };

/** Where a mean is of fewer seeds than elsewhere. */
export const DASHED = { strokeDasharray: "3 3", strokeLinecap: "butt" } as const;

/** Up to this many fills lie over each other at full strength, none is fainter than the least. */
const FEW_FILLS = 4;
const LEAST_FILL = 0.07;

/** Opacity of a fill by what it means; a baseline's band lies under all the others, and many fills must not be a wall. */
export function fillOpacity(means: Area["means"], role: PlotSeries["role"], fills: number): number {
  if (means === "interval") return role === "baseline" ? 0.13 : 0.16;
  return Math.max(LEAST_FILL, 0.13 * Math.min(1, FEW_FILLS / fills));
}

/** A point that stands alone is drawn this much wider than its line, else nobody would see it. */
export const LONE_DOT = 2.5;
/** An evaluation on its line: a dot this wide, as long as each has so much room, in px. */
export const EVALUATION = { strokeWidth: 4, strokeLinecap: "round" } as const;
const EVALUATION_ROOM = 7;

/** Whether the samples of a line are dots on it: it joins evaluations, and these stand apart. */
export function haveDots(one: PlotSeries, metric: string | undefined, { left, right }: Plot): boolean {
  const { dots, behind, role, line: drawn } = one;
  if (dots || behind || role === "rest" || !isEvaluationMetric(one.metric ?? metric ?? "")) return false;
  return drawn.samples.x.length * EVALUATION_ROOM <= right - left;
}

/** How far the foot of a text is under its middle, in px. */
export const TEXT_DROP = 3.5;
/** Baseline of the row of ticks above the lower edge, in px. */
export const TICK_BASE = 4;
export const TICK_LENGTH = 3.5;
/** An exponent is raised and smaller, since the font has no superscript minus. */
export const EXPONENT = { dy: -4, fontSize: 8.5 };
/** Where another attempt took over. */
export const SEAM = { strokeDasharray: "1 3" };
/** What a chart is read against besides its lines. */
export const REFERENCE = { strokeDasharray: "4 3" };
export const CROSS = { strokeWidth: 1.3 };
export const WHISKER = { strokeWidth: 1.6 };
/** Intervals of a single sample, and spikes of one bucket, which their fill alone would hardly show. */
export const BAR = {
  interval: { strokeWidth: 1.2, strokeOpacity: 1 },
  envelope: { strokeWidth: 0.8, strokeOpacity: 0.45 },
};
const LEADER = { strokeWidth: 0.8, opacity: 0.6 };
/** Dotted, so that nobody takes it for the line. */
const EARLY_LEADER = { strokeWidth: 0.8, opacity: 0.8, strokeDasharray: "1 2.5" };

const polyline = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).digits(1);

const SEAM_ABOVE = 8;
const BESIDE_SEAM = 4;
/** Font size of a seam's name, px. */
const SEAM_SIZE = 10.5;
const ABOVE_PLOT = 3;
const CROSS_HALF = 2.5;

type Plot = PlotLayout["plot"];

export const seamPath = (px: number, { top, bottom }: Plot): string =>
  `M${toPixel(px)} ${top - SEAM_ABOVE}V${bottom}`;

/** The name of a seam stands on its side that has more room. */
function seamName(px: number, { left, right, top }: Plot): PlacedName {
  const before = px > (left + right) / 2;
  return {
    x: toPixel(px + (before ? -BESIDE_SEAM : BESIDE_SEAM)),
    y: top - ABOVE_PLOT,
    anchor: before ? "end" : "start",
  };
}

/**
 * The names of all seams that have room, from left to right: one that would run into the one before it, or out of the plot, is
 * left out and its line alone stands there. Of several, each stands at the right of its seam, where it begins.
 */
export function seamNames(
  seams: readonly Seam[],
  toPx: (x: number) => number,
  plot: Plot,
): (PlacedName & { at: number; label: string })[] {
  if (seams.length === 1) return seams.map(({ x, label }) => ({ at: x, label, ...seamName(toPx(x), plot) }));
  let free = plot.left;
  return seams
    .toSorted((a, b) => a.x - b.x)
    .flatMap(({ x, label }) => {
      const from = toPx(x) + BESIDE_SEAM;
      const to = from + textWidth(label, SEAM_SIZE);
      if (from < free || to > plot.right) return [];
      free = to + BESIDE_SEAM;
      return { at: x, label, x: toPixel(from), y: plot.top - ABOVE_PLOT, anchor: "start" as const };
    });
}

/** A cross of a strip; `y` is its middle. */
export const crossPath = (px: number, y: number): string =>
  `M${toPixel(px - CROSS_HALF)} ${toPixel(y - CROSS_HALF)}l5 5m0 -5l-5 5`;

/** An arrow head at the edge that points lie beyond. */
export const arrowPath = (side: Beyond["side"], px: number, y: number): string =>
  side === "above"
    ? `M${toPixel(px - 3)} ${toPixel(y + 3)}l3 -5l3 5z`
    : `M${toPixel(px - 3)} ${toPixel(y - 3)}l3 5l3 -5z`;

/** The last interval of a line at the right edge, with an arrow head where it would go on. */
export function whiskerPath({ x, y0, y1, open }: PlotLayout["whiskers"][number]): string {
  const [px, high, low] = [x, y0, y1].map(toPixel);
  const above = open.high ? `M${px - 2} ${high + 3}L${px} ${high}l2 3` : "";
  const below = open.low ? `M${px - 2} ${low - 3}L${px} ${low}l2 -3` : "";
  return `M${px} ${high}V${low}${above}${below}`;
}

/** What ties a name to the end of its line; null where it stands there. */
export function leaderOf({ leader, early }: EndLabel) {
  if (leader.length === 0) return null;
  return { d: polyline(leader) ?? "", ...(early ? EARLY_LEADER : LEADER) };
}

/** What stands for several points at one place, in words: "at least 3 NaN, at 20 to 30". */
export const clusterWords = ({ count, atLeast, x0, x1 }: MarkCluster, meaning: string): string =>
  `${atLeast ? "at least " : ""}${writeCount(count)} ${meaning}, at ${writeStretch(x0, x1)}`;
