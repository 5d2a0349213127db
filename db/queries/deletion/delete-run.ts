import type { Db } from "../../client.ts";
import { KEEP_FOLDERS, KEEP_LEASES } from "./left-folders.ts";
import { pointStore } from "../../points/open-point-store.ts";

/** What is stored of a run, as counts a person can weigh. */
export interface RunHoldings {
  attempts: number;
  points: number;
  evaluations: number;
  problemRows: number;
  episodes: number;
  completions: number;
  artifacts: number;
  logBytes: number;
  /** Labels of its own, and labels that other runs gave to its episodes. */
  labels: number;
  labelsByOthers: number;
  /** What people marked in audits of its verifier. */
  auditMarks: number;
}

const ATTEMPTS = "select id from attempts where run_id = @run";
const EVALUATIONS = "select id from evaluations where run_id = @run";
const EPISODES = `select id from episodes where evaluation_id in (${EVALUATIONS})`;
const OWN_LABELS = "select id from label_sets where run_id = @run";
const LABELS_OF_ITS_EPISODES = `select id from label_sets where evaluation_id in (${EVALUATIONS})`;

const AUDITS = "select id from audits where run_id = @run";
const GROUPS = `select id from rollout_groups where attempt_id in (${ATTEMPTS})`;

const COUNTS = `select
  (select count(*) from attempts where run_id = @run) as attempts,
  (select coalesce(sum(n), 0) from series where attempt_id in (${ATTEMPTS})) as points,
  (select count(*) from evaluations where run_id = @run) as evaluations,
  (select count(*) from evaluation_rows where evaluation_id in (${EVALUATIONS})) as problemRows,
  (select count(*) from episodes where evaluation_id in (${EVALUATIONS})) as episodes,
  (select coalesce(sum(n), 0) from rollout_groups where attempt_id in (${ATTEMPTS})) as completions,
  (select count(*) from artifacts where attempt_id in (${ATTEMPTS})) as artifacts,
  (select coalesce(sum(log_size), 0) from attempts where run_id = @run) as logBytes,
  (select count(*) from step_labels where label_set_id in (${OWN_LABELS})) as labels,
  (select count(*) from step_labels where label_set_id in (${LABELS_OF_ITS_EPISODES})
     and label_set_id not in (${OWN_LABELS})) as labelsByOthers,
  (select count(*) from audit_marks where audit_id in (${AUDITS})) as auditMarks`;

export function countRunHoldings(db: Db, runId: string): RunHoldings {
  return db.$client.prepare(COUNTS).get({ run: runId }) as RunHoldings;
}

/** Runs of others whose labels of this run's episodes go with it. */
export function selectLabellersOf(db: Db, runId: string): string[] {
  return db.$client
    .prepare(
      `select distinct run_id from label_sets where run_id <> @run and evaluation_id in (${EVALUATIONS})`,
    )
    .pluck()
    .all({ run: runId }) as string[];
}

