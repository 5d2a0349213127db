import type { AppendAnswer, PointBatch, PointStore } from "#db/points/point-store.ts";
import { selectAttempt } from "#db/queries/attempts.ts";
import { type IngestAttempt, ingestAttempts, markHeard } from "#db/queries/ingest-attempts.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { WirePoints } from "../../../workers/protocol/points.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { isDueAgain } from "../clock.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { withoutFirst } from "./lines.ts";
import type { Admission, SeriesLedger } from "./series-ledger.ts";
import type { IngestTicks, RunWithPoints } from "./ticks.ts";

/** A body as it was read. */
export interface IncomingBatch {
  attemptId: string;
  source: string;
  /** Number of its first point. */
  firstSeq: number;
  points: number;
  columns: WirePoints[];
  /** For each point in the order of its number the column it is in; null where they are numbered column after column. */
  order: Uint32Array | null;
}

export type IngestOutcome =
  /** `points` of it were not there before. */
  | { kind: "stored"; ackSeq: number; points: number; reachedX: number | null }
  /** Nothing of it is stored. */
  | { kind: "gap"; ackSeq: number }
  | { kind: "ended"; ackSeq: number; state: RunState }
  | { kind: "too_many_series"; limit: number }
  | { kind: "unknown_attempt" }
  | { kind: "failed"; error: unknown };

/** What is kept between commits. */
export interface IngestMemory {
  store: PointStore;
  ledger: SeriesLedger;
  ticks: IngestTicks;
  /** When attempts were last heard of by their points. */
  lastSeenAt: Map<string, number>;
}

/** Points prove life, and a proof a second is enough. */
const HEAR_EVERY_MS = 1000;
const HEARD_KEPT = 1000;

/**
 * Points of lines are numbered across the columns, so the store cannot skip the first ones of a batch that it has in
 * part; they are taken out here.
 */
function inColumnOrder(store: PointStore, batch: IncomingBatch): PointBatch {
  const { attemptId, source, firstSeq, columns, order, points } = batch;
  if (!order) return { attemptId, source, firstSeq, columns };
  const ackSeq = store.reached(attemptId, source);
  const stored = Math.min(points, ackSeq + 1 - firstSeq);
  if (stored <= 0) return { attemptId, source, firstSeq, columns };
  return {
    attemptId,
    source,
    firstSeq: firstSeq + stored,
    columns: withoutFirst({ columns, order }, stored),
  };
}

function outcomeOf(answer: AppendAnswer, batch: IncomingBatch, attempt: IngestAttempt): IngestOutcome {
  const { ackSeq } = answer;
  if (answer.kind === "stored")
    return { kind: "stored", ackSeq, points: answer.points, reachedX: answer.reachedX };
  if (answer.kind === "gap") return { kind: "gap", ackSeq };
  return outcomeAfterEnd(ackSeq, batch, attempt);
}

/** Nothing is added to an attempt that has ended, and what it has may be sent again. */
function outcomeAfterEnd(
  ackSeq: number,
  { firstSeq, points }: IncomingBatch,
  { state }: IngestAttempt,
): IngestOutcome {
  const isStored = firstSeq + points - 1 <= ackSeq;
  return isStored ? { kind: "stored", ackSeq, points: 0, reachedX: null } : { kind: "ended", ackSeq, state };
}

/**
 * Appends in order. Batches go to the store together, so that a series gets one entry; only a batch of lines waits until
 * those of its source before it are stored, because it must know how far they reach.
 */
