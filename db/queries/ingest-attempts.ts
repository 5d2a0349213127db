import { randomUUID } from "node:crypto";
import type Database from "better-sqlite3";
import { ENDED_STATES, type RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";

/** What the points wire must know of an attempt. */
export interface IngestAttempt {
  id: string;
  runId: string;
  experimentId: string;
  state: RunState;
  tokenHash: string;
}

/** Looks attempts up for every request that brings points. */
export interface IngestAttempts {
  byId(id: string): IngestAttempt | undefined;
  /** The attempt whose token has this hash now. */
  byTokenHash(hash: string): IngestAttempt | undefined;
}

/** Attempts held in mind; beyond that all are forgotten. */
const HELD = 2000;

/** Calls back before anybody can read a state or token that was changed on this connection, or miss a deleted attempt. */
function onAttemptChange({ $client: client }: Db, callback: () => void): void {
  const name = `attempts_changed_${randomUUID().replaceAll("-", "")}`;
  client.function(name, () => {
    callback();
    return null;
  });
  for (const [i, event] of ["update of state, token_hash, run_id", "delete"].entries())
    client.exec(
      `create temp trigger ${name}_${i} after ${event} on main.attempts begin select ${name}(); end`,
    );
}

function openIngestAttempts(db: Db): IngestAttempts {
  const { $client: client } = db;
  const select = `select a.id, a.run_id as runId, r.experiment_id as experimentId, a.state, a.token_hash as tokenHash
    from attempts a join runs r on r.id = a.run_id`;
  const selectById = client.prepare(`${select} where a.id = ?`);
  const selectByTokenHash = client.prepare(`${select} where a.token_hash = ?`);
  const byId = new Map<string, IngestAttempt>();
  const byTokenHash = new Map<string, IngestAttempt>();
  const forget = () => {
    byId.clear();
    byTokenHash.clear();
  };
  onAttemptChange(db, forget);

  function remember(found: IngestAttempt | undefined): IngestAttempt | undefined {
    // What a transaction sees may be undone.
    if (!found || client.inTransaction) return found;
    if (byId.size >= HELD) forget();
    byId.set(found.id, found);
    byTokenHash.set(found.tokenHash, found);
    return found;
  }

  return {
    byId: (id) => byId.get(id) ?? remember(selectById.get(id) as IngestAttempt | undefined),
    byTokenHash: (hash) =>
      byTokenHash.get(hash) ?? remember(selectByTokenHash.get(hash) as IngestAttempt | undefined),
  };
}

const opened = new WeakMap<Db["$client"], IngestAttempts>();

/**
 * The attempts of a database as the points wire asks for them: remembered between requests, and forgotten by a trigger of
 * the connection, which is the only one that writes, whenever a state or a token changes.
 */
export function ingestAttempts(db: Db): IngestAttempts {
  let attempts = opened.get(db.$client);
  if (!attempts) opened.set(db.$client, (attempts = openIngestAttempts(db)));
  return attempts;
}

const heardStatements = new WeakMap<Db["$client"], Database.Statement>();

/** Notes when an attempt was heard of. */
export function markHeard({ $client: client }: Db, id: string, at: number): void {
  let statement = heardStatements.get(client);
  if (!statement) {
    statement = client.prepare("update attempts set last_seen_at = ? where id = ?");
    heardStatements.set(client, statement);
  }
  statement.run(at, id);
}

/** Attempts that have ended and whose points are not closed, but those from outside whose last rows may still come. */
export function selectEndedOpenAttempts({ $client }: Db): string[] {
  return $client
    .prepare(
      `select id from attempts where state in (select value from json_each(?))
       and id not in (select attempt_id from sealed_attempts)
       and id not in (select attempt_id from external_sessions where closed = 0)`,
    )
    .pluck()
    .all(JSON.stringify(ENDED_STATES)) as string[];
}
