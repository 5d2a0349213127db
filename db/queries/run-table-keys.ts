import { sql, type SQL } from "drizzle-orm";
import type { Grouping } from "../../server/contracts/run-table-columns.ts";
import { DEFAULT_AXIS } from "../../workers/protocol/default-axis.ts";

/** What of a series' summary a column reads. Null: there is nothing to read, as for the best of a metric without direction. */
export type SummaryField = "last" | "min" | "max" | "mean" | "lastX" | "minX" | "maxX" | "n" | null;

export type TableKey =
  | { kind: "field"; name: keyof typeof FIELDS }
  | { kind: "param"; name: string }
  | { kind: "metric"; metric: string; axis: string; field: SummaryField }
  | { kind: "progress"; metrics: string[] }
  | { kind: "duration"; now: number };

/** Where a value stands in an order, whatever its direction. All but `ordinary` come last, in this sequence. */
export const RANKS = { ordinary: 0, flag: 1, text: 2, posInf: 3, negInf: 4, nan: 5, missing: 9 } as const;

const FIELDS = {
  run: sql`r.name collate nocase`,
  state: sql`r.state`,
  id: sql`r.id`,
  label: sql`r.label collate nocase`,
  recipe: sql`r.recipe`,
  experiment: sql`e.title collate nocase`,
  seed: sql`r.seed`,
  reward: sql`r.reward_hash`,
  worker: sql`w.name collate nocase`,
  attempt: sql`a.n`,
  launched: sql`r.queued_at`,
  started: sql`r.started_at`,
  ended: sql`r.ended_at`,
};

/** What puts runs into one group. A configuration is its cell: two may have one label. */
const GROUP_FIELDS: Record<Grouping, SQL> = {
  experiment: sql`r.experiment_id`,
  label: sql`r.cell`,
  recipe: sql`r.recipe`,
  seed: sql`r.seed`,
  state: sql`r.state`,
  reward: sql`r.reward_hash`,
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
        sql`(select s.last_x from json_each(${JSON.stringify(key.metrics)}) m
          join series s on s.attempt_id = a.id and s.metric = m.value and s.axis = ${DEFAULT_AXIS} and s.n > 0 order by m.key limit 1)`,
      );
    case "param":
      return paramSql(key.name, sql.identifier(`p${place}`));
    case "metric":
      return key.field === null ? missing : metricSql(key, key.field, sql.identifier(`s${place}`));
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

function metricSql(
  key: { metric: string; axis: string },
  field: NonNullable<SummaryField>,
  row: Name,
): KeySql {
  const value = SUMMARY_FIELDS[field](row);
  const rank =
    field === "last"
      ? sql`case when ${row}.id is null or ${row}.n = 0 then ${RANKS.missing} else
          case ${row}.last_kind when 0 then ${RANKS.ordinary} when 1 then ${RANKS.nan}
            when 2 then ${RANKS.posInf} else ${RANKS.negInf} end end`
      : sql`iif(${value} is null, ${RANKS.missing}, ${RANKS.ordinary})`;
  return {
    join: sql`left join series ${row} on ${row}.attempt_id = a.id and ${row}.metric = ${key.metric}
      and ${row}.axis = ${key.axis}`,
    value,
    rank,
  };
}

/** The value that puts a run into a group; parameters as JSON, so that 1, "1" and true are three groups. */
export function groupSql(group: { kind: "field"; name: Grouping } | { kind: "param"; name: string }): KeySql {
  if (group.kind === "field") return { ...missing, value: GROUP_FIELDS[group.name] };
  const { join, rank } = paramSql(group.name, sql.identifier("pg"));
  return {
    join,
    rank,
    value: sql`case when pg.type is null or pg.type = 'null' then null when pg.type in ('true', 'false') then pg.type
      else json_quote(pg.value) end`,
  };
}
