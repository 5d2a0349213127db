import type { Db } from "../../client.ts";

const EXPERIMENT = [
  "update reports set experiment_id = null where experiment_id = @id",
  "delete from external_places where experiment_id = @id",
  "delete from sweeps where experiment_id = @id",
  "delete from alert_mutes where kind = 'experiment' and subject = @id",
  "delete from alert_rules where scope = 'experiment' and subject = @id",
  "delete from keepings where subject_id = @id",
  "delete from summary_cache where experiment_id = @id",
  "delete from changed_verdicts where experiment_id = @id",
  "delete from looks where experiment_id = @id",
  "delete from experiments where id = @id",
];

/** Deletes an experiment whose runs were deleted before, inside the caller's transaction. Reports filled from it stay. */
export function deleteExperimentRows(db: Db, id: string): void {
  for (const statement of EXPERIMENT) db.$client.prepare(statement).run({ id });
}

const BENCHMARK = [
  "delete from benchmark_problems where benchmark_id = @id",
  "delete from keepings where subject_id = @id",
  "delete from benchmarks where id = @id",
];

/** Deletes a registered set. What is known of its problems by their content stays: evaluations are of them. */
export function deleteBenchmarkRows(db: Db, id: string): void {
  for (const statement of BENCHMARK) db.$client.prepare(statement).run({ id });
}

/** Runs that are on the problems of a set: by their parameters, or from the run that made it. */
export function selectRunsOnSet(db: Db, hash: string): { id: string; name: string; state: string }[] {
  return db.$client
    .prepare(
      `select r.id, r.name, r.state from runs r where r.benchmark_hash = @hash or exists (
         select 1 from run_inputs i
         join attempts a on a.run_id = i.from_run_id
         join artifacts f on f.attempt_id = a.id and f.kind = 'problems' and f.sha256 = @hash
         where i.run_id = r.id)
       order by r.queued_at`,
    )
    .all({ hash }) as ReturnType<typeof selectRunsOnSet>;
}

/** Runs outside an experiment that take something from a run in it. */
export function selectTakersElsewhere(db: Db, experimentId: string): { id: string; name: string }[] {
  return db.$client
    .prepare(
      `select distinct r.id, r.name from run_inputs i
       join runs source on source.id = i.from_run_id and source.experiment_id = @id
       join runs r on r.id = i.run_id and r.experiment_id <> @id order by r.queued_at`,
    )
    .all({ id: experimentId }) as ReturnType<typeof selectTakersElsewhere>;
}

/** Reports that were filled from an experiment. */
export function selectReportsFilledFrom(db: Db, experimentId: string): { id: string; title: string }[] {
  return db.$client
    .prepare("select id, title from reports where experiment_id = ? order by created_at")
    .all(experimentId) as ReturnType<typeof selectReportsFilledFrom>;
}
