import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { LabelReport, PrmReport } from "../../workers/protocol/label-events.ts";
import type { Db } from "../client.ts";
import { evaluations, experiments, labelSets, populations, prmReports, runs } from "../schema/index.ts";
import type { LabelledStep } from "../../packs/repair/contracts/prm.ts";
import { ofProject } from "./projects.ts";

/** What of the labelled steps is wanted; null takes all. */
export interface LabelledStepFilter {
  setIds: string[];
  label: number | null;
  /** Exact reasons. */
  reasons: string[] | null;
  action: string | null;
  /** Position in the episode from 1; with `orLater` that one and those after it. */
  position: { step: number; orLater: boolean } | null;
  /** A problem type, or one letter of a type that is written as letters. */
  type: string | null;
}

/** A step as it is stored: its conflicts are still text. */
type LabelledStepRecord = Omit<LabelledStep, "iisBefore" | "iisAfter"> & {
  iisBefore: string | null;
  iisAfter: string | null;
};

const FROM = `
  from step_labels l
  join label_sets t on t.id = l.label_set_id
  join episodes e on e.id = l.episode_id
  join episode_steps s on s.episode_id = l.episode_id and s.episode_step = l.episode_step
  join problems p on p.hash = e.problem_hash`;

function where(filter: LabelledStepFilter): { sql: string; values: Record<string, unknown> } {
  const parts = ["l.label_set_id in (select value from json_each(@sets))"];
  const values: Record<string, unknown> = { sets: JSON.stringify(filter.setIds) };
  const add = (sql: string, name: string, value: unknown) => {
    parts.push(sql);
    values[name] = value;
  };
  if (filter.label !== null) add("l.label = @label", "label", filter.label);
  if (filter.reasons !== null)
    add("l.reason in (select value from json_each(@reasons))", "reasons", JSON.stringify(filter.reasons));
  if (filter.action !== null) add("s.action = @action", "action", filter.action);
  if (filter.position !== null)
    add(`l.episode_step ${filter.position.orLater ? ">=" : "="} @position`, "position", filter.position.step);
  if (filter.type !== null)
    add(
      "(p.type = @type or (length(@type) = 1 and p.type not glob '*[^A-Z]*' and instr(p.type, @type) > 0))",
      "type",
      filter.type,
    );
  return { sql: `where ${parts.join(" and ")}`, values };
}

/** Steps in the order of sets, episodes and positions; lists of the conflict are JSON text. */
export function selectLabelledSteps(
  db: Db,
  filter: LabelledStepFilter,
  limit: number,
  offset: number,
): LabelledStepRecord[] {
  const { sql, values } = where(filter);
  return db.$client
    .prepare(
      `select l.label_set_id as setId, t.evaluation_id as evaluationId, e.problem_hash as problemHash,
         coalesce((select pp.key from population_problems pp join evaluations v on v.population_hash = pp.population_hash
           where v.id = t.evaluation_id and pp.problem_hash = e.problem_hash), substr(e.problem_hash, 1, 12)) as key,
         p.type, p.level, l.episode_step as step, s.action, s.target, s.status,
         s.iis_before as iisBefore, s.iis_after as iisAfter, l.label, l.reason
       ${FROM} ${sql} order by l.label_set_id, l.episode_id, l.episode_step limit @limit offset @offset`,
    )
    .all({ ...values, limit, offset }) as LabelledStepRecord[];
}

export function countLabelledSteps(db: Db, filter: LabelledStepFilter): number {
  const { sql, values } = where(filter);
  return db.$client.prepare(`select count(*) ${FROM} ${sql}`).pluck().get(values) as number;
}

