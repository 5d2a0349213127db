import type { Db } from "../../client.ts";

/** A stored text under the name of what it is: a key of a configuration, a column. */
export interface StoredText {
  key: string;
  text: string;
}

/** Which runs an anonymous report may tell of. */
export interface ReportSubjects {
  runIds: readonly string[];
  experimentIds: readonly string[];
  reportId: string | null;
}

/** Everything stored of some runs in which a name of a machine, a person or a place may stand. */
export interface PrivateTexts {
  /** What clients and workers said of machines and code. */
  environment: StoredText[];
  /** Texts of configurations and results. */
  settings: StoredText[];
  /** What people and programs wrote. */
  prose: string[];
  /** Who launched, changed, stated or shared something. */
  people: string[];
  projects: string[];
  /** Words of what is shown on purpose: titles, metrics, keys. */
  shown: string[];
}

const OF_RUNS = "(select value from json_each(@runs))";
const OF_ATTEMPTS = `(select id from attempts where run_id in ${OF_RUNS})`;
const OF_EXPERIMENTS = "(select value from json_each(@experiments))";

const ENVIRONMENT = `
  select j.key, j.value as text from external_runs o, json_each(o.environment) j where o.run_id in ${OF_RUNS}
  union select j.key, j.value from launched_runs o, json_each(o.environment) j where o.run_id in ${OF_RUNS}
  union select 'args', argv from attempts where run_id in ${OF_RUNS} and argv is not null
  union select 'device', device from attempts where run_id in ${OF_RUNS} and device is not null
  union select 'node', place ->> '$.node' from attempts where run_id in ${OF_RUNS} and place ->> '$.node' is not null
  union select t.column1, a.surroundings ->> t.column2 from attempts a,
    (values ('host', '$.host'), ('folder', '$.folder'), ('executable', '$.interpreter.path'), ('commit', '$.git.commit'),
      ('branch', '$.git.branch'), ('system', '$.system')) t
    where a.run_id in ${OF_RUNS} and a.surroundings ->> t.column2 is not null
  union select 'folder', f.folder from folder_recipes f join runs r on r.recipe = f.slug where r.id in ${OF_RUNS}`;

const SETTINGS = `
  select j.key, j.value as text from runs r, json_each(r.params) j where r.id in ${OF_RUNS} and j.type = 'text'
  union select j.key, j.value from launched_runs o, json_each(o.config) j where o.run_id in ${OF_RUNS} and j.type = 'text'
  union select j.key, j.value from external_runs o, json_each(o.summary) j where o.run_id in ${OF_RUNS} and j.type = 'text'
  union select j.key, j.value from launched_runs o, json_each(o.summary) j where o.run_id in ${OF_RUNS} and j.type = 'text'`;

const PROSE = `
  select name as text from runs where id in ${OF_RUNS}
  union select label from runs where id in ${OF_RUNS}
  union select title from experiments where id in ${OF_EXPERIMENTS}
  union select name from external_places where experiment_id in ${OF_EXPERIMENTS}
  union select client_key from external_runs where run_id in ${OF_RUNS}
  union select group_name from external_runs where run_id in ${OF_RUNS} and group_name is not null
  union select job_type from external_runs where run_id in ${OF_RUNS} and job_type is not null
  union select notes from external_runs where run_id in ${OF_RUNS} and notes is not null
  union select notes from launched_runs where run_id in ${OF_RUNS} and notes is not null
  union select j.value from external_runs o, json_each(o.tags) j where o.run_id in ${OF_RUNS}
  union select j.value from launched_runs o, json_each(o.tags) j where o.run_id in ${OF_RUNS}
  union select path from external_files where run_id in ${OF_RUNS}
  union select path from attempt_files where attempt_id in ${OF_ATTEMPTS}
  union select key from run_media where run_id in ${OF_RUNS}
  union select path from run_media where run_id in ${OF_RUNS} and path is not null
  union select caption from run_media where run_id in ${OF_RUNS} and caption is not null
  union select name from external_artifacts where run_id in ${OF_RUNS}
  union select type from external_artifacts where run_id in ${OF_RUNS}
  union select writer from external_writers where run_id in ${OF_RUNS}
  union select reason from run_stages where attempt_id in ${OF_ATTEMPTS}
  union select place from external_names where run_id in ${OF_RUNS}
  union select key from external_names where run_id in ${OF_RUNS}
  union select text from run_statements where run_id in ${OF_RUNS}
  union select message from run_notes where attempt_id in ${OF_ATTEMPTS}
  union select reason from dismissals where run_id in ${OF_RUNS}
  union select exit ->> '$.detail' from attempts where run_id in ${OF_RUNS} and exit ->> '$.detail' is not null
  union select title from alerts where run_id in ${OF_RUNS}
  union select why from alerts where run_id in ${OF_RUNS}
  union select notes from keepings where subject_id in ${OF_RUNS} or subject_id in ${OF_EXPERIMENTS}
  union select j.value from keepings k, json_each(k.tags) j where subject_id in ${OF_RUNS} or subject_id in ${OF_EXPERIMENTS}`;