/** Rows that lean on others go first; the run goes last. */
const DELETIONS = [
  `delete from audit_marks where audit_id in (${AUDITS})`,
  `delete from audit_items where audit_id in (${AUDITS})`,
  "delete from audits where run_id = @run",
  "delete from dismissals where run_id = @run",
  `delete from rollout_completions where group_id in (${GROUPS})`,
  `delete from rollout_groups where attempt_id in (${ATTEMPTS})`,
  "delete from rollout_prompts where run_id = @run",
  "delete from rollout_sieves where run_id = @run",
  "delete from rollout_blocks where run_id = @run",
  `delete from group_samples where attempt_id in (${ATTEMPTS})`,
  `delete from step_labels where label_set_id in (${OWN_LABELS}) or label_set_id in (${LABELS_OF_ITS_EPISODES})`,
  `delete from label_sets where run_id = @run or evaluation_id in (${EVALUATIONS})`,
  "delete from prm_reports where run_id = @run",
  `delete from failure_reports where run_id = @run or evaluation_id in (${EVALUATIONS})`,
  `delete from episode_steps where episode_id in (${EPISODES})`,
  `delete from episodes where evaluation_id in (${EVALUATIONS})`,
  `delete from evaluation_rows where evaluation_id in (${EVALUATIONS})`,
  "delete from evaluations where run_id = @run",
  `delete from attempt_populations where attempt_id in (${ATTEMPTS})`,
  `delete from attempt_files where attempt_id in (${ATTEMPTS})`,
  KEEP_LEASES,
  `delete from gpu_leases where released_at is not null and attempt_id in (${ATTEMPTS})`,
  KEEP_FOLDERS,
  `delete from artifacts where attempt_id in (${ATTEMPTS})`,
  `delete from attempt_findings where attempt_id in (${ATTEMPTS})`,
  `delete from run_stages where attempt_id in (${ATTEMPTS})`,
  `delete from run_notes where attempt_id in (${ATTEMPTS})`,
  `delete from log_chunks where attempt_id in (${ATTEMPTS})`,
  // What a message that has not arrived was to tell of other runs is told by another one.
  `update alert_deliveries set state = 'waiting', folded_into = null where folded_into in (select d.id from alert_deliveries d
     join alerts a on a.id = d.alert_id where a.run_id = @run and d.state = 'waiting')`,
  "delete from alert_deliveries where alert_id in (select id from alerts where run_id = @run)",
  "delete from alerts where run_id = @run",
  "delete from alert_mutes where kind = 'run' and subject = @run",
  "delete from alert_rules where scope = 'run' and subject = @run",
  "delete from status_events where run_id = @run",
  "delete from run_inputs where run_id = @run",
  `delete from external_row_ids where stream_id in (select id from external_streams where run_id = @run)`,
  "delete from external_streams where run_id = @run",
  "delete from run_media where run_id = @run",
  "delete from external_aliases where artifact_id in (select id from external_artifacts where run_id = @run)",
  "delete from external_artifacts where run_id = @run",
  "delete from external_files where run_id = @run",
  `delete from external_sessions where attempt_id in (${ATTEMPTS})`,
  "delete from external_writers where run_id = @run",
  "delete from external_names where run_id = @run",
  "delete from external_runs where run_id = @run",
  "delete from launched_runs where run_id = @run",
  `delete from ingest_tokens where attempt_id in (${ATTEMPTS})`,
  "delete from imported_runs where run_id = @run",
  "delete from run_statements where run_id = @run",
  "delete from keepings where subject_id = @run",
  "delete from attempts where run_id = @run",
  "delete from runs where id = @run",
];

function forgetPoints(db: Db, runId: string): void {
  const attempts = db.$client.prepare("select id from attempts where run_id = ?").pluck().all(runId);
  pointStore(db).forget(attempts as string[]);
}

/**
 * Deletes a run with every row that belongs to it, inside the caller's transaction. What stays of it are the folders that its
 * workers are to remove, and leases of GPUs that are not proven to be free. A table that starts to point at runs
 * and is forgotten here makes the last statements fail on the foreign key, and nothing is deleted.
 */
export function deleteRunRows(db: Db, runId: string, at: number): void {
  forgetPoints(db, runId);
  for (const statement of DELETIONS) db.$client.prepare(statement).run({ run: runId, at });
}

/** What an attempt of an imported run leaves: no rollouts, and no labels, which an import refuses to take from under somebody. */
const TABLES_OF_IMPORTED = new Set([
  "evaluation_rows",
  "evaluations",
  "attempt_populations",
  "attempt_findings",
  "run_notes",
  "log_chunks",
  "status_events",
  "external_row_ids",
  "external_streams",
  "external_sessions",
  "external_writers",
  "attempts",
]);
const OF_IMPORTED = DELETIONS.filter((statement) =>
  TABLES_OF_IMPORTED.has(/^delete from (\w+)/.exec(statement)?.[1] ?? ""),
);

/** Its name may be a person's by now. */
const FACTS = ["params", "seed", "cell", "label", "state", "state_at", "started_at", "ended_at"];
const TOLD = ["environment", "summary", "axes"];

const copied = (table: string, key: string, columns: readonly string[]): string =>
  `update ${table} set (${columns.join()}) = (select ${columns.join()} from ${table} where ${key} = @from) where ${key} = @run`;

const MOVES = [
  ...["attempts", "evaluations", "status_events", "external_streams", "external_writers"].map(
    (table) => `update ${table} set run_id = @run where run_id = @from`,
  ),
  copied("runs", "id", FACTS),
  copied("external_runs", "run_id", TOLD),
];

/**
 * Puts what another run holds into the place of what a run holds, and deletes the other: an imported source that changed is read
 * into a run of its own, and takes over at once. What people wrote of the run stays.
 */
export function takeOverRun(db: Db, runId: string, from: string, at: number): void {
  forgetPoints(db, runId);
  for (const statement of [...OF_IMPORTED, ...MOVES]) db.$client.prepare(statement).run({ run: runId, from });
  deleteRunRows(db, from, at);
}
