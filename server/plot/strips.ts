import { listOr } from "../wording/counts.ts";
import { writeNumber } from "../wording/numbers.ts";
import type { Counted, Samples, StripMark, StripRow } from "./plot-model.ts";
import type { ZoomRange } from "./series.ts";
import { visibleRange, within } from "./stretches.ts";

interface StripInput {
  key: string;
  /** As measured, with what a log axis cannot show. */
  samples: Samples;
}

/** Points of one sample that belong in a strip; `atLeast` where its bucket may hide more of them. */
interface Found {
  count: number;
  atLeast: boolean;
}

const [NAN, PLUS, MINUS_INF] = [Number.NaN, Infinity, -Infinity].map((value) => writeNumber(value));
/** Where nobody told infinities apart. */
const UNTOLD = "NaN or infinite";
const MANY = "not finite";

/** NaN and infinite points keep their place under the axis; they are never drawn at zero. Null where there are none. */
export function nonFiniteStrip(series: StripInput[], domain: ZoomRange): StripRow | null {
  const held = new Set<string>();
  const marks = collect(series, domain, ({ nonFinite, posInf, negInf }, index) => {
    const [plus, minus] = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
    if (nonFinite[index] > plus + minus) held.add(posInf ? NAN : UNTOLD);
    if (plus > 0) held.add(PLUS);
    if (minus > 0) held.add(MINUS_INF);
    return { count: nonFinite[index], atLeast: false };
  });
  if (marks.length === 0) return null;
  const kinds = [UNTOLD, NAN, PLUS, MINUS_INF].filter((kind) => held.has(kind));
  return {
    label: kinds.length === 1 && kinds[0] !== UNTOLD ? kinds[0] : MANY,
    meaning: listOr(kinds),
    of: "point",
    marks,
  };
}

/** On a log axis zero and negative values have no place; they go to a strip of their own. */
export function notOnLogStrip(series: StripInput[], domain: ZoomRange, of: Counted): StripRow | null {
  const marks = collect(series, domain, ({ y, bounds, n }, index) => {
    const [low, high] = bounds ? [bounds.low[index], bounds.high[index]] : [y[index], y[index]];
    if (n[index] === 0 || !(low <= 0)) return { count: 0, atLeast: false };
    if (of !== "point") return { count: 1, atLeast: false };
    // A bucket that reaches above zero too tells only its lowest point.
    return high <= 0 ? { count: n[index], atLeast: false } : { count: 1, atLeast: n[index] > 2 };
  });
  return marks.length > 0 ? { label: "≤ 0", meaning: "zero or negative, not on log", of, marks } : null;
}

function collect(
  series: StripInput[],
  domain: ZoomRange,
  find: (samples: Samples, index: number) => Found,
): StripMark[] {
  const marks: StripMark[] = [];
  for (const { key, samples } of series) {
    const [first, end] = visibleRange(samples, domain);
    for (let index = first; index < end; index++) {
      const found = find(samples, index);
      if (found.count > 0) marks.push({ x: within(domain, samples.x[index]), key, ...found });
    }
  }
  return series.length > 1 ? marks.sort((a, b) => a.x - b.x) : marks;
}

/** Marks drawn as one, because side by side they would lie on each other. */
export interface MarkCluster {
  px: number;
  /** How many points it stands for. */
  count: number;
  /** Whether it may stand for more. */
  atLeast: boolean;
  x0: number;
  x1: number;
}

/** Joins marks closer than `width` px. `marks` are ascending in x; the drawing stands in the middle of those it joins. */
export function clusterMarks(
  marks: Pick<StripMark, "x" | "count" | "atLeast">[],
  toPx: (x: number) => number,
  width: number,
): MarkCluster[] {
  const clusters: (Omit<MarkCluster, "px"> & { firstPx: number; lastPx: number })[] = [];
  for (const { x, count, atLeast } of marks) {
    const px = toPx(x);
    const open = clusters.at(-1);
    if (open && px - open.lastPx < width) {
      open.lastPx = px;
      open.count += count;
      open.atLeast ||= atLeast;
      open.x1 = x;
    } else clusters.push({ firstPx: px, lastPx: px, count, atLeast, x0: x, x1: x });
  }
  return clusters.map(({ firstPx, lastPx, ...cluster }) => ({ px: (firstPx + lastPx) / 2, ...cluster }));
}
