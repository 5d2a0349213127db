import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Attempts of the first few runs of each of these experiments. */
export function selectSomeAttempts(
  db: Db,
  experimentIds: readonly string[],
  runsOfEach: number,
): { experimentId: string; attemptId: string }[] {
  return db.all(sql`
    select asked.value as experimentId, attempts.id as attemptId
    from json_each(${JSON.stringify(experimentIds)}) asked
    join attempts on attempts.run_id in (
      select id from runs where runs.experiment_id = asked.value limit ${runsOfEach}
    )`);
}
