import { hash } from "node:crypto";
import { insertRunNote, selectLatestAttempts, selectRunNotes } from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import { selectSession } from "#db/queries/external.ts";
import { hasRowId, insertRowIds, openStream } from "#db/queries/external/streams.ts";
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

/** Where the ids of what was said of a run are noted. */
const saidOf = (runId: string) => ({ runId, writer: "", stream: "said" }) as const;
const hashOf = (id: string): Buffer => hash("sha256", id, "buffer");

/** Whether an alert of a run is met for the first time; its id is known from then on. */
function takeId(db: Db, runId: string, id: string): boolean {
  const { id: streamId } = openStream(db, saidOf(runId));
  return insertRowIds(db, streamId, [hashOf(id)])[0];
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
  // What every row says again is found by its id, without what was said before.
  const isSaid = ({ id }: Note) => id !== undefined && hasRowId(db, saidOf(runId), hashOf(id));
  if (notes.every(isSaid)) return;
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
