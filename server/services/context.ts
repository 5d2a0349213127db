import type { Db } from "#db/client.ts";
import { inTransaction } from "#db/connection.ts";
import { inSavepoint } from "#db/savepoint.ts";
import { markAnswersDue } from "#db/queries/experiments.ts";
import { insertTick } from "#db/queries/ticks.ts";
import type { SupervisedRun } from "../../workers/protocol/loggers/supervised-token.ts";
import { experimentOf, type Tick } from "../contracts/live.ts";
import type { LiveBus } from "../live/bus.ts";
import { explainStorageError } from "../errors.ts";
import type { KeyAccess } from "../contracts/external/ingest-token.ts";
import type { BackupList, BackupMade } from "../contracts/housekeeping/settings.ts";
import type { WebhookDoor } from "../contracts/alerts/posted.ts";
import { codeStamp } from "./code-stamp.ts";
import type { SentFiles } from "./sent-files.ts";
import type { Staging } from "./staging.ts";
import type { Storage } from "./storage.ts";

/** What only the running process can do for a caller. Passed in, so that a verb or a test can do without. */
export interface Doors {
  /** A fresh one-time login link of this server. */
  createLoginLink(): string;
  version: string;
  homeDir: string;
  startedAt: number;
  /** Sends messages to addresses that people wrote, behind its guard. */
  webhooks: WebhookDoor;
  keeper: KeeperDoor;
}

/** What is done with the files of the data directory for somebody who asks. */
export interface KeeperDoor {
  listBackups(): BackupList;
  /** Copies the database into the folder of backups as one checked file. */
  backUp(): Promise<BackupMade>;
  /** Replaces the operator token: whoever has the old one is refused from then on. */
  renewOperatorToken(): { file: string };
}

/** Who is doing this. Doors decide it once; verbs only read it. */
export type Actor =
  /** `session`: hash of the secret of the browser that asks. */
  | { kind: "member"; name: string; session?: string }
  | { kind: "operator"; name: string }
  | { kind: "worker"; workerId: string }
  | { kind: "attempt"; attemptId: string }
  | {
      kind: "ingest";
      tokenId: string;
      projectId: string;
      name: string;
      /** A project of its client becomes a project here, and not an experiment of `projectId`. */
      makesProjects?: boolean;
      /** Absent: it brings runs, and reads back those alone. */
      access?: KeyAccess;
      /** The one attempt that the token of a launched script writes to; absent for one that brings runs from outside. */
      attempt?: { id: string; runId: string };
      /** The run that a witness began, where the token is the one that it gave to the loggers of its command. */
      witnessed?: SupervisedRun;
    }
  | { kind: "system"; name: string };

/** A client from outside, by its token. */
export type IngestActor = Extract<Actor, { kind: "ingest" }>;

/** How long things may take; tests shorten it. All in ms. */
export interface Timing {
  heartbeatMs: number;
  pollMs: number;
  unreachableAfterMs: number;
  /** Silence of a client from outside: it speaks every 30 s at best, and waits minutes where it tries again. */
  externalSilentAfterMs: number;
  /** How long ago a process was heard that still counts where another one of its run has ended. */
  externalBesideMs: number;
  /** How long after a told end rows still belong to the attempt that ended. */
  externalLateMs: number;
  sigintMs: number;
  sigtermMs: number;
}

export const DEFAULT_TIMING: Timing = {
  heartbeatMs: 1000,
  pollMs: 500,
  unreachableAfterMs: 30_000,
  externalSilentAfterMs: 300_000,
  externalBesideMs: 90_000,
  externalLateMs: 600_000,
  sigintMs: 3000,
  sigtermMs: 2000,
};

