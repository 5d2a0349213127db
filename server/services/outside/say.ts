import { insertRunNote, selectRunNotes } from "#db/queries/attempts.ts";
import { selectSession } from "#db/queries/outside.ts";
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
}

/** Says something on the run page, once for each wording. */
export function noteOnce(
  { db, touch }: WriteScope,
  runId: string,
  at: number,
  { level, message }: Note,
): void {
  const attemptId = selectSession(db, runId)?.attempt.id;
  if (attemptId === undefined) return;
  const text = message.slice(0, LONGEST);
  const said = selectRunNotes(db, [attemptId]);
  if (said.length > MOST || said.some((note) => note.message === text)) return;
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
