import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns, SeriesName } from "#db/points/point-store.ts";
import { updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { type FoundExternal } from "#db/queries/external.ts";
import { updateStream, type ExternalStreamRecord } from "#db/queries/external/streams.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS } from "../../../workers/protocol/machine/machine-metrics.ts";
import { POINT_LIMITS } from "../../../workers/protocol/points.ts";
import { topics } from "../../contracts/live.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { inTurns } from "../in-turns.ts";
import { openAhead, SERIES_AT_ONCE } from "../ingest/open-ahead.ts";
import { createSeriesLedger, type SeriesLedger } from "../ingest/series-ledger.ts";
import { freshRows, namesake } from "./rows/fresh-rows.ts";
import { keptName } from "./rows/kept-name.ts";
import { nextRow } from "./numbered-rows.ts";
import { noteOnce } from "./say.ts";
import { attemptOfRows } from "./attempts/attempt-of-rows.ts";
import { isMoment, noteTimes } from "./attempts/own-times.ts";
import { ingestActor, requireExternal } from "./session.ts";
import type { LoggedColumn, LoggedTable } from "../../contracts/external/logged-table.ts";
import type { LoggedRows } from "../../contracts/external/verbs.ts";
import { placeRows, type Place } from "./x-of-row.ts";

/** Names that are told apart in notes: one that is made anew at every step would fill the page. */
const MOST_NAMED = 10;

const ledgers = new WeakMap<Db["$client"], SeriesLedger>();

function ledgerOf(db: Db): SeriesLedger {
  const known = ledgers.get(db.$client) ?? createSeriesLedger(pointStore(db), POINT_LIMITS.seriesPerAttempt);
  ledgers.set(db.$client, known);
  return known;
}

/** Numbers of the rows that a column has, in one that was read for all rows. */
const ofRows = (all: Float64Array, rows: Uint32Array | null): Float64Array =>
  rows === null ? all : Float64Array.from(rows, (row) => all[row]);

/** A column where its values stand; in two where some rows do not say where. */
function placed({ metric, rows, value }: LoggedColumn, at: Float64Array, place: Place): PointColumns[] {
  const { axis, otherwise } = place;
  const x = ofRows(place.x, rows);
  if (otherwise === null || !x.some(Number.isNaN)) return [{ metric, axis, x, value, at: ofRows(at, rows) }];
  const has = Uint32Array.from({ length: value.length }, (_, i) => i);
  const part = (isMeant: (i: number) => boolean, { axis, x: all }: Place): PointColumns[] => {
    const kept = has.filter(isMeant);
    if (kept.length === 0) return [];
    const own = kept.map((i) => (rows === null ? i : rows[i]));
    return [{ metric, axis, x: ofRows(all, own), value: ofRows(value, kept), at: ofRows(at, own) }];
  };
  return [...part((i) => Number.isNaN(x[i]), otherwise), ...part((i) => !Number.isNaN(x[i]), place)];
}

function columnsOf(table: LoggedTable, at: Float64Array, placeOf: (metric: string) => Place): PointColumns[] {
  return table.columns.flatMap((column) => placed(column, at, placeOf(column.metric)));
}

/** When each row was logged; one that does not say, or says what is no moment as 0, came with its request. */
const timesOf = ({ at }: LoggedTable, now: number): Float64Array =>
  at.every(isMoment) ? at : at.map((t) => (isMoment(t) ? t : now));

/** Where figures of the machine stand: on the seconds since the attempt began. */
const onSeconds = (at: Float64Array, startedAt: number): Place => ({
  axis: MACHINE_AXIS,
  x: at.map((t) => Math.max(0, (t - startedAt) / 1000)),
  otherwise: null,
});

/** The rows of a batch as columns, and the attempt that they belong to. */
function placedRows(
  ctx: ServiceContext,
  scope: WriteScope,
  found: FoundExternal,
  {
    batch,
    stream,
    table,
    process,
  }: { batch: LoggedRows; stream: ExternalStreamRecord; table: LoggedTable; process: string },
): { attempt: AttemptRecord; sent: PointColumns[] } {
  const now = ctx.now();
  const at = timesOf(table, now);
  const placeOf = placeRows(table, found.told.axes, stream);
  const isSystem = stream.stream === "system";
  const history = isSystem ? null : columnsOf(table, at, placeOf);
  const [firstAt, lastAt] = [at.reduce((a, b) => Math.min(a, b)), at.reduce((a, b) => Math.max(a, b))];
  const { isInOrder = false, isShared = false } = batch;
  const sender = { writer: process, isInOrder, isShared, isResent: batch.isResent };
  const attempt = attemptOfRows(ctx, scope, found, { ...sender, columns: history, firstAt, lastAt });
  // The worker says of a script of ours whether it lives, and when it began.
  if (ingestActor(ctx).attempt === undefined) {
    hearAttempt(ctx, scope, attempt, found.run);
    noteTimes(
      scope,
      { run: found.run, attempt },
      { at: table.at, writer: process, isResent: batch.isResent },
      now,
    );
  }
  const seconds = history === null ? onSeconds(at, attempt.startedAt ?? now) : null;
  return { attempt, sent: history ?? columnsOf(table, at, () => seconds as Place) };
}

/** Rows bring very many series that are not there yet. Nothing of them is stored. */
class ManySeries extends Error {
  readonly attemptId: string;
  readonly names: readonly SeriesName[];

  constructor(attemptId: string, names: readonly SeriesName[]) {
    super("These rows bring very many new metrics.");
    this.name = "ManySeries";
    this.attemptId = attemptId;
    this.names = names;
  }
}

/**
 * Columns under the names they are kept by, without those that would be too many; says what is not as it was sent. Throws
 * `ManySeries` where more than `mostNew` are new.
 */
function admitted(
  scope: WriteScope,
  runId: string,
  attemptId: string,
  { columns, isCut, mostNew }: { columns: PointColumns[]; isCut: boolean; mostNew: number },
  now: number,
): PointColumns[] {
  const ledger = ledgerOf(scope.db);
  const renamed: string[] = [];
  const kept: PointColumns[] = [];
  const added: SeriesName[] = [];
  let tooMany = isCut;
  for (const sent of columns) {
    const metric = keptName(sent.metric);
    if (metric !== sent.metric) renamed.push(metric);
    const column = metric === sent.metric ? sent : { ...sent, metric };
    const admission = ledger.admit(attemptId, [column]);
    if (admission === "refused") tooMany = true;
    else kept.push(column);
    if (admission === "added") added.push({ metric, axis: column.axis });
  }
  if (added.length > mostNew) throw new ManySeries(attemptId, added);
  for (const name of renamed.slice(0, MOST_NAMED))
    noteOnce(scope, runId, now, {
      level: "info",
      message: `A metric was sent under a name that cannot be shown as it is. Its values are kept as "${name}".`,
    });
  if (tooMany)
    noteOnce(scope, runId, now, {
      level: "warning",
      message: `An attempt has at most ${writeWhole(ledger.limit)} series. Values of further metrics are not kept; name metrics after what they are, not after steps or samples.`,
    });
  return kept;
}

/** A number has 16 digits: of steps that have more, those that differ behind them are one, in the order in which they came. */
const sayCoarseSteps = (scope: WriteScope, runId: string, now: number) =>
  noteOnce(scope, runId, now, {
    level: "warning",
    message: `Steps beyond 2^53 (${writeWhole(2 ** 53)}) are kept to 16 digits. Steps that differ in later digits share an x; their values are all kept, in the order in which they came.`,
    id: "coarse steps",
  });

/** Two processes that call themselves the same number their rows alike. */
const sayNamesake = (scope: WriteScope, runId: string, now: number, writer: string) =>
  noteOnce(scope, runId, now, {
    level: "warning",
    message: `Two processes write into this run under one writer id, ${JSON.stringify(writer.slice(0, 80))}. The rows of each are kept apart; give every process an id of its own.`,
    id: `one writer id: ${writer.slice(0, 80)}`,
  });

/** The greatest x of columns, at least 0; many columns share theirs. */
function reachedX(columns: readonly PointColumns[]): number {
  let most = 0;
  for (const x of new Set(columns.map((column) => column.x)))
    for (let i = 0; i < x.length; i++) if (x[i] > most) most = x[i];
  return most;
}

/** The greatest train step of any value so far; an x of others in a row that names no train step says nothing of it. */
function reachedStep(
  before: number | null,
  columns: readonly PointColumns[],
  axes: Readonly<Record<string, string>>,
): number | null {
  const others = new Set(Object.values(axes));
  const onSteps = columns.filter(({ axis, metric }) => axis === DEFAULT_AXIS && !others.has(metric));
  return onSteps.length === 0 ? before : Math.max(before ?? 0, Math.trunc(reachedX(onSteps)));
}

/**
 * Stores the rows of one writer, each once, whatever is sent again. Answers the first row of a numbered stream that is not
 * stored, or how many rows came.
 */
export const logToExternalRun = (ctx: ServiceContext, runId: string, batch: LoggedRows): number =>
  log(ctx, runId, batch, Infinity);

/** Does the same; of rows that bring very many new metrics these are made first, in parts with others in between. */
export function logInTurns(ctx: ServiceContext, runId: string, batch: LoggedRows): number | Promise<number> {
  try {
    return log(ctx, runId, batch, SERIES_AT_ONCE);
  } catch (error) {
    if (!(error instanceof ManySeries)) throw error;
    const { attemptId, names } = error;
    const opened = inTurns(openAhead(pointStore(ctx.db), attemptId, names));
    return opened.then(() => logToExternalRun(ctx, runId, batch));
  }
}

function log(ctx: ServiceContext, runId: string, batch: LoggedRows, mostNew: number): number {
  const now = ctx.now();
  return commit(ctx, (scope) => {
    // What it takes into account may not be stored.
    scope.ifUndone(() => ledgers.delete(ctx.db.$client));
    const found = requireExternal(ctx, runId);
    const { stream, table, n } = freshRows(scope.db, runId, batch);
    const process = namesake(batch.process ?? batch.writer, n);
    if (n > 1) sayNamesake(scope, runId, now, batch.writer);
    if (table.n > 0) {
      const { attempt, sent } = placedRows(ctx, scope, found, { batch, stream, table, process });
      const isCut = table.isCut === true;
      const columns = admitted(scope, runId, attempt.id, { columns: sent, isCut, mostNew }, now);
      // A worker numbers the events of a script of ours itself.
      const isLaunched = ingestActor(ctx).attempt !== undefined;
      const source = isLaunched ? "logger" : "events";
      const [answer] = pointStore(scope.db).append([
        { attemptId: attempt.id, source, firstSeq: null, columns },
      ]);
      if (answer.kind !== "stored")
        throw new Error(`Attempt ${attempt.id} takes no points (${answer.kind}).`);
      updateAttempt(scope.db, attempt.id, {
        ...(!isLaunched && { lastSeq: attempt.lastSeq + table.n }),
        phaseStep: reachedStep(attempt.phaseStep, columns, found.told.axes),
      });
      scope.touch(topics.run(runId), topics.experimentPoints(found.run.experimentId), topics.progress);
      const reached = reachedX(columns);
      if (reached > Number.MAX_SAFE_INTEGER) sayCoarseSteps(scope, runId, now);
      scope.advance(runId, reached);
    }
    stream.rows += table.n;
    updateStream(scope.db, stream);
    return nextRow(stream);
  });
}