/** Types of the problems that the sets have labels on. */
export function selectProblemTypes(db: Db, setIds: string[]): string[] {
  return db.$client
    .prepare(
      `select distinct p.type from label_sets t
       join episodes e on e.evaluation_id = t.evaluation_id join problems p on p.hash = e.problem_hash
       where t.id in (select value from json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(setIds)) as string[];
}

/** Every reason the sets gave. */
export function selectReasons(db: Db, setIds: string[]): string[] {
  return db.$client
    .prepare("select distinct reason from step_labels where label_set_id in (select value from json_each(?))")
    .pluck()
    .all(JSON.stringify(setIds)) as string[];
}

export type LabelSetRecord = typeof labelSets.$inferSelect;

/** A label on one step of a stored episode. */
export interface StepLabelRecord {
  episodeId: number;
  episodeStep: number;
  label: number;
  reason: string;
}

export function insertLabelSet(db: Db, set: LabelSetRecord): void {
  db.insert(labelSets).values(set).run();
}

export function selectLabelSetOfAttempt(db: Db, attemptId: string): LabelSetRecord | undefined {
  return db.select().from(labelSets).where(eq(labelSets.attemptId, attemptId)).get();
}

/** What an attempt says of the label set it made; the last word counts. Returns whether there is such a set. */
export function updateLabelReport(db: Db, attemptId: string, report: LabelReport): boolean {
  return db.update(labelSets).set({ report }).where(eq(labelSets.attemptId, attemptId)).run().changes > 0;
}

/** Adds labels; a step that has one in this set keeps it. Returns how many were added. */
export function insertStepLabels(db: Db, labelSetId: string, rows: StepLabelRecord[]): number {
  const insert = db.$client.prepare(
    `insert into step_labels (label_set_id, episode_id, episode_step, label, reason)
     values (?, ?, ?, ?, ?) on conflict do nothing`,
  );
  let added = 0;
  for (const { episodeId, episodeStep, label, reason } of rows)
    added += insert.run(labelSetId, episodeId, episodeStep, label, reason).changes;
  return added;
}

/** The report of an attempt; a later one takes the place of an earlier one. */
export function upsertPrmReport(
  db: Db,
  row: { attemptId: string; runId: string; report: PrmReport; at: number },
): void {
  const { report, at } = row;
  db.insert(prmReports)
    .values(row)
    .onConflictDoUpdate({ target: prmReports.attemptId, set: { report, at } })
    .run();
}

/** Label sets with who labelled what, newest first. `ids` null: all, up to `limit`. */
export function selectLabelSets(
  db: Db,
  { ids = null, projectId = null }: { ids?: string[] | null; projectId?: string | null },
  limit = 200,
) {
  const labelled = alias(runs, "labelled");
  return db
    .select({
      set: labelSets,
      run: { name: runs.name, state: runs.state, recipe: runs.recipe, params: runs.params },
      experiment: { id: experiments.id, title: experiments.title },
      evaluation: evaluations,
      labelled: { id: labelled.id, name: labelled.name },
      population: { name: populations.name, n: populations.n },
    })
    .from(labelSets)
    .innerJoin(runs, eq(runs.id, labelSets.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .innerJoin(evaluations, eq(evaluations.id, labelSets.evaluationId))
    .innerJoin(labelled, eq(labelled.id, evaluations.runId))
    .innerJoin(populations, eq(populations.hash, evaluations.populationHash))
    .where(and(ids ? inArray(labelSets.id, ids) : undefined, ofProject(runs.projectId, projectId)))
    .orderBy(desc(labelSets.at), sql`${labelSets}.rowid desc`)
    .limit(limit)
    .all();
}

export function selectLabelSetIdsOfEvaluation(db: Db, evaluationId: string): string[] {
  return db
    .select({ id: labelSets.id })
    .from(labelSets)
    .where(eq(labelSets.evaluationId, evaluationId))
    .orderBy(desc(labelSets.at))
    .all()
    .map((row) => row.id);
}

/** Labels and labelled episodes of each set. */
export function countLabels(db: Db, setIds: string[]): Map<string, { n: number; episodes: number }> {
  const rows = db.$client
    .prepare(
      `select label_set_id as id, count(*) as n, count(distinct episode_id) as episodes from step_labels
       where label_set_id in (select value from json_each(?)) group by label_set_id`,
    )
    .all(JSON.stringify(setIds)) as { id: string; n: number; episodes: number }[];
  return new Map(rows.map(({ id, n, episodes }) => [id, { n, episodes }]));
}

/** One labelled step as the statistics read it: episode, position, label, reason, action. */
export type LabelTuple = [episodeId: number, step: number, label: number, reason: string, action: string];

/** Every label of a set with the action it judges, episode by episode. */
export function selectLabelTuples(db: Db, setId: string): LabelTuple[] {
  return db.$client
    .prepare(
      `select l.episode_id, l.episode_step, l.label, l.reason, s.action
       from step_labels l
       join episode_steps s on s.episode_id = l.episode_id and s.episode_step = l.episode_step
       where l.label_set_id = ? order by l.episode_id, l.episode_step`,
    )
    .raw()
    .all(setId) as LabelTuple[];
}

/** PRM reports with their run, newest first. */
export function selectPrmReports(db: Db, projectId: string | null = null, limit = 200) {
  return db
    .select({
      report: prmReports,
      run: { name: runs.name, state: runs.state, recipe: runs.recipe },
      experiment: { id: experiments.id, title: experiments.title },
    })
    .from(prmReports)
    .innerJoin(runs, eq(runs.id, prmReports.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .where(ofProject(runs.projectId, projectId))
    .orderBy(desc(prmReports.at))
    .limit(limit)
    .all();
}

/** What the process reward models of these runs report, each by its last report. */
export function selectPrmReportsOfRuns(db: Db, runIds: readonly string[]): Map<string, PrmReport> {
  const rows = db
    .select({ runId: prmReports.runId, report: prmReports.report })
    .from(prmReports)
    .where(inArray(prmReports.runId, [...runIds]))
    .orderBy(asc(prmReports.at))
    .all();
  return new Map(rows.map(({ runId, report }) => [runId, report]));
}

/** Label sets that runs of an experiment made, with the run's label, oldest first. */
export function selectLabelSetsOfExperiment(db: Db, experimentId: string) {
  return db
    .select({ id: labelSets.id, label: runs.label, seed: runs.seed })
    .from(labelSets)
    .innerJoin(runs, eq(runs.id, labelSets.runId))
    .where(eq(runs.experimentId, experimentId))
    .orderBy(asc(labelSets.at))
    .all();
}