function appendInOrder(
  { store, ledger }: IngestMemory,
  batches: readonly IncomingBatch[],
  attemptOf: (id: string) => IngestAttempt | undefined,
): IngestOutcome[] {
  const outcomes: IngestOutcome[] = [];
  let group: { i: number; batch: PointBatch; attempt: IngestAttempt; admission: Admission }[] = [];
  const appendGroup = () => {
    const answers = store.append(group.map(({ batch }) => batch));
    group.forEach(({ i, attempt, admission }, k) => {
      outcomes[i] = outcomeOf(answers[k], batches[i], attempt);
      // Points that were there already are skipped, so names that only they have are not stored either.
      const stored = answers[k].kind === "stored" ? answers[k].points : 0;
      if (admission === "added" && stored < batches[i].points) ledger.forget(batches[i].attemptId);
    });
    group = [];
  };
  batches.forEach((batch, i) => {
    const { attemptId, source, order, columns } = batch;
    const attempt = attemptOf(attemptId);
    if (!attempt) {
      outcomes[i] = { kind: "unknown_attempt" };
      return;
    }
    if (isEnded(attempt.state)) {
      outcomes[i] = outcomeAfterEnd(store.reached(attemptId, source), batch, attempt);
      return;
    }
    let admission = ledger.admit(attemptId, columns);
    // A batch before it may have brought names that are not stored in the end.
    if (admission === "refused" && group.some((b) => b.admission === "added" && b.attempt === attempt)) {
      appendGroup();
      admission = ledger.admit(attemptId, columns);
    }
    if (admission === "refused") {
      outcomes[i] = { kind: "too_many_series", limit: ledger.limit };
      return;
    }
    const isOfSource = (b: PointBatch) => b.attemptId === attemptId && b.source === source;
    if (order && group.some(({ batch: b }) => isOfSource(b))) appendGroup();
    group.push({ i, batch: inColumnOrder(store, batch), attempt, admission });
  });
  appendGroup();
  return outcomes;
}

function mustHear(ctx: ServiceContext, { state }: IngestAttempt, lastSeenAt: number | undefined): boolean {
  if (isEnded(state)) return false;
  return state === "unreachable" || isDueAgain(ctx, lastSeenAt, HEAR_EVERY_MS);
}

/** The silence of an attempt that was unreachable ends with all that belongs to it; else only the time is noted. */
function hear(ctx: ServiceContext, scope: WriteScope, { id, state }: IngestAttempt): void {
  if (state !== "unreachable") return markHeard(scope.db, id, ctx.now());
  const attempt = selectAttempt(scope.db, id);
  const run = attempt && selectRun(scope.db, attempt.runId);
  if (run) hearAttempt({ ...ctx, actor: { kind: "attempt", attemptId: id } }, scope, attempt, run);
}

/**
 * Stores batches in one transaction with the tick and the sign of life, one outcome each; a batch that is refused harms
 * no other. Throws where the transaction fails, and then nothing of any batch is stored.
 */
export function storeBatches(
  ctx: ServiceContext,
  memory: IngestMemory,
  batches: readonly IncomingBatch[],
): IngestOutcome[] {
  const { lastSeenAt, ticks } = memory;
  const now = ctx.now();
  const { outcomes, silent, settle } = commit(ctx, (scope) => {
    const { byId } = ingestAttempts(scope.db);
    const attempts = new Map(batches.map(({ attemptId }) => [attemptId, byId(attemptId)]));
    const present = [...attempts.values()].filter((attempt) => attempt !== undefined);
    const silent = present.filter((attempt) => mustHear(ctx, attempt, lastSeenAt.get(attempt.id)));
    for (const attempt of silent) hear(ctx, scope, attempt);
    const outcomes = appendInOrder(memory, batches, (id) => attempts.get(id));
    const runs = new Map<string, RunWithPoints>();
    outcomes.forEach((outcome, i) => {
      const attempt = attempts.get(batches[i].attemptId);
      if (!attempt || outcome.kind !== "stored" || outcome.reachedX === null) return;
      const { runId, experimentId } = attempt;
      const x = Math.max(outcome.reachedX, runs.get(runId)?.x ?? -Infinity);
      runs.set(runId, { experimentId, x });
    });
    return { outcomes, silent, settle: ticks.tell(scope, runs) };
  });
  settle();
  if (lastSeenAt.size > HEARD_KEPT) lastSeenAt.clear();
  for (const { id } of silent) lastSeenAt.set(id, now);
  return outcomes;
}
