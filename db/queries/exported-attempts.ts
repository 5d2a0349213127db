import type { Connected } from "../connection.ts";

/** An attempt whose points are exported, with the names its rows carry. */
export interface ExportedAttempt {
  project: string;
  run: string;
  runName: string;
  attemptId: string;
  attempt: number;
}

/** `runs`: chosen ones, their ids with commas between. */
export type ExportKind = "run" | "runs" | "experiment" | "project";

/** Each asked for a JSON list of ids. */
const RUNS_OF: Record<ExportKind, string> = {
  run: "runs.id in (select value from json_each(?))",
  runs: "runs.id in (select value from json_each(?))",
  experiment: "runs.experiment_id in (select value from json_each(?))",
  project: "runs.project_id in (select value from json_each(?))",
};

/**
 * All attempts of a run, an experiment or a project, one at a time: runs in order of launch, each with its attempts in
 * order. Only numbers of rows are held. By hand, since the builder of statements would be most of what an export holds.
 */
export function* exportedAttempts(
  { $client: client }: Connected,
  kind: ExportKind,
  id: string,
): Generator<ExportedAttempt> {
  const rows = client
    .prepare(
      `select attempts.rowid from attempts join runs on runs.id = attempts.run_id where ${RUNS_OF[kind]}
       order by runs.queued_at, runs.rowid, attempts.n`,
    )
    .pluck()
    .all(JSON.stringify(id.split(",")));
  const named = client.prepare(
    `select projects.name as project, runs.id as run, runs.name as runName, attempts.id as attemptId, attempts.n as attempt
     from attempts join runs on runs.id = attempts.run_id join projects on projects.id = runs.project_id
     where attempts.rowid = ?`,
  );
  for (const row of rows) yield named.get(row) as ExportedAttempt;
}