const PEOPLE = `
  select created_by as text from sweeps where experiment_id in ${OF_EXPERIMENTS}
  union select t.name from ingest_tokens t join external_runs o on o.token_id = t.id where o.run_id in ${OF_RUNS}
  union select t.created_by from ingest_tokens t join external_runs o on o.token_id = t.id where o.run_id in ${OF_RUNS}
  union select by from looks where experiment_id in ${OF_EXPERIMENTS}
  union select by from run_statements where run_id in ${OF_RUNS}
  union select by from audits where run_id in ${OF_RUNS}
  union select by from dismissals where run_id in ${OF_RUNS}
  union select m.by from audit_marks m join audits a on a.id = m.audit_id where a.run_id in ${OF_RUNS}
  union select by from keepings where subject_id in ${OF_RUNS} or subject_id in ${OF_EXPERIMENTS}
  union select actor from status_events where run_id in ${OF_RUNS}
  union select stop_requested_by from attempts where run_id in ${OF_RUNS} and stop_requested_by is not null
  union select f.offered_by from folder_recipes f join runs r on r.recipe = f.slug where r.id in ${OF_RUNS}
  union select f.approved_by from folder_recipes f join runs r on r.recipe = f.slug
    where r.id in ${OF_RUNS} and f.approved_by is not null
  union select s.created_by from share_links s join report_publications p on p.id = s.publication_id
    where p.report_id = @report
  union select created_by from reports where id = @report
  union select updated_by from reports where id = @report and updated_by is not null
  union select saved_by from report_drafts where report_id = @report
  union select published_by from report_publications where report_id = @report`;

const PROJECTS = `
  select p.name as text from projects p join runs r on r.project_id = p.id where r.id in ${OF_RUNS}
  union select p.slug from projects p join runs r on r.project_id = p.id where r.id in ${OF_RUNS}
  union select p.name from projects p join reports r on r.project_id = p.id where r.id = @report
  union select p.slug from projects p join reports r on r.project_id = p.id where r.id = @report`;

const SHOWN = `
  select title as text from experiments where id in ${OF_EXPERIMENTS}
  union select distinct metric from series where attempt_id in ${OF_ATTEMPTS}
  union select j.key from runs r, json_each(r.params) j where r.id in ${OF_RUNS}`;

/** Every stored text of these runs, of their experiments and of a report in which a private name may stand, each once. */
export function selectPrivateTexts(db: Db, subjects: ReportSubjects): PrivateTexts {
  const given = {
    runs: JSON.stringify(subjects.runIds),
    experiments: JSON.stringify(subjects.experimentIds),
    report: subjects.reportId,
  };
  const keyed = (sql: string) => db.$client.prepare(sql).all(given) as StoredText[];
  const texts = (sql: string) => db.$client.prepare(sql).pluck().all(given) as string[];
  return {
    environment: keyed(ENVIRONMENT),
    settings: keyed(SETTINGS),
    prose: texts(PROSE),
    people: texts(PEOPLE),
    projects: texts(PROJECTS),
    shown: texts(SHOWN),
  };
}

/** Runs of the experiments that are read besides those of the report: a look takes a share of a second at most. */
const MOST_RELATED = 2000;

/** Experiments of these runs, and all runs of these and the given experiments. */
export function selectRelatedRuns(
  db: Db,
  runIds: readonly string[],
  experimentIds: readonly string[],
): Omit<ReportSubjects, "reportId"> {
  const found = db.$client
    .prepare(
      `select id, experiment_id as experimentId from runs where id in (select value from json_each(@runs))
       union select * from (select id, experiment_id from runs where experiment_id in (
         select experiment_id from runs where id in (select value from json_each(@runs))
         union select value from json_each(@experiments)) limit ${MOST_RELATED})`,
    )
    .all({ runs: JSON.stringify(runIds), experiments: JSON.stringify(experimentIds) }) as {
    id: string;
    experimentId: string;
  }[];
  return {
    runIds: found.map(({ id }) => id),
    experimentIds: [...new Set([...experimentIds, ...found.map(({ experimentId }) => experimentId)])],
  };
}

/** Names and titles that a neutral report replaces, in the order in which they came. */
export function selectNamesOf(
  db: Db,
  { runIds, experimentIds }: Omit<ReportSubjects, "reportId">,
): { runs: { name: string; label: string }[]; experiments: string[] } {
  const runs = db.$client
    .prepare(
      "select name, label from runs where id in (select value from json_each(?)) order by queued_at, rowid",
    )
    .all(JSON.stringify(runIds)) as { name: string; label: string }[];
  const experiments = db.$client
    .prepare(
      "select title from experiments where id in (select value from json_each(?)) order by created_at, rowid",
    )
    .pluck()
    .all(JSON.stringify(experimentIds)) as string[];
  return { runs, experiments };
}
