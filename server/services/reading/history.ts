import { setImmediate } from "node:timers/promises";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointBlock, PointStore } from "#db/points/point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { ReadHistoryInput, ReadPointsInput } from "../../contracts/reading/asked.ts";
import type { ReadHistory } from "../../contracts/reading/things.ts";
import { ServiceError } from "../../errors.ts";
import { listFirst } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { TOLD_BYTES } from "../answer-room.ts";
import type { ServiceContext } from "../context.ts";
import { inAttemptOrder, takeoversOf } from "../series/built-upon.ts";
import { blocksOf, shownPart, type ShownPart } from "../series/shown-part.ts";
import { requireReadRun } from "./scope.ts";

/** Characters of a point as JSON: two doubles and a moment. */
const TOLD_PER_POINT = 60;
const NAMED = 12;

interface Line {
  metric: string;
  axis: string;
  parts: ShownPart[];
  n: number;
}

/** One metric of a run over its attempts, oldest first, so that x ascends; what later attempts took over is theirs. */
function lineOf(ctx: ServiceContext, runId: string, { metric, x, from, to }: ReadPointsInput): Line {
  const store = pointStore(ctx.db);
  const all = selectAttemptsOfRuns(ctx.db, [runId]);
  const attempts = all.map(({ id }) => id);
  const known = store.series(attempts, [metric]).filter(({ n }) => n > 0);
  if (known.length === 0)
    throw new ServiceError(
      "not_found",
      `The run ${runId} has no metric ${JSON.stringify(metric.slice(0, 80))}. ${hasWords(store, attempts)}`,
    );
  const axes = [...new Set(known.map(({ axis }) => axis))];
  const axis = x ?? (axes.includes(DEFAULT_AXIS) ? DEFAULT_AXIS : axes[0]);
  if (!axes.includes(axis))
    throw new ServiceError(
      "not_found",
      `${metric.slice(0, 80)} of the run ${runId} is not on the axis ${JSON.stringify(axis.slice(0, 80))}. It is on: ${listFirst(axes, NAMED)}.`,
    );
  const takenOver = takeoversOf(all, known);
  const onAxis = known.filter((series) => series.axis === axis);
  const parts = inAttemptOrder(all, onAxis).flatMap(
    (series) => shownPart(store, series, { from, to, hiddenFrom: takenOver(series) }) ?? [],
  );
  return { metric, axis, parts, n: parts.reduce((sum, part) => sum + part.n, 0) };
}

function hasWords(store: PointStore, attempts: readonly string[]): string {
  const names = new Set(attempts.flatMap((id) => store.names(id).map(({ metric }) => metric)));
  return names.size === 0 ? "It has none yet." : `It has: ${listFirst([...names].toSorted(), NAMED)}.`;
}

/** Every point of one metric, block by block, ascending. */
export function readPoints(
  ctx: ServiceContext,
  run: string,
  asked: ReadPointsInput,
): { metric: string; axis: string; n: number; blocks: Generator<PointBlock> } {
  const { metric, axis, n, parts } = lineOf(ctx, requireReadRun(ctx, run).id, asked);
  const store = pointStore(ctx.db);
  function* blocks() {
    for (const part of parts) yield* blocksOf(store, part);
  }
  return { metric, axis, n, blocks: blocks() };
}

type Column = ReadHistory["columns"][number];

const columnOf = ({ metric, axis, n }: Line, sampled: boolean): Column => ({
  metric,
  axis,
  n,
  sampled,
  x: [],
  value: [],
  at: [],
});

function addTo(column: Column, { x, value, at }: PointBlock): void {
  for (let i = 0; i < x.length; i++) {
    column.x.push(toWire(x[i]));
    column.value.push(toWire(value[i]));
    column.at.push(toWire(at[i]));
  }
}

async function whole(store: PointStore, line: Line): Promise<Column> {
  const column = columnOf(line, false);
  for (const part of line.parts)
    for (const block of blocksOf(store, part)) {
      addTo(column, block);
      // Others get their turn between two blocks.
      await setImmediate();
    }
  return column;
}

/** The last point of each of so many stretches of equal width. */
function sampled(store: PointStore, line: Line, samples: number): Column {
  const column = columnOf(line, true);
  let left = samples;
  line.parts.forEach((part, i) => {
    const share = i === line.parts.length - 1 ? left : Math.floor((samples * part.n) / line.n);
    if (share === 0) return;
    const { x1, last, at1 } = store.window(part.series.id, part.span, share);
    left -= x1.length;
    addTo(column, { x: x1, value: last, at: at1 });
  });
  return column;
}

/** Points of some metrics of a run in columns. Throws `too_large` where all of them would be more than one answer tells. */
export async function readHistory(
  ctx: ServiceContext,
  run: string,
  asked: ReadHistoryInput,
): Promise<ReadHistory> {
  const { id } = requireReadRun(ctx, run);
  const { samples, metric: metrics, ...place } = asked;
  const store = pointStore(ctx.db);
  const lines = [...new Set(metrics)].map((metric) => lineOf(ctx, id, { ...place, metric }));
  const told = lines.reduce((sum, { n }) => sum + Math.min(n, samples ?? n), 0);
  if (told * TOLD_PER_POINT > TOLD_BYTES)
    throw new ServiceError(
      "too_large",
      `These are ${writeWhole(told)} points; one answer tells ${writeWhole(Math.floor(TOLD_BYTES / TOLD_PER_POINT))}. Ask for samples=1000, for a range of x, or for each metric below /points, which streams.`,
    );
  const columns: Column[] = [];
  for (const line of lines)
    columns.push(
      samples === null || line.n <= samples ? await whole(store, line) : sampled(store, line, samples),
    );
  return { columns };
}
