import { hash } from "node:crypto";
import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns } from "#db/points/point-store.ts";
import { updateAttempt } from "#db/queries/attempts.ts";
import { insertRowIds, openStream, updateStream, type OutsideStreamRecord } from "#db/queries/outside.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { LONGEST_METRIC_NAME, metricNameIssue } from "../../../workers/protocol/names.ts";
import { POINT_LIMITS } from "../../../workers/protocol/points.ts";
import { topics } from "../../contracts/live.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { sha256 } from "../hashing.ts";
import { createSeriesLedger, type SeriesLedger } from "../ingest/series-ledger.ts";
import { nextRow, takeRows } from "./numbered-rows.ts";
import { noteOnce } from "./say.ts";
import { currentAttempt, ingestActor, requireOutside } from "./session.ts";
import type { LoggedRow, LoggedRows } from "../../contracts/outside/verbs.ts";
import { axisReader, placeRow, SYSTEM_AXIS } from "./x-of-row.ts";

/** Names that are told apart in notes: one that is made anew at every step would fill the page. */
const MOST_NAMED = 10;

const ledgers = new WeakMap<Db["$client"], SeriesLedger>();

function ledgerOf(db: Db): SeriesLedger {
  const known = ledgers.get(db.$client) ?? createSeriesLedger(pointStore(db), POINT_LIMITS.seriesPerAttempt);
  ledgers.set(db.$client, known);
  return known;
}

/** The name a metric is kept by: its own, or where no metric may be called so, that with everything in it seen. */
export function keptName(name: string): string {
  if (metricNameIssue(name) === null) return name;
  const seen = name === "" ? "(no name)" : visibleName(name);
  const most = LONGEST_METRIC_NAME - 10;
  return seen.length <= LONGEST_METRIC_NAME ? seen : `${seen.slice(0, most)}…${sha256(name).slice(0, 8)}`;
}

/** Rows that are not stored yet; the stream then says that they are. */
function freshRows(db: Db, stream: OutsideStreamRecord, { offset, ids, rows }: LoggedRows): LoggedRow[] {
  if (offset !== null) {
    const { fresh, ...numbered } = takeRows(stream, Math.max(0, Math.trunc(offset)), rows.length);
    Object.assign(stream, numbered);
    return rows.filter((_, i) => fresh[i]);
  }
  stream.reached += rows.length;
  if (!ids) return [...rows];
  const isNew = insertRowIds(
    db,
    stream.id,
    rows.map((_, i) => hash("sha256", ids[i] ?? `${stream.reached} ${i}`, "buffer").subarray(0, 8)),
  );
  return rows.filter((_, i) => isNew[i]);
}

interface Growing {
  metric: string;
  axis: string;
  x: number[];
  value: number[];
  at: number[];
}

/** The values of rows as columns, one for each metric and axis. */
class Columns {
  readonly all: Growing[] = [];
  private readonly byName = new Map<string, Map<string, Growing>>();

  add(metric: string, axis: string, x: number, value: number, at: number): void {
    let ofMetric = this.byName.get(metric);
    if (!ofMetric) this.byName.set(metric, (ofMetric = new Map()));
    let column = ofMetric.get(axis);
    if (!column) {
      column = { metric, axis, x: [], value: [], at: [] };
      ofMetric.set(axis, column);
      this.all.push(column);
    }
    column.x.push(x);
    column.value.push(value);
    column.at.push(at);
  }
}

function columnsOf(
  rows: readonly LoggedRow[],
  {
    stream,
    axes,
    startedAt,
    now,
  }: { stream: OutsideStreamRecord; axes: Record<string, string>; startedAt: number; now: number },
): Growing[] {
  const columns = new Columns();
  const axisOf = axisReader(axes);
  const defined = new Set(Object.values(axes));
  for (const row of rows) {
    const at = row.at !== null && Number.isFinite(row.at) ? row.at : now;
    const placed = placeRow(row, axisOf, defined, stream);
    const seconds = { axis: SYSTEM_AXIS, x: Math.max(0, (at - startedAt) / 1000) };
    for (const metric of Object.keys(row.values)) {
      const { axis, x } = stream.stream === "system" ? seconds : placed(metric);
      columns.add(metric, axis, x, row.values[metric], at);
    }
  }
  return columns.all;
}

