import { clusterMarks, type MarkCluster } from "./cluster-marks.ts";
import { placeLabels } from "./place-labels.ts";
import type { OpenEnds, PlotModel, PlotSeries } from "./plot-model.ts";
import { placeReference, type PlacedName } from "./place-reference.ts";
import { readOut } from "./read-out.ts";
import { createScale, type Scale } from "./scale.ts";
import { linearTicks, logTicks } from "./ticks.ts";
import { shortenText, textWidth } from "./text-width.ts";
import { writeTicks, type Tick } from "./tick-text.ts";

export interface EndLabel {
  key: string;
  text: string;
  /** Where the line ends, and where its label stands after all were pushed apart. */
  from: { x: number; y: number };
  y: number;
}

export interface PlotLayout {
  width: number;
  height: number;
  /** The rectangle of the data. */
  plot: { left: number; top: number; right: number; bottom: number };
  x: Scale;
  y: Scale;
  xTicks: (Tick & { anchor: "start" | "middle" | "end" })[];
  yTicks: Tick[];
  strips: { label: string; meaning: string; y: number; clusters: MarkCluster[] }[];
  labels: EndLabel[];
  /** Left edge of the labels. */
  labelX: number;
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
const PX_PER_X_TICK = 90;
const PX_PER_Y_TICK = 46;
const LABEL_GAP = 13;
const LABEL_OFFSET = 12;
const WHISKER_GAP = 5;
const MARK_WIDTH = 7;
const CLOSED: OpenEnds = { low: false, high: false };
const BESIDE_MARK = 10;
const ABOVE_MARK = 16;
/** Sizes of text in px, as the style sheet has them. */
const TICK_SIZE = 10.5;
const LABEL_SIZE = 11;
const NAME_SIZE = 10.5;
/** Labels take at most this share of the width, and shorten beyond it. */
const LABEL_SHARE = 0.34;

/** Everything about a chart that depends on its size in px. */
export function layoutPlot(model: PlotModel, width: number, height: number): PlotLayout {
  const labelled = model.series.filter(
    (one) => one.role !== "rest" && one.line.length > 0 && one.label !== "",
  );
  const direct = labelled.length > 1 ? labelled : [];
  const whiskered = model.series.filter((one) => one.whisker);
  const whiskerRoom = whiskered.length > 0 ? whiskered.length * WHISKER_GAP + 2 : 0;
  const longest = Math.max(0, ...direct.map((one) => textWidth(one.label, LABEL_SIZE)));
  const labelWidth = Math.min(longest, width * LABEL_SHARE);
  const top = model.flags.length > 0 || model.seams.length > 0 ? TOP_WITH_FLAGS : TOP;
  const bottom = height - BOTTOM - model.strips.length * STRIP;
  const yTicks = writeTicks(yTickValues(model, bottom - top), model.y.kind, model.y.log);
  const left = Math.max(LEFT, 8 + Math.max(0, ...yTicks.map(tickWidth)));
  const right = width - (direct.length > 0 ? labelWidth + LABEL_OFFSET + whiskerRoom : RIGHT);
  const x = createScale(model.x.domain, [left, right]);
  const y = createScale(model.y.domain, [bottom, top], model.y.log);
  return {
    width,
    height,
    plot: { left, top, right, bottom },
    x,
    y,
    xTicks: layoutXTicks(model, x, left, right),
    yTicks,
    strips: model.strips.map((strip, index) => ({
      label: strip.label,
      meaning: strip.meaning,
      y: bottom + STRIP / 2 + 3 + index * STRIP,
      clusters: clusterMarks(strip.marks, x.toPx, MARK_WIDTH),
    })),
    labels: layoutLabels(direct, x, y, [top, bottom], labelWidth + 1),
    labelX: right + LABEL_OFFSET + whiskerRoom,
    references: layoutReferences(model, x, y, { left, right, top, bottom }),
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

function tickWidth({ text, exponent = "" }: Tick): number {
  return textWidth(text, TICK_SIZE) + textWidth(exponent, TICK_SIZE) * 0.8;
}

function yTickValues({ y }: PlotModel, pixels: number): number[] {
  const count = Math.max(2, Math.min(4, Math.round(pixels / PX_PER_Y_TICK)));
  return y.log ? logTicks(y.domain, count + 1) : linearTicks(y.domain, count, y.kind);
}

function layoutXTicks(model: PlotModel, scale: Scale, left: number, right: number) {
  const { domain, kind } = model.x;
  if (model.stops.length === 1)
    return writeTicks(model.stops, kind).map((tick) => ({ ...tick, anchor: "middle" as const }));
  const count = Math.max(1, Math.round((right - left) / PX_PER_X_TICK));
  const values = linearTicks(domain, count, kind);
  const roomBefore = values.length > 0 ? scale.toPx(values[0]) - left : Infinity;
  // The beginning is written apart: it may need more decimals than the round values after it.
  const start = roomBefore > PX_PER_X_TICK / 2 ? writeTicks([domain[0]], kind) : [];
  return [...start, ...writeTicks(values, kind)].map((tick) => {
    const px = scale.toPx(tick.value);
    const anchor = px < left + 4 ? "start" : px > right - 10 ? "end" : "middle";
    return { ...tick, anchor } as const;
  });
}

/** A line of one point says no more than its number: the number is written. */
function layoutSingle(
  model: PlotModel,
  x: Scale,
  y: Scale,
  { right, bottom }: { right: number; bottom: number },
): PlotLayout["single"] {
  const shown = model.series.filter((one) => one.role !== "rest");
  if (shown.length !== 1 || model.stops.length !== 1) return null;
  const [row] = readOut(model, model.stops[0]).rows;
  if (!row?.point) return null;
  const text = [row.value, row.detail].filter(Boolean).join("  ");
  const px = x.toPx(row.point.x);
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

function layoutLabels(
  series: PlotSeries[],
  x: Scale,
  y: Scale,
  [top, bottom]: [number, number],
  room: number,
): EndLabel[] {
  const ends = series
    .map(({ key, label, line }) => {
      const last = line[line.length - 1];
      const point = last[last.length - 1];
      return {
        key,
        text: shortenText(label, LABEL_SIZE, room),
        from: { x: x.toPx(point.x), y: y.toPx(point.y) },
      };
    })
    .sort((a, b) => a.from.y - b.from.y);
  const placed = placeLabels(
    ends.map((end) => end.from.y),
    LABEL_GAP,
    top,
    bottom,
  );
  return ends.map((end, index) => ({ ...end, y: placed[index] }));
}

function layoutReferences(
  model: PlotModel,
  x: Scale,
  y: Scale,
  plot: PlotLayout["plot"],
): PlotLayout["references"] {
  if (model.references.length === 0) return [];
  const points = model.series
    .flatMap((one) => [...one.line, ...one.behind].flat())
    .map((point) => ({ x: x.toPx(point.x), y: y.toPx(point.y) }));
  return model.references.map(({ label, y: value }) => ({
    label,
    ...placeReference(y.toPx(value), textWidth(label, NAME_SIZE), plot, points),
  }));
}
