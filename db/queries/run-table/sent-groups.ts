import { sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { GROUP_FIELDS } from "./keys.ts";

/** Group and job type of runs, as their loggers sent them. */
export const selectSentGroups = (
  db: Db,
  runIds: readonly string[],
): Map<string, { group: string | null; jobType: string | null }> =>
  new Map(
    db
      .all<{ id: string; group: string | null; jobType: string | null }>(
        sql`select r.id, ${GROUP_FIELDS.group} as "group", ${GROUP_FIELDS.job_type} as "jobType"
          from runs r where r.id in (select value from json_each(${JSON.stringify(runIds)}))`,
      )
      .map(({ id, ...sent }) => [id, sent]),
  );
