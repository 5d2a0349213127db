import type { Annotations, XAxisSpec, YAxisSpec } from "../types.ts";
import { clipToPossible, possibleRange } from "./clip-to-possible.ts";
import { fitDomain } from "./fit-domain.ts";
import type { Drawable, PlotModel, PlotSeries, StripRow } from "./plot-model.ts";

interface ModelParts {
  series: PlotSeries[];
  strips: StripRow[];
  x: XAxisSpec;
  y: YAxisSpec;
  annotations: Annotations;
  notes: string[];
}

const DRAWING_ORDER = { rest: 0, run: 1, baseline: 2 };

/** Domains, drawing order and cursor stops, the same for every kind of line chart. */
export function assembleModel({
  series: computed,
  strips,
  x,
  y,
  annotations,
  notes: given,
}: ModelParts): PlotModel {
  const { series, cut } = clipToPossible(computed, possibleRange(y.kind, y.possible));
  const notes = cut ? [...given, "Intervals end where the quantity does"] : given;
  const stops = [...new Set(series.flatMap(({ samples }) => samples.map((sample) => sample.x)))].sort(
    (a, b) => a - b,
  );
  const { seams = [], references = [], flags = [] } = annotations;
  const log = y.scale === "log";
  const values = [...drawnValues(series), ...references.map((reference) => reference.y)].filter(
    (value) => !log || value > 0,
  );
  const hidden = series.filter((one) => one.role === "rest").length;
  return {
    x: { domain: x.domain ?? reach(series), kind: x.kind, label: x.label },
    y: {
      domain: fitDomain(least(values), greatest(values), { kind: y.kind, log, fixed: y.domain }),
      kind: y.kind,
      log,
    },
    series: series.toSorted((a, b) => DRAWING_ORDER[a.role] - DRAWING_ORDER[b.role]),
    strips,
    seams,
    references,
    flags,
    notes: hidden > 0 ? [...notes, hidden === 1 ? "1 other in grey" : `${hidden} others in grey`] : notes,
    stops,
  };
}

/** From the first point to the last; a single one stands in the middle, with room at both sides. */
function reach(series: PlotSeries[]): [number, number] {
  const spans = series.flatMap(({ samples }) => samples.map((sample) => sample.span));
  if (spans.length === 0) return [0, 1];
  const first = least(spans.map((span) => span[0]));
  const last = greatest(spans.map((span) => span[1]));
  return first === last ? [first - 1, first + 1] : [first, last];
}

function drawnValues(series: PlotSeries[]): number[] {
  const values: number[] = [];
  const add = (point: Drawable) => {
    values.push(point.y);
    if (point.low !== null) values.push(point.low);
    if (point.high !== null) values.push(point.high);
  };
  for (const one of series) {
    for (const stretch of one.line) stretch.forEach(add);
    for (const stretch of [...one.behind, ...one.members]) for (const point of stretch) values.push(point.y);
    if (one.whisker) values.push(one.whisker.low, one.whisker.high);
  }
  return values;
}

// Spreading a hundred thousand arguments would overflow the stack.
function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function greatest(values: number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}
