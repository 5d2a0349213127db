import type { Tick } from "../wording/charts/axes.ts";
import { chooseLabels, LABEL_SIZE, layoutLabels, type EndLabel } from "./labels.ts";
import type { Beyond, OpenEnds, PlotModel } from "./plot-model.ts";
import { readOut } from "./read-out.ts";
import { createScale, type Scale } from "./scale.ts";
import { eachRun } from "./stretches.ts";
import { clusterMarks, type MarkCluster } from "./strips.ts";
import { textWidth } from "./text.ts";
import { layoutYTicks } from "./ticks.ts";
import { layoutXTicks, tickWidth, type XTicks } from "./x-ticks.ts";

export interface PlotLayout {
  width: number;
  height: number;
  /** The rectangle of the data. */
  plot: { left: number; top: number; right: number; bottom: number };
  x: Scale;
  y: Scale;
  xTicks: XTicks["ticks"];
  xName: XTicks["name"];
  yTicks: Tick[];
  strips: { label: string; meaning: string; y: number; clusters: MarkCluster[] }[];
  /** What lies beyond the upper and lower edge, marked there. */
  beyond: { side: Beyond["side"]; y: number; clusters: MarkCluster[] }[];
  labels: EndLabel[];
  references: (PlacedName & { label: string })[];
  whiskers: { key: string; x: number; y0: number; y1: number; open: OpenEnds }[];
  /** The only value of a chart with its interval, beside its mark. */
  single: { text: string; x: number; y: number; anchor: "start" | "end" } | null;
}

const LEFT = 30;
const RIGHT = 8;
const TOP = 7;
const TOP_WITH_FLAGS = 17;
const BOTTOM = 18;
const STRIP = 12;
/** Between the lowest label of y, which reaches below the axis, and the name of the first strip. */
const ABOVE_STRIPS = 4;
const LABEL_OFFSET = 12;
const ABOVE_NAME = 3;
/** The name of the axis, where it stands in the plot. */
const NAME_HEIGHT = 15;
const WHISKER_GAP = 5;
const MARK_WIDTH = 7;
const CLOSED: OpenEnds = { low: false, high: false };
const BESIDE_MARK = 10;
const ABOVE_MARK = 16;
/** Sizes of text in px, as the style sheet has them. */
const NAME_SIZE = 10.5;
const STRIP_SIZE = 9.5;
/** Labels take at most this share of the width, and shorten beyond it. */
const LABEL_SHARE = 0.34;

/** Everything about a chart that depends on its size in px. */
export function layoutPlot(model: PlotModel, width: number, height: number): PlotLayout {
  const direct = chooseLabels(model, height);
  const whiskered = model.series.filter((one) => one.whisker);
  const whiskerRoom = whiskered.length > 0 ? whiskered.length * WHISKER_GAP + 2 : 0;
  const longest = Math.max(0, ...direct.map((one) => textWidth(one.label, LABEL_SIZE)));
  const labelWidth = Math.min(longest, width * LABEL_SHARE);
  const top = model.flags.length > 0 || model.seams.length > 0 ? TOP_WITH_FLAGS : TOP;
  const stripRoom = model.strips.length > 0 ? ABOVE_STRIPS + model.strips.length * STRIP : 0;
  const bottom = height - BOTTOM - stripRoom;
  const yTicks = layoutYTicks(model, bottom - top);
  const written = [
    ...yTicks.map(tickWidth),
    ...model.strips.map(({ label }) => textWidth(label, STRIP_SIZE)),
  ];
  const left = Math.max(LEFT, 8 + Math.max(0, ...written));
  const right = width - (direct.length > 0 ? labelWidth + LABEL_OFFSET : RIGHT) - whiskerRoom;
  const plot = { left, right: Math.max(left, right), top, bottom };
  const x = createScale(model.x.domain, [left, plot.right], model.x.log);
  const y = createScale(model.y.domain, [bottom, top], model.y.log);
  const { ticks: xTicks, name: xName } = layoutXTicks(model, x, { ...plot, width });
  return {
    width,
    height,
    plot,
    x,
    y,
    xTicks,
    xName,
    yTicks,
    strips: model.strips.map((strip, index) => ({
      label: strip.label,
      meaning: strip.meaning,
      y: bottom + ABOVE_STRIPS + STRIP / 2 + 3 + index * STRIP,
      clusters: clusterMarks(strip.marks, x.toPx, MARK_WIDTH),
    })),
    beyond: model.beyond.map(({ side, marks }) => ({
      side,
      y: side === "above" ? top : bottom,
      clusters: clusterMarks(marks, x.toPx, MARK_WIDTH),
    })),
    labels: layoutLabels(direct, model, x, y, {
      // The name of the axis may stand right under the last label.
      plot: { ...plot, bottom: bottom - ABOVE_NAME },
      floor: bottom - (xName.place === "plot" ? NAME_HEIGHT : 0),
      labelX: right + LABEL_OFFSET + whiskerRoom,
      width: labelWidth + 1,
    }),
    references: layoutReferences(model, x, y, plot),
    whiskers: whiskered.map(({ key, whisker }, index) => ({
      key,
      x: right + 4 + index * WHISKER_GAP,
      y0: y.toPx(whisker?.high ?? 0),
      y1: y.toPx(whisker?.low ?? 0),
      open: whisker?.open ?? CLOSED,
    })),
    single: layoutSingle(model, x, y, { right: width, bottom }),
  };
}

