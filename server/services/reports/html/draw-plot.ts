import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";
import { toPixel } from "../../../numbers/round.ts";
import type { LineColour } from "../../../plot/colours.ts";
import { layoutPlot, type PlotLayout } from "../../../plot/layout-plot.ts";
import {
  arrowPath,
  BAR,
  clusterWords,
  CROSS,
  crossPath,
  DASHED,
  EXPONENT,
  EVALUATION,
  fillOpacity,
  haveDots,
  leaderOf,
  LINE_OPACITY,
  LINE_WIDTH,
  LONE_DOT,
  SEAM,
  seamNames,
  seamPath,
  TEXT_DROP,
  TICK_BASE,
  TICK_LENGTH,
  WHISKER,
  whiskerPath,
} from "../../../plot/marks.ts";
import { areaPath, barPath, dotPath, linePath, samplePath } from "../../../plot/paths.ts";
import type { PlotModel, PlotSeries } from "../../../plot/plot-model.ts";
import type { Tick } from "../../../wording/charts/axes.ts";
import { h } from "./element.ts";

type Attributes = Record<string, string | number | undefined>;

/** Marks are written as React writes attributes; SVG has hyphens in them. */
const svg = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    ]),
  );

const path = (
  className: string,
  d: string,
  look: Attributes = {},
  ...children: ReportNode[]
): ReportNode | null => (d === "" ? null : h("path", { class: className, d, ...svg(look) }, ...children));

const text = (className: string, x: number, y: number, words: string, anchor?: string): ReportNode =>
  h("text", { class: className, x: toPixel(x), y: toPixel(y), "text-anchor": anchor }, words);

const classOf = (colour: LineColour): string =>
  colour === "ink" ? "r-base" : colour === "rest" ? "r-rest" : `r-c${colour}`;

const tickText = ({ text: words, exponent }: Tick): ReportNode[] =>
  exponent === undefined ? [words] : [words, h("tspan", svg(EXPONENT), exponent)];

function axes({ plot, height, x, y, xTicks, xName, yTicks }: PlotLayout): ReportNode[] {
  const nameY = (xName.place === "row" ? height : plot.bottom) - TICK_BASE;
  return [
    ...yTicks.map((tick) => {
      const at = toPixel(y.toPx(tick.value));
      return h(
        "g",
        {},
        h("line", { class: "r-grid", x1: toPixel(plot.left), x2: toPixel(plot.right), y1: at, y2: at }),
        h("text", { class: "r-tick r-end", x: toPixel(plot.left - 6), y: at + TEXT_DROP }, tickText(tick)),
      );
    }),
    h("line", {
      class: "r-axis",
      x1: toPixel(plot.left),
      x2: toPixel(plot.right),
      y1: plot.bottom,
      y2: plot.bottom,
    }),
    ...xTicks.map((tick) => {
      const at = toPixel(x.toPx(tick.value));
      return h(
        "g",
        {},
        h("line", { class: "r-axis", x1: at, x2: at, y1: plot.bottom, y2: plot.bottom + TICK_LENGTH }),
        h(
          "text",
          { class: "r-tick", x: at, y: height - TICK_BASE, "text-anchor": tick.anchor },
          tickText(tick),
        ),
      );
    }),
    text("r-name", xName.x, nameY, xName.text, "end"),
  ];
}

function fills({ series }: PlotModel, { x, y }: PlotLayout): (ReportNode | null)[] {
  const count = series.filter(({ area }) => area).length;
  return series.flatMap(({ area, colour, role }) =>
    area
      ? [
          path(`r-band ${classOf(colour)}`, areaPath(area, x, y), {
            fillOpacity: fillOpacity(area.means, role, count),
          }),
          path(`r-stroke ${classOf(colour)}`, barPath(area, x, y), BAR[area.means]),
        ]
      : [],
  );
}