/** Works out questions over all runs beside the server, one after the other. */
export interface Reader {
  ask(name: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/** The world a verb may touch. Nothing reads a global clock or a global session. */
export interface ServiceContext {
  db: Db;
  actor: Actor;
  /** The clock of the machine, in ms: for what is shown and stored. It may be set at any moment. */
  now: () => number;
  /** Since when stored moments can be compared with `now`; absent where its clock is never set, as in tests. */
  comparableSince?: () => number;
  live: LiveBus;
  timing: Timing;
  /** Uploads that are not registered yet. */
  staging: Staging;
  /** Files that were sent for an import. */
  uploads: SentFiles;
  storage: Storage;
  /** Answers questions over all runs beside this process; where there is none they are answered where they are asked. */
  reader?: Reader;
}

/** The actor as a status row and a person name it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case "member":
    case "operator":
    case "system":
    case "ingest":
      return actor.name;
    case "worker":
      return actor.workerId;
    case "attempt":
      return actor.attemptId;
  }
}

export interface WriteScope {
  db: Db;
  /** Names what changed; one tick with all topics is stored with the change and published after the commit. */
  touch(...topics: string[]): void;
  /** Says how far the points of a run reach now; the tick carries the highest x of each run. */
  advance(runId: string, x: number): void;
  /** Calls back where the change is undone after all: what was remembered of it is to be forgotten. */
  ifUndone(forget: () => void): void;
}

type NotPromise<T> = T extends Promise<unknown> ? never : T;

/** What the work of a commit, or of a part of one, has said so far. */
class Gathered {
  readonly touched = new Set<string>();
  readonly advanced = new Map<string, number>();
  readonly undone: (() => void)[] = [];

  scopeOf(db: Db): WriteScope {
    return {
      db,
      touch: (...topics) => topics.forEach((topic) => this.touched.add(topic)),
      advance: (runId, x) => this.advanced.set(runId, Math.max(x, this.advanced.get(runId) ?? x)),
      ifUndone: (forget) => this.undone.push(forget),
    };
  }

  add({ touched, advanced, undone }: Gathered): void {
    for (const topic of touched) this.touched.add(topic);
    for (const [runId, x] of advanced) this.advanced.set(runId, Math.max(x, this.advanced.get(runId) ?? x));
    this.undone.push(...undone);
  }

  /** Stores what follows from it in the running transaction: one tick, if anything changed. */
  store({ db, now, actor }: ServiceContext): Tick | null {
    const topics = [...this.touched];
    const changed = topics.flatMap((topic) => experimentOf(topic) ?? []);
    // What a version does to runs by itself is its own doing: to what the version before said of them they are as they were.
    if (changed.length > 0) markAnswersDue(db, changed, actor.kind === "system" ? codeStamp() : undefined);
    if (topics.length === 0 && this.advanced.size === 0) return null;
    return insertTick(db, now(), { topics, advanced: Object.fromEntries(this.advanced) });
  }
}

/** The commit that is under way on a connection, or the innermost part of it that is. */
const underWay = new WeakMap<Db["$client"], Gathered>();

function gather<T>({ db }: ServiceContext, gathered: Gathered, work: (scope: WriteScope) => T): T {
  const outer = underWay.get(db.$client);
  underWay.set(db.$client, gathered);
  try {
    return work(gathered.scopeOf(db));
  } finally {
    if (outer) underWay.set(db.$client, outer);
    else underWay.delete(db.$client);
  }
}

/**
 * One immediate transaction with its tick. A tick is never published for a change that was undone. Inside another commit it is
 * a part of that one, which is undone by itself where it throws; the tick is that of the whole.
 */
export function commit<T>(ctx: ServiceContext, work: (scope: WriteScope) => NotPromise<T>): T {
  const outer = underWay.get(ctx.db.$client);
  const gathered = new Gathered();
  try {
    if (outer) {
      const result = inSavepoint(ctx.db, () => gather<T>(ctx, gathered, work));
      outer.add(gathered);
      return result;
    }
    let tick: Tick | null = null;
    const result = inTransaction(ctx.db, () => {
      const value = gather(ctx, gathered, work);
      tick = gathered.store(ctx);
      return value;
    });
    if (tick) ctx.live.publish(tick);
    return result;
  } catch (error) {
    for (const forget of gathered.undone) forget();
    throw explainStorageError(error);
  }
}
