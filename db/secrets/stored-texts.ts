/**
 * How a column is read. `text` by names and forms; `name` and `data` by forms alone; `table` a flat table in JSON by its names;
 * `json` any JSON by its names; `argv` the arguments of a command; `answer` JSON that pages made, by forms; `file` bytes of the
 * file whose path is in the column `path`; `log` bytes of a stretch of a log.
 */
export type Reading = "text" | "name" | "table" | "json" | "argv" | "answer" | "file" | "log";

/** A table with texts that came from outside. */
export interface StoredTexts {
  table: string;
  /** The run that a row is of, as SQL; null where it is of none. */
  run: string | null;
  columns: Readonly<Record<string, Reading>>;
}

/** What a client says of a run that it brought or that was launched here. */
const SENT = {
  client: "text",
  group_name: "text",
  job_type: "text",
  tags: "json",
  notes: "text",
  environment: "table",
  summary: "table",
  axes: "table",
} as const satisfies StoredTexts["columns"];

const OF_ATTEMPT = "(select run_id from attempts where id = attempt_id)";

/**
 * Every table with texts that came from outside. Those that say by a name what is a secret come last: until they are masked
 * themselves, what they call a secret is looked for in all the others too.
 */
export const STORED_TEXTS: readonly StoredTexts[] = [
  { table: "log_chunks", run: OF_ATTEMPT, columns: { bytes: "log" } },
  { table: "run_notes", run: OF_ATTEMPT, columns: { message: "text" } },
  { table: "dismissals", run: "run_id", columns: { reason: "text" } },
  { table: "run_stages", run: OF_ATTEMPT, columns: { name: "text", reason: "text" } },
  { table: "status_events", run: "run_id", columns: { evidence: "json", actor: "text" } },
  { table: "summary_cache", run: null, columns: { answer: "answer", differences: "answer" } },
  { table: "changed_verdicts", run: null, columns: { changes: "answer" } },
  { table: "alerts", run: "run_id", columns: { title: "text", why: "text" } },
  { table: "alert_deliveries", run: null, columns: { body: "answer", last_sentence: "text" } },
  { table: "alert_rules", run: null, columns: { name: "text", metric: "name" } },
  { table: "keepings", run: null, columns: { tags: "json", notes: "text" } },
  { table: "panel_views", run: null, columns: { name: "text", layout: "answer" } },
  { table: "table_views", run: null, columns: { name: "text", address: "text" } },
  { table: "reports", run: null, columns: { title: "name", markdown: "name" } },
  { table: "report_drafts", run: null, columns: { title: "name", markdown: "name" } },
  {
    table: "report_publications",
    run: null,
    columns: { title: "name", markdown: "name", snapshot: "answer" },
  },
  { table: "deleted_reports", run: null, columns: { title: "name", whole: "answer" } },
  { table: "folder_problems", run: null, columns: { folder: "text", problem: "text" } },
  { table: "run_statements", run: "run_id", columns: { text: "text" } },
  { table: "run_inputs", run: "run_id", columns: { from_name: "text" } },
  { table: "gpu_leases", run: null, columns: { run_name: "text" } },
  { table: "series", run: OF_ATTEMPT, columns: { metric: "name", axis: "name" } },
  { table: "group_samples", run: OF_ATTEMPT, columns: { groups: "answer" } },
  { table: "evaluations", run: "run_id", columns: { key: "name", policies: "answer" } },
  { table: "populations", run: null, columns: { name: "name" } },
  { table: "rollout_prompts", run: "run_id", columns: { opening: "name" } },
  {
    table: "rollout_completions",
    run: null,
    columns: { extra: "answer", stop_reason: "name", rewards: "answer" },
  },
  { table: "rollout_groups", run: OF_ATTEMPT, columns: { key: "name", policies: "answer" } },
  { table: "audit_items", run: null, columns: { key: "name" } },
  { table: "attempt_files", run: OF_ATTEMPT, columns: { data: "file", path: "text" } },
  { table: "external_files", run: "run_id", columns: { data: "file", path: "text" } },
  {
    table: "external_artifacts",
    run: "run_id",
    columns: { place: "name", name: "name", type: "name", run_key: "name", wanted: "answer" },
  },
  {
    table: "run_media",
    run: "run_id",
    columns: { key: "name", path: "text", mark: "text", caption: "name" },
  },
  {
    table: "reported_tables",
    run: null,
    columns: { title: "name", document: "name", source: "name", grid: "answer", notes: "answer" },
  },
  { table: "imports", run: null, columns: { experiment: "name", files: "answer" } },
  { table: "external_aliases", run: null, columns: { place: "name", name: "name", alias: "name" } },
  { table: "external_names", run: "run_id", columns: { place: "name", key: "name" } },
  { table: "external_streams", run: "run_id", columns: { last_x: "answer" } },
  {
    table: "external_places",
    run: null,
    columns: { name: "name", metrics: "answer", ignored_keys: "answer" },
  },
  { table: "experiments", run: null, columns: { title: "name", plan: "answer" } },
  { table: "attempt_findings", run: OF_ATTEMPT, columns: { state: "answer", findings: "answer" } },
  { table: "left_folders", run: null, columns: { problem: "text" } },
  { table: "workers", run: null, columns: { machine: "answer" } },
  { table: "step_labels", run: null, columns: { reason: "text" } },
  { table: "ingest_tokens", run: null, columns: { name: "text" } },
  { table: "projects", run: null, columns: { name: "text" } },
  { table: "sweeps", run: null, columns: { matrix: "json" } },
  { table: "folder_recipes", run: null, columns: { file: "json", folder: "text" } },
  {
    table: "attempts",
    run: "run_id",
    columns: {
      argv: "argv",
      surroundings: "answer",
      exit: "json",
      device: "text",
      phase: "text",
      begun: "answer",
      place: "answer",
    },
  },
  {
    table: "launched_runs",
    run: "run_id",
    columns: { ...SENT, places: "answer", config: "table" },
  },
  {
    table: "external_runs",
    run: "run_id",
    columns: { ...SENT, client_key: "name" },
  },
  {
    table: "runs",
    run: "id",
    columns: { name: "text", label: "text", reward_config: "answer", params: "table" },
  },
];

/** What names a secret by a name: as `WANDB_API_KEY` in an environment, `wandb_key` in a configuration. */
export const NAMING: readonly { table: string; column: string; reading: "table" | "argv" }[] = [
  { table: "runs", column: "params", reading: "table" },
  { table: "launched_runs", column: "config", reading: "table" },
  { table: "launched_runs", column: "environment", reading: "table" },
  { table: "external_runs", column: "environment", reading: "table" },
  { table: "attempts", column: "argv", reading: "argv" },
];
