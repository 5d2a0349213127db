import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { unfinishedEvaluations } from "../schema/index.ts";

export type UnfinishedEvaluation = typeof unfinishedEvaluations.$inferSelect;

export const insertUnfinished = (db: Db, evaluation: UnfinishedEvaluation): void =>
  void db.insert(unfinishedEvaluations).values(evaluation).run();

export const selectUnfinished = (db: Db): UnfinishedEvaluation[] =>
  db.select().from(unfinishedEvaluations).all();

export const deleteUnfinished = (db: Db, evaluationId: string): void =>
  void db.delete(unfinishedEvaluations).where(eq(unfinishedEvaluations.evaluationId, evaluationId)).run();

const SOME_ROWS = `delete from evaluation_rows where rowid in (
  select rowid from evaluation_rows where evaluation_id = @evaluationId limit @most)`;

/** Those of a set that was stored meanwhile stay, and those of one that another evaluation is bringing. */
const SOME_PROBLEMS = `delete from population_problems where rowid in (
  select rowid from population_problems where population_hash = @populationHash limit @most)
  and not exists (select 1 from populations where hash = @populationHash)
  and not exists (select 1 from unfinished_evaluations
    where population_hash = @populationHash and evaluation_id <> @evaluationId)`;

/** Deletes at most so many rows that an evaluation left that does not come to its end; how many there were. */
export function deleteSomeRows({ $client }: Db, unfinished: UnfinishedEvaluation, most: number): number {
  const asked = { ...unfinished, most };
  return $client.prepare(SOME_ROWS).run(asked).changes || $client.prepare(SOME_PROBLEMS).run(asked).changes;
}
