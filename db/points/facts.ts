import { POINT_KINDS, pointKind } from "./point-kinds.ts";
import type { SeriesFacts } from "./point-store.ts";
import { piecesOf, type Piece } from "./walk-points.ts";
import type { SeriesRow, Totals } from "./rows.ts";
import type { StoredPoints } from "./stored-points.ts";
import { meanOfLarge } from "./window.ts";
import { joinSummaries, summarise, type Summary } from "./summary.ts";

const OF_KIND = [null, NaN, Infinity, -Infinity];

const known = (number: number): number | null => (Number.isNaN(number) ? null : number);
const finite = (number: number): number | null => (Number.isFinite(number) ? number : null);

const NOTHING: Totals = {
  n: 0,
  nan: 0,
  posInf: 0,
  negInf: 0,
  sum: 0,
  min: null,
  minX: null,
  max: null,
  maxX: null,
  firstX: null,
  lastX: null,
  lastValue: null,
  lastKind: 0,
  lastAt: null,
};

/** What the row of a series says when it is exact, found from its chunks' summaries and from points where those do not stand. */
export function totalsOf(stored: StoredPoints, series: SeriesRow): Totals {
  const points = (piece: Piece) =>
    "chunk" in piece ? stored.chunkPoints(series.id, piece.chunk) : piece.points;
  let whole: Summary | null = null;
  let lastPiece: Piece | null = null;
  for (const piece of piecesOf(stored, series, -Infinity, Infinity)) {
    const part =
      "chunk" in piece ? stored.chunkSummary(piece.chunk) : summarise(piece.points, 0, piece.points.x.length);
    whole = whole ? joinSummaries(whole, part) : part;
    lastPiece = piece;
  }
  if (!whole || !lastPiece) return NOTHING;
  const { n, nan, posInf, negInf, min, minX, max, maxX, sum, x0, x1, at1 } = whole;
  const lastValue = points(lastPiece).value.at(-1) ?? NaN;
  return {
    n,
    nan,
    posInf,
    negInf,
    sum: finite(sum),
    min: known(min),
    minX: known(minX),
    max: known(max),
    maxX: known(maxX),
    firstX: x0,
    lastX: x1,
    lastValue: finite(lastValue),
    lastKind: pointKind(lastValue),
    lastAt: at1,
  };
}

type FactsRow = [
  id: number,
  metric: string,
  axis: string,
  n: number,
  nan: number,
  posInf: number,
  negInf: number,
  sum: number | null,
  min: number | null,
  minX: number | null,
  max: number | null,
  maxX: number | null,
  firstX: number | null,
  lastX: number | null,
  lastValue: number | null,
  lastKind: number,
  lastAt: number | null,
  tangled: 0 | 1,
];

const meanOf = (stored: StoredPoints, id: number, { n, nan, posInf, negInf, sum }: Totals): number | null => {
  const numbers = n - nan - posInf - negInf;
  if (numbers === 0) return null;
  return sum === null ? meanOfLarge(stored, id, -Infinity, Infinity) : sum / numbers;
};

const lastOf = ({ lastKind, lastValue }: Totals): number | null =>
  lastKind === POINT_KINDS.number ? lastValue : OF_KIND[lastKind];

function factsOf(stored: StoredPoints, attemptId: string, row: FactsRow): SeriesFacts {
  const [id, metric, axis, n, nan, posInf, negInf, sum, min, minX, max, maxX] = row;
  const [firstX, lastX, lastValue, lastKind, lastAt, tangled] = row.slice(12) as [
    number | null,
    number | null,
    number | null,
    number,
    number | null,
    0 | 1,
  ];
  const written = {
    n,
    nan,
    posInf,
    negInf,
    sum,
    min,
    minX,
    max,
    maxX,
    firstX,
    lastX,
    lastValue,
    lastKind,
    lastAt,
  };
  // A tangled row only bounds the truth.
  const totals = tangled ? totalsOf(stored, stored.series(id)) : written;
  const { lastKind: _kind, sum: _sum, ...facts } = totals;
  return {
    id,
    attemptId,
    metric,
    axis,
    ...facts,
    mean: meanOf(stored, id, totals),
    lastValue: lastOf(totals),
  };
}

const byName = (a: SeriesFacts, b: SeriesFacts): number => {
  if (a.metric !== b.metric) return a.metric < b.metric ? -1 : 1;
  if (a.axis !== b.axis) return a.axis < b.axis ? -1 : 1;
  return a.id - b.id;
};

/** Series of attempts, ordered by metric and axis; of all metrics where `metrics` is null. */
export function factsOfSeries(
  stored: StoredPoints,
  attemptIds: readonly string[],
  metrics: readonly string[] | null,
): SeriesFacts[] {
  const wanted = metrics && JSON.stringify(metrics);
  const facts = attemptIds.flatMap((attemptId) => {
    const rows =
      wanted === null
        ? stored.sql.factsOfAttempt.all(attemptId)
        : stored.sql.factsOfMetrics.all(attemptId, wanted);
    return (rows as FactsRow[]).map((row) => factsOf(stored, attemptId, row));
  });
  return attemptIds.length > 1 ? facts.sort(byName) : facts;
}
