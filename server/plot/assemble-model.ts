import { drawnExtent, fitDomain, fullDomain, sampleReach, zoomedDomain } from "./domain.ts";
import { rangeOfUnit } from "../contracts/possible-range.ts";
import { clipToPossible, type BoundsMeaning } from "./intervals.ts";
import { writeNotes } from "./notes.ts";
import { collectBeyond, findOutliers } from "./outliers.ts";
import type { Beyond, Counted, LineEntry, PlotModel, PlotSeries, Samples } from "./plot-model.ts";
import type { Annotations, ChartView, XAxisSpec, YAxisSpec, ZoomRange } from "./series.ts";
import { nonFiniteStrip, notOnLogStrip } from "./strips.ts";

interface ModelParts {
  /** What is shown, in any order. */
  series: PlotSeries[];
  /** All there is, in the order of the legend. */
  lines: LineEntry[];
  bounds: BoundsMeaning;
  /** Samples of lines that may have something without a place on the axes. */
  measured?: { key: string; samples: Samples }[];
  /** Points, or what else is counted, left out because of where they are on x. */
  notOnX?: number;
  /** What a log axis has no place for. */
  counted?: Counted;
  smoothed?: boolean;
  x: XAxisSpec;
  y: YAxisSpec;
  view: Pick<ChartView, "zoom" | "outliers">;
  annotations: Annotations;
  notes: string[];
}

const DRAWING_ORDER = { rest: 0, beside: 1, run: 2, baseline: 3 };

/** Domains, drawing order, strips and captions, the same for every kind of line chart. */
export function assembleModel(parts: ModelParts): PlotModel {
  const { lines, measured = [], notOnX = 0, counted = "point", smoothed = false } = parts;
  const { x, y, view, annotations } = parts;
  const { series, cut } = clipToPossible(parts.series, y.possible ?? rangeOfUnit(y.kind), parts.bounds);
  const log = { x: x.scale === "log", y: y.scale === "log" };
  const reach = sampleReach(series);
  const full = fullDomain(reach, x);
  const domain = zoomedDomain(full, view.zoom, log.x);
  const { seams = [], references = [], flags = [] } = annotations;
  const fitted = fitValues(series, domain, y, view, references);
  const isShown = (at: number) => at >= domain[0] && at <= domain[1];
  const isDrawn = (at: { x: number; y: number }) =>
    isShown(at.x) && at.y >= fitted.domain[0] && at.y <= fitted.domain[1];
  const notOnLog = log.y ? notOnLogStrip(measured, domain, counted) : null;
  const strips = [nonFiniteStrip(measured, domain), notOnLog].filter((row) => row !== null);
  const zoomed = domain !== full;
  const model: PlotModel = {
    counted,
    smoothed,
    x: {
      domain,
      full,
      isWhole: !zoomed || x.domain !== undefined,
      zoomed,
      kind: x.kind,
      label: x.label,
      log: log.x,
    },
    // A share is written with its unit.
    y: {
      domain: fitted.domain,
      kind: y.kind,
      unit: y.kind === "share" ? "" : (y.unit ?? ""),
      metric: y.metric,
      log: log.y,
      missing: reach !== null && fitted.isEmpty ? whatIsMissing(series) : null,
    },
    series: series
      .map((one) => (one.end && !isDrawn(one.end) ? { ...one, end: null } : one))
      .sort((a, b) => DRAWING_ORDER[a.role] - DRAWING_ORDER[b.role]),
    lines: lines.map(({ key, name, colour, hidden }) => ({ key, name, colour, hidden })),
    strips,
    beyond: fitted.beyond,
    seams: seams.filter((seam) => isShown(seam.x)),
    references,
    flags: flags.filter(({ x0, x1 }) => x0 <= domain[1] && (x1 ?? Infinity) >= domain[0]),
    notes: [],
    empty: reach === null && notOnX === 0 && !lines.some((line) => line.hidden),
    onlyX: reach !== null && reach[0] === reach[1] ? reach[0] : null,
  };
  const notes = writeNotes(model, { cut, notOnX, counted, outliers: fitted.outliers });
  return { ...model, notes: [...parts.notes, ...notes] };
}

interface FittedValues {
  domain: [number, number];
  beyond: Beyond[];
  outliers: boolean;
  /** No value of any line has a place on y, and no reference line gives it a scale. */
  isEmpty: boolean;
}

/** On a log axis there may be values that it has no place for. */
function whatIsMissing(series: readonly PlotSeries[]): string {
  const isMeasured = series.some(({ line }) => line.samples.y.some(Number.isFinite));
  return isMeasured ? "no value above 0" : "no finite value";
}

/** y fits what is shown: the part of x, all but outliers where they are clipped, and the reference lines. */
function fitValues(
  series: PlotSeries[],
  x: ZoomRange,
  y: YAxisSpec,
  { outliers }: ModelParts["view"],
  references: { y: number }[],
): FittedValues {
  const log = y.scale === "log";
  const bounds = outliers === "clip" ? findOutliers(series, x, log) : null;
  const counts = (value: number) =>
    (!log || value > 0) && (!bounds || (value >= bounds[0] && value <= bounds[1]));
  // Where outliers are clipped, so is the smoothed line that one of them lifted.
  let [low, high] = drawnExtent(series, x, bounds ? "measured" : "all", counts);
  // A stretch without values is shown on the axis of the others.
  if (low > high) [low, high] = drawnExtent(series, null, "all", counts);
  for (const { y: value } of references) {
    if (log && value <= 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const domain = fitDomain(low, high, { kind: y.kind, log, fixed: y.domain, least: y.least });
  const isFixed = y.domain !== undefined && (y.domain[0] !== null || y.domain[1] !== null);
  return {
    domain,
    beyond: bounds || isFixed ? collectBeyond(series, x, domain, log) : [],
    outliers: bounds !== null,
    isEmpty: low > high,
  };
}