/** Columns under the names they are kept by, without those that would be too many; says what is not as it was sent. */
function admitted(
  scope: WriteScope,
  runId: string,
  attemptId: string,
  columns: Growing[],
  now: number,
): PointColumns[] {
  const ledger = ledgerOf(scope.db);
  const renamed: string[] = [];
  const kept: PointColumns[] = [];
  let tooMany = false;
  for (const { metric, axis, x, value, at } of columns) {
    const name = keptName(metric);
    if (name !== metric) renamed.push(name);
    const column = {
      metric: name,
      axis,
      x: Float64Array.from(x),
      value: Float64Array.from(value),
      at: Float64Array.from(at),
    };
    if (ledger.admit(attemptId, [column]) === "refused") tooMany = true;
    else kept.push(column);
  }
  for (const name of renamed.slice(0, MOST_NAMED))
    noteOnce(scope, runId, now, {
      level: "note",
      message: `A metric was sent under a name that cannot be shown as it is. Its values are kept as ${JSON.stringify(name)}.`,
    });
  if (tooMany)
    noteOnce(scope, runId, now, {
      level: "caution",
      message: `An attempt has at most ${writeWhole(ledger.limit)} series. Values of further metrics are not kept; name metrics after what they are, not after steps or samples.`,
    });
  return kept;
}

/** The greatest train step of any value so far. */
function reachedStep(before: number | null, columns: readonly PointColumns[]): number | null {
  const steps = columns
    .filter(({ axis }) => axis === DEFAULT_AXIS)
    .map(({ x }) => x.reduce((a, b) => Math.max(a, b), 0));
  return steps.length === 0 ? before : Math.max(before ?? 0, Math.trunc(Math.max(...steps)));
}

/**
 * Stores the rows of one writer, each once, whatever is sent again. Answers the first row of a numbered stream that is not
 * stored, or how many rows came.
 */
export function logOutside(ctx: ServiceContext, runId: string, batch: LoggedRows): number {
  const now = ctx.now();
  try {
    return commit(ctx, (scope) => {
      const found = requireOutside(ctx, runId);
      const stream = openStream(scope.db, { runId, writer: batch.writer, stream: batch.stream });
      const rows = freshRows(scope.db, stream, batch);
      if (rows.length > 0) {
        const attempt = currentAttempt(ctx, scope, found, batch.writer);
        const { startedAt } = attempt;
        const placed = columnsOf(rows, { stream, axes: found.told.axes, startedAt: startedAt ?? now, now });
        const columns = admitted(scope, runId, attempt.id, placed, now);
        // The worker says of a script of ours whether it lives, and numbers its events.
        const isLaunched = ingestActor(ctx).attempt !== undefined;
        if (!isLaunched) hearAttempt(ctx, scope, attempt, found.run);
        const source = isLaunched ? "logger" : "events";
        const [answer] = pointStore(scope.db).append([
          { attemptId: attempt.id, source, firstSeq: null, columns },
        ]);
        if (answer.kind !== "stored")
          throw new Error(`Attempt ${attempt.id} takes no points (${answer.kind}).`);
        updateAttempt(scope.db, attempt.id, {
          ...(!isLaunched && { lastSeq: attempt.lastSeq + rows.length }),
          phaseStep: reachedStep(attempt.phaseStep, columns),
        });
        scope.touch(topics.run(runId), topics.experimentPoints(found.run.experimentId), topics.progress);
        for (const { x } of columns)
          scope.advance(
            runId,
            x.reduce((a, b) => Math.max(a, b), 0),
          );
      }
      stream.rows += rows.length;
      updateStream(scope.db, stream);
      return nextRow(stream);
    });
  } catch (error) {
    // What it took into account may not have been stored.
    ledgers.delete(ctx.db.$client);
    throw error;
  }
}
