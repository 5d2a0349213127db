import type { Db } from "../client.ts";

/** A run that a policy went through, nearest first. `recipe` is null where the run was deleted. */
export interface LineageRun {
  runId: string;
  recipe: string | null;
}

/** A run and every run whose checkpoint it started from or measures, over any number of steps. */
export function selectCheckpointLineage(db: Db, runId: string): LineageRun[] {
  return db.$client
    .prepare(
      `with recursive lineage(id, depth) as (
         select ?, 0
         union
         select i.from_run_id, l.depth + 1 from lineage l
         join run_inputs i on i.run_id = l.id and i.kind in ('checkpoint', 'program_policy') where l.depth < 100
       )
       select l.id as runId, r.recipe from lineage l left join runs r on r.id = l.id
       group by l.id order by min(l.depth)`,
    )
    .all(runId) as LineageRun[];
}

/** The sets of problems that the attempts of each run were trained on: their training part, and what they were shown solved. */
export function selectTrainPopulations(db: Db, runIds: string[]): Map<string, string[]> {
  const rows = db.$client
    .prepare(
      `select distinct a.run_id as runId, ap.population_hash as hash from attempt_populations ap
       join attempts a on a.id = ap.attempt_id
       where ap.role in ('train', 'demonstrated') and a.run_id in (select value from json_each(?))`,
    )
    .all(JSON.stringify(runIds)) as { runId: string; hash: string }[];
  const found = new Map<string, string[]>();
  for (const { runId, hash } of rows) found.set(runId, [...(found.get(runId) ?? []), hash]);
  return found;
}

/** Problems of an evaluation, by content, that are in any of these sets. */
export function countProblemsIn(db: Db, evaluationId: string, populationHashes: string[]): number {
  return db.$client
    .prepare(
      `select count(*) from evaluation_rows r where r.evaluation_id = ? and exists (
         select 1 from population_problems pp
         where pp.population_hash in (select value from json_each(?)) and pp.problem_hash = r.problem_hash)`,
    )
    .pluck()
    .get(evaluationId, JSON.stringify(populationHashes)) as number;
}
