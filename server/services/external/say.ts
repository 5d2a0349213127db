import { hash } from "node:crypto";
import { insertRunNote, selectLatestAttempts, selectRunNotes } from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import { selectSession } from "#db/queries/external.ts";
import { insertRowIds, openStream } from "#db/queries/external/streams.ts";
import { topics } from "../../contracts/live.ts";
import type { Note } from "../../contracts/external/verbs.ts";
import { selectRun } from "#db/queries/runs.ts";
import { fireAlert, type NewAlert } from "../alerts/fire.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { requireExternal } from "./session.ts";

/** Notes of one attempt that are kept, and characters of one: a client may alert at every step. */
const MOST = 200;
const LONGEST = 2000;
const FULL = `This attempt has ${MOST} notes; further ones are not kept.`;

/** Whether an alert of a run is met for the first time; its id is known from then on. */
function takeId(db: Db, runId: string, id: string): boolean {
  const { id: streamId } = openStream(db, { runId, writer: "", stream: "said" });
  return insertRowIds(db, streamId, [hash("sha256", id, "buffer")])[0];
}

/** What a training said by its own logger, as an alert of the bench; its id, or its words, are the cause. */
function clientAlert(
  db: Db,
  runId: string,
  attemptId: string,
  { title, text, level }: NonNullable<Note["alert"]>,
  said: string,
): NewAlert {
  const name = selectRun(db, runId)?.name ?? runId;
  return {
    cause: `client:${runId}:${attemptId}:${hash("sha256", said, "hex")}`,
    kind: "client",
    level,
    title: `${name}: ${title || text}`,
    why: `${title && text ? `${text}\n` : ""}The training said so by its own logger.`,
    runId,
  };
}

/** Says things on the run page, each once for its wording, or for its id. */
export function noteOnce(scope: WriteScope, runId: string, at: number, ...notes: readonly Note[]): void {
  const { db, touch } = scope;
  const attemptId = selectSession(db, runId)?.attempt.id ?? selectLatestAttempts(db, [runId])[0]?.id;
  if (attemptId === undefined) return;
  const before = selectRunNotes(db, [attemptId]);
  const said = new Set(before.map(({ message }) => message));
  let count = before.length;
  for (const { level, message, id, alert } of notes) {
    // Nothing is remembered of what is not kept: a client may send a hundred thousand at once.
    if (count > MOST) break;
    const text = message.slice(0, LONGEST);
    const isKnown = id === undefined ? said.has(text) : !takeId(db, runId, id);
    if (isKnown) continue;
    insertRunNote(db, { attemptId, at, level, message: count === MOST ? FULL : text });
    if (alert && count < MOST) fireAlert(scope, at, clientAlert(db, runId, attemptId, alert, id ?? text));
    said.add(text);
    count += 1;
    touch(topics.run(runId));
  }
}

/** Sentences for the run page: alerts of the client, or what was parked and why. */
export function sayExternal(ctx: ServiceContext, runId: string, notes: readonly Note[]): void {
  commit(ctx, (scope) => {
    requireExternal(ctx, runId);
    noteOnce(scope, runId, ctx.now(), ...notes);
  });
}
