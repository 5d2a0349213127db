import type { Db } from "../client.ts";

export type MeasuredPart = "train" | "held_out";

/** Part of its run's problems that each evaluation measured; one whose problems were both, or neither, is left out. */
export function selectMeasuredParts(db: Db, evaluationIds: string[]): Map<string, MeasuredPart> {
  const rows = db.$client
    .prepare(
      `select e.id, min(ap.role) as part from evaluations e
       join attempt_populations ap on ap.attempt_id = e.attempt_id and ap.population_hash = e.population_hash
         and ap.role in ('train', 'held_out')
       where e.id in (select value from json_each(?)) group by e.id having count(*) = 1`,
    )
    .all(JSON.stringify(evaluationIds)) as { id: string; part: MeasuredPart }[];
  return new Map(rows.map(({ id, part }) => [id, part]));
}