/** A line of one point says no more than its number: the number is written. */
function layoutSingle(
  model: PlotModel,
  x: Scale,
  y: Scale,
  { right, bottom }: { right: number; bottom: number },
): PlotLayout["single"] {
  const shown = model.series.filter((one) => one.role !== "rest");
  if (shown.length !== 1 || model.onlyX === null) return null;
  const [row] = readOut(model, model.onlyX).rows;
  if (!row?.point || row.point.x < x.domain[0] || row.point.x > x.domain[1]) return null;
  const px = x.toPx(row.point.x);
  const written = [row.value, row.detail].filter(Boolean).join("  ");
  // What has no room at all is shortened to the value, and stands in the tip.
  const text = textWidth(written, LABEL_SIZE) <= right ? written : row.value;
  const beside = px + BESIDE_MARK;
  const fits = beside + textWidth(text, LABEL_SIZE) <= right;
  return {
    text,
    x: fits ? beside : right,
    // Off the axis, and above the mark where there is no room at its side.
    y: Math.min(y.toPx(row.point.y), bottom - BESIDE_MARK) - (fits ? 0 : ABOVE_MARK),
    anchor: fits ? "start" : "end",
  };
}

function layoutReferences(
  model: PlotModel,
  x: Scale,
  y: Scale,
  plot: PlotLayout["plot"],
): PlotLayout["references"] {
  if (model.references.length === 0) return [];
  const points: { x: number; y: number }[] = [];
  for (const { line, behind } of model.series)
    for (const part of behind ? [line, behind] : [line])
      eachRun(part, x.domain, (start, end) => {
        for (let index = start; index < end; index++)
          points.push({ x: x.toPx(part.samples.x[index]), y: y.toPx(part.samples.y[index]) });
      });
  return model.references.map(({ label, y: value }) => ({
    label,
    ...placeReference(y.toPx(value), textWidth(label, NAME_SIZE), plot, points),
  }));
}

interface Point {
  x: number;
  y: number;
}

export interface PlacedName {
  x: number;
  /** Baseline of the text. */
  y: number;
  anchor: "start" | "end";
}

const NAME_ABOVE = -4;
const NAME_BELOW = 12;
const TEXT_HEIGHT = 11;
const NAME_INSET = 3;

/**
 * Where the name of a reference line stands: at its right or left end, above or below it, wherever it covers the fewest
 * points of the data. `y` is the line, `width` the text, all in px.
 */
export function placeReference(
  y: number,
  width: number,
  plot: { left: number; right: number; top: number; bottom: number },
  points: Point[],
): PlacedName {
  const places = (["end", "start"] as const).flatMap((anchor) =>
    [NAME_ABOVE, NAME_BELOW].map((offset) => {
      const x = anchor === "end" ? plot.right - NAME_INSET : plot.left + NAME_INSET;
      return { x, y: y + offset, anchor };
    }),
  );
  const covered = (place: PlacedName) => {
    const left = place.anchor === "end" ? place.x - width : place.x;
    const [top, bottom] = [place.y - TEXT_HEIGHT, place.y + 2];
    if (top < plot.top - 6 || bottom > plot.bottom) return Infinity;
    return points.filter((point) => isWithin(point.x, left, left + width) && isWithin(point.y, top, bottom))
      .length;
  };
  const costs = places.map(covered);
  return places[costs.indexOf(Math.min(...costs))];
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}