/** A line, dashed but for the stretches that all its seeds are in, and its points that stand alone. */
function drawLine({ line, whole, colour, role }: PlotSeries, { x, y }: PlotLayout): (ReportNode | null)[] {
  const look = { strokeWidth: LINE_WIDTH[role], strokeOpacity: LINE_OPACITY[role], strokeLinecap: "round" };
  const name = `r-line ${classOf(colour)}`;
  return [
    path(name, linePath(line, x, y), { ...look, ...(whole ? DASHED : null) }),
    whole ? path(name, linePath(whole, x, y), look) : null,
    path(`r-stroke ${classOf(colour)}`, dotPath(line, x, y), {
      ...look,
      strokeWidth: LINE_WIDTH[role] + LONE_DOT,
    }),
  ];
}

/** The dots of a line that joins evaluations. */
function evaluations(one: PlotSeries, { y: { metric } }: PlotModel, layout: PlotLayout): ReportNode | null {
  if (!haveDots(one, metric, layout.plot)) return null;
  return path(`r-stroke ${classOf(one.colour)}`, samplePath(one.line, layout.x, layout.y), {
    ...EVALUATION,
    strokeOpacity: LINE_OPACITY[one.role],
  });
}

/** What has no place on the axes: crosses under them, arrow heads at their edge. */
function misplaced({ strips, beyond, plot }: PlotLayout): (ReportNode | null)[] {
  const title = (words: string) => h("title", {}, words);
  return [
    ...strips.flatMap(({ label, meaning, y, clusters }) => [
      text("r-strip r-end", plot.left - 6, y + 3, label),
      ...clusters.map((cluster) =>
        path("r-cross", crossPath(cluster.px, y), CROSS, title(clusterWords(cluster, meaning))),
      ),
    ]),
    ...beyond.flatMap(({ side, y, clusters }) =>
      clusters.map((cluster) =>
        path("r-arrow", arrowPath(side, cluster.px, y), {}, title(clusterWords(cluster, `${side} the edge`))),
      ),
    ),
  ];
}

/** Names at the ends of lines, with what ties them to their line, and bars of the last intervals. */
function ends({ series }: PlotModel, { whiskers, labels, single }: PlotLayout): (ReportNode | null)[] {
  const colours = new Map(series.map(({ key, colour }) => [key, classOf(colour)]));
  return [
    ...whiskers.map((whisker) => path(`r-stroke ${colours.get(whisker.key)}`, whiskerPath(whisker), WHISKER)),
    ...labels.map((label) => {
      const { d, ...line } = leaderOf(label) ?? { d: null };
      return h(
        "g",
        { class: colours.get(label.key) },
        d === null ? null : path("r-leader", d, line),
        d !== null && label.early
          ? h("circle", { class: "r-dot", cx: toPixel(label.from.x), cy: toPixel(label.from.y), r: 2 })
          : null,
        text("r-label", label.x, label.y + TEXT_DROP, label.text),
      );
    }),
    single ? text("r-label r-base", single.x, single.y + TEXT_DROP, single.text, single.anchor) : null,
  ];
}

function seams(
  model: PlotModel,
  { plot, x }: PlotLayout,
): { lines: (ReportNode | null)[]; names: ReportNode[] } {
  return {
    lines: model.seams.map((seam) => path("r-seam", seamPath(x.toPx(seam.x), plot), SEAM)),
    names: seamNames(model.seams, x.toPx, plot).map((name) =>
      text("r-name", name.x, name.y, name.label, name.anchor),
    ),
  };
}

/** A prepared chart as static SVG of this size: what a page draws of it, without what answers to a hand. */
export function drawPlot(
  model: PlotModel,
  { width, height }: { width: number; height: number },
  className: string,
  name: string,
): ReportElement {
  const layout = layoutPlot(model, width, height);
  const { plot } = layout;
  const seam = seams(model, layout);
  return h(
    "svg",
    { class: `r-chart ${className}`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name },
    axes(layout),
    seam.lines,
    fills(model, layout),
    model.series.flatMap((one) => [...drawLine(one, layout), evaluations(one, model, layout)]),
    misplaced(layout),
    ends(model, layout),
    seam.names,
    model.y.missing === null
      ? null
      : text(
          "r-name",
          (plot.left + plot.right) / 2,
          (plot.top + plot.bottom) / 2 + TEXT_DROP,
          model.y.missing,
          "middle",
        ),
  );
}
