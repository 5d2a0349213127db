import { sql, type SQL } from "drizzle-orm";
import {
  type ConditionOp,
  type Grouping,
  type OrderedColumn,
  packColumn,
} from "../../../server/contracts/run-table-columns.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { EvaluationMetricName } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { meanSql, problemColumnSql } from "../evaluation-metrics.ts";
import { standsSql } from "../attempts/standing.ts";
import { escapeLike } from "../runs.ts";

/** A condition with its value as both readings of what a person typed; `number` is null where it is none. */
export interface KeyCondition {
  key: TableKey;
  /** Which readings may be meant: quantities are never compared as words. */
  as: "number" | "text" | "any";
  op: ConditionOp;
  text: string;
  number: number | null;
  /** Equal is what lies from `number` until before this: a day is every moment of it. */
  until?: number;
}

const COMPARE: Record<"eq" | "lt" | "le" | "gt" | "ge", SQL> = {
  eq: sql`=`,
  lt: sql`<`,
  le: sql`<=`,
  gt: sql`>`,
  ge: sql`>=`,
};

const isOrdinary = ({ rank }: KeySql) => sql`${rank} = ${RANKS.ordinary}`;
const isThere = ({ rank }: KeySql) => sql`${rank} < ${RANKS.missing}`;

/** Equal as a number, a switch or a word, whichever the stored value is. */
function equals(key: KeySql, { as, text, number, until }: KeyCondition): SQL {
  if (number !== null && until !== undefined)
    return sql`(${isOrdinary(key)} and ${key.value} >= ${number} and ${key.value} < ${until})`;
  const ways: SQL[] = [];
  if (as !== "text" && number !== null) ways.push(sql`(${isOrdinary(key)} and ${key.value} = ${number})`);
  if (as === "text") ways.push(sql`(${isThere(key)} and ${key.value} = ${text})`);
  if (as === "any") {
    ways.push(sql`(${key.rank} = ${RANKS.text} and ${key.value} = ${text})`);
    const flag = { true: 1, false: 0 }[text.toLowerCase()];
    if (flag !== undefined) ways.push(sql`(${key.rank} = ${RANKS.flag} and ${key.value} = ${flag})`);
  }
  return ways.length === 0 ? sql`0` : sql`(${sql.join(ways, sql` or `)})`;
}

/** A condition in SQL. Comparisons hold for finite numbers only; "is not" holds for what has another value, not for what has none. */
function conditionSql(key: KeySql, condition: KeyCondition): SQL {
  const { op, as, text, number } = condition;
  switch (op) {
    case "set":
      return isThere(key);
    case "unset":
      return sql`${key.rank} = ${RANKS.missing}`;
    case "bad":
      return sql`${key.rank} in (${RANKS.posInf}, ${RANKS.negInf}, ${RANKS.nan})`;
    case "has":
      return sql`(${isThere(key)} and ${key.value} like ${`%${escapeLike(text)}%`} escape '\\')`;
    case "eq":
      return equals(key, condition);
    case "ne":
      return as === "number" && condition.until === undefined
        ? sql`(${isOrdinary(key)} and ${key.value} <> ${number})`
        : sql`(${as === "number" ? isOrdinary(key) : isThere(key)} and not ${equals(key, condition)})`;
    default:
      return number === null ? sql`0` : sql`(${isOrdinary(key)} and ${key.value} ${COMPARE[op]} ${number})`;
  }
}

/** What must be joined for conditions, and what must hold; `from` is the first free place. */
export function conditionsSql(
  conditions: readonly KeyCondition[],
  from: number,
): { joins: SQL[]; holds: SQL[] } {
  const keys = conditions.map((condition, i) => keySql(condition.key, from + i));
  return {
    joins: keys.flatMap(({ join }) => join ?? []),
    holds: keys.map((key, i) => conditionSql(key, conditions[i])),
  };
}

/** What of a series' summary a column reads. Null: there is nothing to read, as for the best of a metric without direction. */
export type SummaryField = "last" | "min" | "max" | "mean" | "lastX" | "minX" | "maxX" | "n" | null;

export type TableKey =
  | { kind: "field"; name: keyof typeof FIELDS }
  | { kind: "param" | "pack"; name: string }
  /** With `share`, where no point was sent, that metric of the latest evaluation's problems. */
  | { kind: "metric"; metric: string; axis: string; field: SummaryField; share: EvaluationMetricName | null }
  /** Of a run that plans train episodes only those of `ofTraining` count. */
  | { kind: "progress"; metrics: string[]; ofTraining: string[] }
  | { kind: "duration"; now: number };

