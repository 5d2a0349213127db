import { sql, type SQL } from "drizzle-orm";

/**
 * Whether an evaluation (`row` is its table or alias) stands: it is not of a step that a later attempt of its run makes anew, which
 * is all after the checkpoint from which that one goes on.
 */
export const standsSql = (row: SQL): SQL => sql`not exists (
  select 1 from attempts own join attempts later on later.run_id = own.run_id and later.n > own.n
  where own.id = ${row}.attempt_id and later.begun is not null and ${row}.train_step >
    iif(json_extract(later.begun, '$.checkpoint.path') is null, -1, coalesce(json_extract(later.begun, '$.checkpoint.step'), 9e15)))`;
