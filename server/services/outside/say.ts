import { hash } from "node:crypto";
import { insertRunNote, selectLatestAttempts, selectRunNotes } from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import { insertRowIds, openStream, selectSession } from "#db/queries/outside.ts";
import { topics } from "../../contracts/live.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { requireOutside } from "./session.ts";

/** Notes of one attempt that are kept, and characters of one: a client may alert at every step. */
const MOST = 200;
const LONGEST = 2000;
const FULL = `This attempt has ${MOST} notes; further ones are not kept.`;

export interface Note {
  level: "note" | "caution";
  message: string;
  /** Of an alert: said again under the same id it is left out, and under another it is said, whatever its words. */
  id?: string;
}

/** Whether an alert of a run is met for the first time; its id is known from then on. */
function isNewId(db: Db, runId: string, id: string): boolean {
  const { id: streamId } = openStream(db, { runId, writer: "", stream: "said" });
  return insertRowIds(db, streamId, [hash("sha256", id, "buffer")])[0];
}

/** Says something on the run page, once for each wording, or for each id. */
export function noteOnce(
  { db, touch }: WriteScope,
  runId: string,
  at: number,
  { level, message, id }: Note,
): void {
  const attemptId = selectSession(db, runId)?.attempt.id ?? selectLatestAttempts(db, [runId])[0]?.id;
  if (attemptId === undefined) return;
  const text = message.slice(0, LONGEST);
  const said = selectRunNotes(db, [attemptId]);
  const isKnown = id === undefined ? said.some((note) => note.message === text) : !isNewId(db, runId, id);
  if (said.length > MOST || isKnown) return;
  insertRunNote(db, { attemptId, at, level, message: said.length === MOST ? FULL : text });
  touch(topics.run(runId));
}

/** A sentence for the run page: an alert of the client, or what was parked and why. */
export function sayOutside(ctx: ServiceContext, runId: string, note: Note): void {
  commit(ctx, (scope) => {
    requireOutside(ctx, runId);
    noteOnce(scope, runId, ctx.now(), note);
  });
}
