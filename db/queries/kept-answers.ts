import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keptAnswers } from "../schema/index.ts";

export type KeptAnswerRecord = typeof keptAnswers.$inferSelect;

/** What this code worked out before, of every experiment. */
export const selectKeptAnswers = (db: Db, code: string): KeptAnswerRecord[] =>
  db.select().from(keptAnswers).where(eq(keptAnswers.code, code)).all();

/** Keeps answers in place of those before them; of an experiment that is gone nothing is kept. */
export function upsertKeptAnswers(db: Db, answers: readonly KeptAnswerRecord[]): void {
  const insert = db.$client.prepare(
    `insert into kept_answers (experiment_id, code, answer, differences, worked_at, due)
     select @experimentId, @code, @answer, @differences, @workedAt, @due
     where exists (select 1 from experiments where id = @experimentId)
     on conflict (experiment_id) do update set code = excluded.code, answer = excluded.answer,
       differences = excluded.differences, worked_at = excluded.worked_at, due = excluded.due`,
  );
  for (const { answer, differences, due, ...rest } of answers)
    insert.run({
      ...rest,
      answer: JSON.stringify(answer),
      differences: JSON.stringify(differences),
      due: Number(due),
    });
}

/** Says in the transaction that changes experiments that what was kept of them has to be worked out anew. */
export function markAnswersDue(db: Db, experimentIds: readonly string[]): void {
  const mark = db.$client.prepare("update kept_answers set due = 1 where experiment_id = ? and due = 0");
  for (const id of experimentIds) mark.run(id);
}
