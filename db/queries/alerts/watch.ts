import { sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import type { StatusEvidence } from "../../../server/contracts/attempt.ts";
import { LIVE_STATES, type RunState } from "../../../server/contracts/run-lifecycle.ts";
import { alertCursors } from "../../schema/index.ts";

/** What looks at changes of state: "states" tells of the changes themselves, "ends" of what the points of ended runs say. */
export type CursorName = "states" | "ends";

/** How far changes of state were looked at; null where nobody has. */
export function selectCursor(db: Db, name: CursorName): number | null {
  return (
    db.get<{ reached: number } | undefined>(sql`select reached from alert_cursors where name = ${name}`)
      ?.reached ?? null
  );
}

export function updateCursor(db: Db, name: CursorName, reached: number): void {
  const row = { name, reached };
  db.insert(alertCursors).values(row).onConflictDoUpdate({ target: alertCursors.name, set: row }).run();
}

/** A change of state with the run as it is now. */
export interface StateChange {
  id: number;
  runId: string;
  attemptId: string | null;
  at: number;
  from: RunState | null;
  to: RunState;
  actor: string;
  evidence: StatusEvidence;
  name: string;
  /** The run's state now, which may be another one by then. */
  state: RunState;
}

type ChangeTuple = [
  number,
  string,
  string | null,
  number,
  RunState | null,
  RunState,
  string,
  string,
  string,
  RunState,
];

/** Changes of state after one of them, oldest first. */
export function selectStateChanges(db: Db, after: number, limit: number): StateChange[] {
  const rows = db.values<ChangeTuple>(sql`
    select e.id, e.run_id, e.attempt_id, e.at, e.from_state, e.to_state, e.actor, e.evidence, r.name, r.state
    from status_events e join runs r on r.id = e.run_id where e.id > ${after} order by e.id limit ${limit}`);
  return rows.map(([id, runId, attemptId, at, from, to, actor, evidence, name, state]) => ({
    id,
    runId,
    attemptId,
    at,
    from,
    to,
    actor,
    evidence: JSON.parse(evidence) as StatusEvidence,
    name,
    state,
  }));
}

/** A run with its latest attempt, as far as rules ask for it. */
export interface WatchedAttempt {
  id: string;
  runId: string;
  name: string;
  experimentId: string;
  state: RunState;
  endedAt: number | null;
  lastSeq: number;
  phaseStep: number | null;
  /** Of the run and of its experiment. */
  tags: string[];
}

type WatchedTuple = [
  string,
  string,
  string,
  string,
  RunState,
  number | null,
  number,
  number | null,
  string | null,
  string | null,
];

const watched = (where: ReturnType<typeof sql>) => sql`
  select a.id, r.id, r.name, r.experiment_id, a.state, a.ended_at, a.last_seq, a.phase_step, k.tags, x.tags
  from attempts a join runs r on r.id = a.run_id
  left join keepings k on k.subject_id = r.id left join keepings x on x.subject_id = r.experiment_id
  where ${where} and a.n = (select max(l.n) from attempts l where l.run_id = r.id)`;

const tagsOf = (text: string | null): string[] => (text === null ? [] : (JSON.parse(text) as string[]));

const asWatched = (rows: WatchedTuple[]): WatchedAttempt[] =>
  rows.map(([id, runId, name, experimentId, state, endedAt, lastSeq, phaseStep, own, experiments]) => ({
    id,
    runId,
    name,
    experimentId,
    state,
    endedAt,
    lastSeq,
    phaseStep,
    tags: [...new Set([...tagsOf(own), ...tagsOf(experiments)])],
  }));

/** Latest attempts of some runs. */
export function selectWatched(db: Db, runIds: readonly string[]): WatchedAttempt[] {
  if (runIds.length === 0) return [];
  const ids = JSON.stringify(runIds);
  return asWatched(db.values<WatchedTuple>(watched(sql`a.run_id in (select value from json_each(${ids}))`)));
}

/** Attempts that go on, by an index of states. */
export function selectLiveWatched(db: Db): WatchedAttempt[] {
  const live = sql`r.state in ${[...LIVE_STATES]}`;
  return asWatched(db.values<WatchedTuple>(watched(live)));
}

/** Metrics of an attempt that have a NaN or an infinity. Read from the rows alone: no point is brought into place for it. */
export function selectNonFinite(db: Db, attemptId: string): { id: number; metric: string; n: number }[] {
  const rows = db.values<[number, string, number]>(sql`
    select id, metric, nan + pos_inf + neg_inf from series
    where attempt_id = ${attemptId} and nan + pos_inf + neg_inf > 0 order by metric, axis`);
  return rows.map(([id, metric, n]) => ({ id, metric, n }));
}

/** The series of an attempt that have one of these names, the one on the train step first. */
export function selectSeriesNamed(
  db: Db,
  attemptId: string,
  metrics: readonly string[],
): { id: number; metric: string; axis: string }[] {
  const rows = db.values<[number, string, string]>(sql`
    select s.id, s.metric, s.axis from json_each(${JSON.stringify(metrics)}) m
    join series s on s.attempt_id = ${attemptId} and s.metric = m.value
    order by m.key, s.axis <> 'step', s.axis`);
  return rows.map(([id, metric, axis]) => ({ id, metric, axis }));
}

/** When the latest attempt of a run that a client told of was here, when it began, and the time of its newest point. */
export function selectImported(db: Db, runId: string) {
  return db.get<
    { attemptId: string; claimedAt: number; lastSeenAt: number; startedAt: number | null } | undefined
  >(sql`
    select a.id as attemptId, a.claimed_at as claimedAt, a.last_seen_at as lastSeenAt, a.started_at as startedAt
    from runs r join attempts a on a.run_id = r.id and a.n = (select max(l.n) from attempts l where l.run_id = r.id)
    where r.id = ${runId} and r.origin = 'external' and r.status_source = 'client'`);
}