/** Where a value stands in an order, whatever its direction. All but `ordinary` come last, in this sequence. */
export const RANKS = { ordinary: 0, flag: 1, text: 2, posInf: 3, negInf: 4, nan: 5, missing: 9 } as const;

/** Without a heartbeat the source is that, whoever reported before. */
const STATUS_SOURCE = sql`iif(r.state = 'unreachable', 'no_heartbeat', r.status_source)`;

/** `isSaidSeed` in SQL: a seed, null where nobody said one. Having the same number in common then means nothing. */
export const saidSeedSql = (seed: SQL): SQL => sql`iif(${seed} < 0, null, ${seed})`;
const SEED = saidSeedSql(sql`r.seed`);

/** What the logger of a run called its group or its kind of job; of a script of ours what its logger did. */
const sent = (column: "group_name" | "job_type"): SQL => {
  const of = (table: string) =>
    sql`(select c.${sql.identifier(column)} from ${sql.identifier(table)} c where c.run_id = r.id)`;
  return sql`nullif(coalesce(${of("external_runs")}, ${of("launched_runs")}), '')`;
};
const GROUP = sent("group_name");
const JOB_TYPE = sent("job_type");

/** The values of the columns that every run has; how far and how long a run is have keys of their own. */
const FIELDS: Record<Exclude<OrderedColumn, "step" | "time">, SQL> = {
  run: sql`r.name collate nocase`,
  state: sql`r.state`,
  id: sql`r.id`,
  label: sql`r.label collate nocase`,
  recipe: sql`r.recipe`,
  experiment: sql`e.title collate nocase`,
  seed: SEED,
  reward: sql`r.reward_hash`,
  worker: sql`w.name collate nocase`,
  origin: sql`r.origin`,
  statusSource: STATUS_SOURCE,
  group: GROUP,
  job_type: JOB_TYPE,
  tags: sql`(select group_concat(t.value, ', ') from keepings k, json_each(k.tags) t where k.subject_id = r.id)`,
  notes: sql`(select nullif(k.notes, '') from keepings k where k.subject_id = r.id)`,
  attempt: sql`a.n`,
  launched: sql`r.queued_at`,
  started: sql`r.started_at`,
  ended: sql`r.ended_at`,
};

/** What puts runs into one group: of what an order reads without case the very name, and what has one label is told apart. */
export const GROUP_FIELDS: Record<Grouping, SQL> = {
  ...FIELDS,
  experiment: sql`r.experiment_id`,
  label: sql`r.cell`,
  worker: sql`w.name`,
};

/** A column in SQL: what must be joined, the value, and its rank among `RANKS`. */
export interface KeySql {
  join: SQL | null;
  value: SQL;
  rank: SQL;
}

const missing: KeySql = { join: null, value: sql`null`, rank: sql`${RANKS.missing}` };

/** `place` makes the names of joined rows unique. Names and metrics are bound, never written into the statement. */
export function keySql(key: TableKey, place: number): KeySql {
  switch (key.kind) {
    case "field":
      return plain(FIELDS[key.name]);
    case "duration":
      return plain(sql`(coalesce(r.ended_at, ${key.now}) - r.started_at)`);
    case "progress":
      return plain(
        sql`coalesce((select s.last_x from json_each(${JSON.stringify(key.metrics)}) m
          join series s on s.attempt_id = a.id and s.metric = m.value and s.axis = ${DEFAULT_AXIS} and s.n > 0
          where r.planned_episodes = 0 or m.value in (select value from json_each(${JSON.stringify(key.ofTraining)}))
          order by m.key limit 1),
          iif(r.origin = 'external', a.phase_step, null))`,
      );
    case "param":
      return paramSql(key.name, sql.identifier(`p${place}`));
    case "pack":
      return plain(packColumnSql(key.name));
    case "metric":
      return key.field === null ? missing : metricSql(key, key.field, place);
  }
}

function plain(value: SQL): KeySql {
  return { join: null, value, rank: sql`iif(${value} is null, ${RANKS.missing}, ${RANKS.ordinary})` };
}

function paramSql(name: string, row: SQL | ReturnType<typeof sql.identifier>): KeySql {
  return {
    join: sql`left join json_each(r.params) ${row} on ${row}.key = ${name}`,
    value: sql`${row}.value`,
    rank: sql`case ${row}.type when 'integer' then ${RANKS.ordinary} when 'real' then ${RANKS.ordinary}
      when 'true' then ${RANKS.flag} when 'false' then ${RANKS.flag} when 'text' then ${RANKS.text} else ${RANKS.missing} end`,
  };
}

