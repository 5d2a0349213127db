import { DamagedPoints } from "./damaged-points.ts";
import { meanOfLarge } from "#server/numbers/mean.ts";
import { type Piece, piecesOf, POINT_KINDS, pointKind, walkPoints } from "./read-points.ts";
import type { LastPoint, SeriesFacts } from "./point-store.ts";
import { type SeriesRow, type Totals, writeSeries } from "./rows.ts";
import type { StoredPoints } from "./stored-points.ts";
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

type TotalsOfRow = Omit<Totals, "lastKind" | "sum"> & Pick<SeriesFacts, "mean">;

/** The mean where `sum` is known; else all values are read. */
const meanOf = (stored: StoredPoints, id: number, numbers: number, sum: number | null): number | null => {
  if (numbers === 0) return null;
  return sum === null ? meanOfLarge(walkPoints(stored, id, { from: null, to: null })) : sum / numbers;
};

/** What a row that only bounds the truth would say if it were exact. */
function exactTotals(stored: StoredPoints, id: number): TotalsOfRow {
  const { lastKind, sum, ...totals } = totalsOf(stored, stored.series(id));
  const numbers = totals.n - totals.nan - totals.posInf - totals.negInf;
  const lastValue = lastKind === POINT_KINDS.number ? totals.lastValue : OF_KIND[lastKind];
  return { ...totals, lastValue, mean: meanOf(stored, id, numbers, sum) };
}

/** Written out, because a page asks for thousands of these. */
function factsOf(stored: StoredPoints, attemptId: string, row: FactsRow): SeriesFacts {
  const [id, metric, axis, n, nan, posInf, negInf, sum] = row;
  const facts: SeriesFacts = {
    id,
    attemptId,
    metric,
    axis,
    n,
    nan,
    posInf,
    negInf,
    mean: null,
    min: row[8],
    minX: row[9],
    max: row[10],
    maxX: row[11],
    firstX: row[12],
    lastX: row[13],
    lastValue: row[15] === POINT_KINDS.number ? row[14] : OF_KIND[row[15]],
    lastAt: row[16],
  };
  if (stored.entryAside(id) !== undefined) {
    facts.setAside = true;
    return facts;
  }
  const isTangled = row[17] === 1;
  if (isTangled) return Object.assign(facts, exactTotals(stored, id));
  facts.mean = meanOf(stored, id, n - nan - posInf - negInf, sum);
  return facts;
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
  const { factsOfAttempt, factsOfMetric, factsOfMetrics } = stored.sql;
  const wanted = JSON.stringify(metrics);
  const facts = attemptIds.flatMap((attemptId) => {
    const rows =
      metrics === null
        ? factsOfAttempt.all(attemptId)
        : metrics.length === 1
          ? factsOfMetric.all(attemptId, metrics[0])
          : factsOfMetrics.all(attemptId, wanted);
    return (rows as FactsRow[])
      .filter(([id, , , n]) => n > 0 || stored.entryAside(id) !== undefined)
      .map((row) => factsOf(stored, attemptId, row));
  });
  return attemptIds.length > 1 ? facts.sort(byName) : facts;
}

/** Makes the row of a series say what its points say, whatever waits to be merged; null where these are damaged. */
export function makeExact(stored: StoredPoints, id: number): SeriesRow | null {
  try {
    const row = stored.series(id);
    const series = { ...row, ...totalsOf(stored, row) };
    writeSeries(stored.sql, series);
    return series;
  } catch (error) {
    if (error instanceof DamagedPoints) return null;
    throw error;
  }
}

type LastRow = [
  /** Place of its attempt in what was asked. */
  attempt: number,
  metric: string,
  n: number,
  lastX: number | null,
  lastValue: number | null,
  /** Of POINT_KINDS, or -1 where the row only bounds the truth. */
  kind: number,
];

function exactLast(stored: StoredPoints, attemptId: string, metric: string, axis: string) {
  const { id } = stored.sql.seriesByName.get(attemptId, metric, axis) as SeriesRow;
  if (stored.entryAside(id) !== undefined) return { n: 0, lastX: null, lastValue: null };
  const { n, lastX, lastValue } = exactTotals(stored, id);
  return { n, lastX, lastValue };
}

/** How far the series of attempts on one axis have come, in no order; of all metrics where `metrics` is null. */
export function lastPointsOf(
  stored: StoredPoints,
  attemptIds: readonly string[],
  metrics: readonly string[] | null,
  axis: string,
): LastPoint[] {
  const { lasts, lastsOfMetrics } = stored.sql;
  const asked = JSON.stringify(attemptIds);
  const rows =
    metrics === null ? lasts.all(asked, axis) : lastsOfMetrics.all(asked, axis, JSON.stringify(metrics));
  return (rows as LastRow[]).map(([attempt, metric, n, lastX, value, kind]) => {
    const attemptId = attemptIds[attempt];
    if (kind < 0) return { attemptId, metric, ...exactLast(stored, attemptId, metric, axis) };
    return { attemptId, metric, n, lastX, lastValue: kind === POINT_KINDS.number ? value : OF_KIND[kind] };
  });
}
