import type { LabelledStep } from "../../server/contracts/prm.ts";
import type { Db } from "../client.ts";

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
export type LabelledStepRecord = Omit<LabelledStep, "iisBefore" | "iisAfter"> & {
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

/** Steps in the order of sets, episodes and positions; lists of IIS members are JSON text. */
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
