import { pointStore } from "#db/points/open-point-store.ts";
import type { PointBlock, PointStore } from "#db/points/point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS } from "../../../../workers/protocol/machine/machine-metrics.ts";
import type { ReadRow, RowsAsked } from "../../../contracts/external/verbs.ts";
import { ServiceError } from "../../../errors.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import type { ServiceContext } from "../../context.ts";
import { takeoversOf } from "../../series/built-upon.ts";
import { nextDown } from "../../series/neighbour.ts";
import { blocksOf, shownPart, type ShownPart } from "../../series/shown-part.ts";
import { requireOwn } from "../read-back.ts";

/** Values that one answer tells: they are joined into rows in one go, some microseconds each. A page of 1,000 rows has 120 metrics. */
const MOST_VALUES = 120_000;
/** Values that samples are taken from row by row; of more they are taken from each line. */
const MOST_JOINED = 280_000;

/** What each attempt has of the metrics between two steps; what a later attempt took over is its. */
function partsOf(ctx: ServiceContext, runId: string, { metrics, from, to }: RowsAsked): ShownPart[] {
  const store = pointStore(ctx.db);
  const attempts = selectAttemptsOfRuns(ctx.db, [runId]);
  const ids = attempts.map(({ id }) => id);
  const known = store.series(ids, metrics).filter(({ n, axis }) => n > 0 && axis !== MACHINE_AXIS);
  const takenOver = takeoversOf(attempts, known);
  return known.flatMap((series) => {
    // Steps are of rows; over another x the whole line is told with the first page.
    const isStep = series.axis === DEFAULT_AXIS;
    if (!isStep && (from ?? 0) > 0) return [];
    const span = isStep ? { from, to: to === null ? null : nextDown(to) } : { from: null, to: null };
    return shownPart(store, series, { ...span, hiddenFrom: takenOver(series) }) ?? [];
  });
}

/** Some points of a long line, evenly spread: the last of each stretch. */
function spreadOver(store: PointStore, { series, span }: ShownPart, samples: number): PointBlock {
  const { x1, last, at1 } = store.window(series.id, span, samples);
  return { x: x1, value: last, at: at1 };
}

type Row = ReadRow & { values: Record<string, number> };

/** Rows of one axis by x; of values that share an x the first of each metric are a row, and so on. */
class RowsByX {
  private readonly rows = new Map<number, Row[]>();
  private readonly axis: string;

  constructor(axis: string) {
    this.axis = axis;
  }

  add(metric: string, { x, value, at }: PointBlock): void {
    for (let i = 0, again = 0; i < x.length; i++) {
      again = i > 0 && x[i] === x[i - 1] ? again + 1 : 0;
      let atX = this.rows.get(x[i]);
      if (!atX) this.rows.set(x[i], (atX = []));
      let row = atX[again];
      if (!row) {
        const values = Object.create(null) as Record<string, number>;
        if (this.axis !== DEFAULT_AXIS) values[this.axis] = x[i];
        atX.push((row = { step: x[i], at: at[i], values }));
      }
      row.values[metric] = value[i];
    }
  }

  inOrder(): Row[] {
    const rows = [...this.rows].toSorted(([a], [b]) => a - b).flatMap(([, atX]) => atX);
    return this.axis === DEFAULT_AXIS ? rows : rows.map((row, n) => ({ ...row, step: n }));
  }
}

/** Some of many, evenly spread, the last among them. */
const thinned = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, i) => all[Math.ceil(((i + 1) * all.length) / most) - 1]);

function requireTold(values: number): void {
  if (values <= MOST_VALUES) return;
  throw new ServiceError(
    "too_large",
    `These are ${writeWhole(values)} values; one answer of Ablab tells ${writeWhole(MOST_VALUES)}. Name the keys, or ask for smaller pages.`,
  );
}

/**
 * Rows of a run as its client logged them, joined from the lines of its metrics, ascending. Throws `too_large` where they are more
 * than one answer tells, `forbidden` for a run that the token does not read.
 */
export function rowsOfExternal(ctx: ServiceContext, runId: string, asked: RowsAsked): ReadRow[] {
  requireOwn(ctx, runId);
  const store = pointStore(ctx.db);
  const { samples, hasAll } = asked;
  const parts = partsOf(ctx, runId, asked);
  const values = parts.reduce((sum, { n }) => sum + n, 0);
  const isLong = samples !== null && values > MOST_JOINED;
  if (isLong) requireTold(parts.reduce((sum, { n }) => sum + Math.min(n, samples), 0));
  else if (samples === null) requireTold(values);
  const byAxis = new Map<string, RowsByX>();
  for (const part of parts) {
    const { axis, metric } = part.series;
    const rows = byAxis.get(axis) ?? new RowsByX(axis);
    byAxis.set(axis, rows);
    const blocks = isLong && part.n > samples ? [spreadOver(store, part, samples)] : blocksOf(store, part);
    for (const block of blocks) rows.add(metric, block);
  }
  const steps = byAxis.get(DEFAULT_AXIS)?.inOrder() ?? [];
  const others = [...byAxis].flatMap(([axis, rows]) => (axis === DEFAULT_AXIS ? [] : rows.inOrder()));
  const all = [...steps, ...others].filter(
    ({ values: own }) => !hasAll || (asked.metrics ?? []).every((metric) => metric in own),
  );
  return samples === null ? all : thinned(all, samples);
}
