import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestDb } from "../../testing.ts";

const words = (text: string) => text.trim().split(/\s+/);

/** Tables of which no row is of a run, an experiment or a report; an anonymous report draws nothing of them. */
const OF_NO_RUN = words(`
  __migrations alert_cursors alert_deliveries alert_mutes alert_rules benchmark_problems benchmarks devices folder_problems
  gpu_leases held_sets imports left_folders machine_means external_aliases panel_views population_problems unfinished_evaluations populations problems queue secret_sweeps
  reported_tables sessions table_views ticks webhooks workers`);
/** Tables of runs that hold numbers, hashes, ids and codes, or what is computed from other rows. */
const OF_OURS = words(`
  artifacts attempt_findings attempt_populations audit_items changed_verdicts deleted_reports episode_steps episodes evaluation_rows evaluations
  failure_reports group_samples imported_runs summary_cache label_sets log_chunks masked_runs external_sessions external_streams point_sources
  point_writer prm_reports report_drafts rollout_blocks rollout_groups rollout_prompts rollout_sieves run_inputs sealed_attempts
  step_labels`);
/** What was sent as the words of a model is shown as that; the forms of names in it are taken out. */
const WORDS_OF_MODELS = words("rollout_completions");
/** Columns of other tables that hold ids, hashes, codes and what Ablab writes itself. */
const CODES = words(`
  id hash token_hash tail state kind phase level rule cause type slug code version cell origin status_source next limits what mark standing
  added change weights sha256 recipe recipe_version reward_config reward_hash benchmark_hash baseline_cell plan moved_from
  launch_key matrix axis axes logger client client_id run_key digest wanted places worker_id pid_start boot_id begun wish problem
  file files version evidence from_state to_state made_from made_for seed_key ignored_keys metrics held used_by revoked_by
  publication_id snapshot markdown access seeds strata`);

const source = readFileSync(join(import.meta.dirname, "private-texts.ts"), "utf8");
const isRead = (name: string) => new RegExp(`\\b${name}\\b`).test(source);

test("every text that is stored of a run is read for names, or holds none", () => {
  const client = openTestDb().$client;
  const columns = client
    .prepare(
      `select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c
       where t.type = 'table' and lower(c.type) = 'text' and t.name not like 'sqlite_%'`,
    )
    .all() as { table: string; column: string }[];
  const set = new Set([...OF_NO_RUN, ...OF_OURS, ...WORDS_OF_MODELS]);
  const codes = new Set(CODES);
  const missing = columns.filter(
    ({ table, column }) =>
      !set.has(table) &&
      !codes.has(column) &&
      !/_(?:id|hash)$/.test(column) &&
      !(isRead(table) && isRead(column)),
  );
  expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  const tables = new Set(columns.map(({ table }) => table));
  expect([...set].filter((table) => !tables.has(table))).toEqual([]);
});