const OVER_PROBLEMS = { mean: sql`avg`, least: sql`min`, most: sql`max` };

/** The value of a pack's column for the run `r`; null where no installed pack has it. */
export function packColumnSql(name: string): SQL {
  const column = packColumn(name);
  if (!column) return sql`null`;
  return sql`(select ${OVER_PROBLEMS[column.over]}(${problemColumnSql(column.column, sql`p.`)}) from evaluation_rows p
    where p.evaluation_id = (select l.id from evaluations l where l.run_id = r.id ${LATEST}))`;
}

type Name = ReturnType<typeof sql.identifier>;

/**
 * How the summary of a series reads. A value that is not finite has no number in SQLite: its kind stands beside it. While points
 * that came out of order wait for their merge, a matter of seconds, an order goes by a summary that only bounds the truth.
 */
const SUMMARY_FIELDS: Record<NonNullable<SummaryField>, (row: Name) => SQL> = {
  last: (row) => sql`${row}.last_value`,
  min: (row) => sql`${row}.min_value`,
  max: (row) => sql`${row}.max_value`,
  mean: (row) => sql`${row}.mean_value`,
  lastX: (row) => sql`${row}.last_x`,
  minX: (row) => sql`${row}.min_x`,
  maxX: (row) => sql`${row}.max_x`,
  n: (row) => sql`${row}.n`,
};

/** Of evaluations `l` that stand the one at the highest train step, the last one made of several. */
export const LATEST = sql`and ${standsSql(sql`l`)} order by l.train_step desc, l.at desc, l.rowid desc limit 1`;

/**
 * The share of the problems of a run's latest evaluation, by attempt: of those that made it and sent no point. The limit keeps
 * SQLite from working it out anew for each place where it is read.
 */
function sharesSql(share: EvaluationMetricName, { metric, axis }: { metric: string; axis: string }): SQL {
  return sql`(select o.id as attempt_id, (
      select ${meanSql(share, sql`p.`)} from evaluation_rows p where p.evaluation_id = (
        select iif(l.attempt_id = o.id, l.id, null) from evaluations l where l.run_id = o.run_id ${LATEST})) as value
    from attempts o
    where exists (select 1 from evaluations l where l.attempt_id = o.id)
      and not exists (select 1 from series s where s.attempt_id = o.id and s.metric = ${metric} and s.axis = ${axis} and s.n > 0)
    limit -1)`;
}

function metricSql(
  key: { metric: string; axis: string; share: EvaluationMetricName | null },
  field: NonNullable<SummaryField>,
  place: number,
): KeySql {
  const [row, shares] = [sql.identifier(`s${place}`), sql.identifier(`h${place}`)];
  const isEmpty = sql`(${row}.id is null or ${row}.n = 0)`;
  const sent = SUMMARY_FIELDS[field](row);
  const [recorded, joined] =
    key.share === null
      ? [sql`null`, sql``]
      : [
          sql`${shares}.value`,
          sql` left join ${sharesSql(key.share, key)} ${shares} on ${shares}.attempt_id = a.id`,
        ];
  const value = key.share === null ? sent : sql`iif(${isEmpty}, ${recorded}, ${sent})`;
  const rank =
    field === "last"
      ? sql`case when ${isEmpty} then iif(${recorded} is null, ${RANKS.missing}, ${RANKS.ordinary}) else
          case ${row}.last_kind when 0 then ${RANKS.ordinary} when 1 then ${RANKS.nan}
            when 2 then ${RANKS.posInf} else ${RANKS.negInf} end end`
      : sql`iif(${value} is null, ${RANKS.missing}, ${RANKS.ordinary})`;
  return {
    join: sql`left join series ${row} on ${row}.attempt_id = a.id and ${row}.metric = ${key.metric}
      and ${row}.axis = ${key.axis}${joined}`,
    value,
    rank,
  };
}

/** What puts runs into one group: something that each has, or a parameter. */
export type GroupBy = { kind: "field"; name: Grouping } | { kind: "param"; name: string };

/** The value that puts a run into a group; parameters as JSON, so that 1, "1" and true are three groups. */
export function groupSql(group: GroupBy, place = 0): KeySql {
  if (group.kind === "field") return { ...missing, value: GROUP_FIELDS[group.name] };
  const name = sql.identifier(`pg${place}`);
  const { join, rank } = paramSql(group.name, name);
  return {
    join,
    rank,
    value: sql`case when ${name}.type is null or ${name}.type = 'null' then null when ${name}.type in ('true', 'false') then ${name}.type
      else json_quote(${name}.value) end`,
  };
}
