import type { StatusSource, RunOrigin } from "../../../server/contracts/external/status-source.ts";
import { sql, type SQL } from "drizzle-orm";
import type { RunState } from "../../../server/contracts/run-lifecycle.ts";
import type { Db } from "../../client.ts";
import {
  conditionsSql,
  GROUP_FIELDS,
  type GroupBy,
  groupSql,
  type KeyCondition,
  keySql,
  RANKS,
  type TableKey,
} from "./keys.ts";
import { archivedSql } from "../annotations.ts";
import { type RunFilter, searchedSql } from "../runs.ts";

export interface TableFilter extends RunFilter {
  where: readonly KeyCondition[];
}

export interface TableQuery {
  filter: TableFilter;
  sort: readonly { key: TableKey; direction: "asc" | "desc" }[];
  /** Runs that share all of it are a group; empty: none are put together. */
  group: readonly GroupBy[];
  /** What decides where no key does. */
  newest: "launch" | "end";
}

/**
 * A run in the order of a query. `key` is the value of the first sort key where that is an ordinary number; bit i of `valued`
 * says whether sort key i has a value.
 */
export interface TableRunRow {
  runId: string;
  /** Its latest attempt, and its number from 1 on. */
  attemptId: string | null;
  attempt: number | null;
  rewardHash: string;
  state: RunState;
  key: number | null;
  valued: number;
  group: string | null;
}

/** What the head of a group says of its runs; asked only with a group. */
export interface GroupedRunRow extends TableRunRow {
  seed: number;
  cell: string;
  label: string;
  recipe: string;
  experimentId: string;
  experiment: string;
  worker: string | null;
  origin: RunOrigin;
  statusSource: Exclude<StatusSource, "no_heartbeat">;
  clientGroup: string | null;
  jobType: string | null;
  queuedAt: number;
  startedAt: number | null;
  endedAt: number | null;
}

const BASE = sql`runs r
  join experiments e on e.id = r.experiment_id
  left join attempts a on a.run_id = r.id and a.n = (select max(b.n) from attempts b where b.run_id = r.id)
  left join workers w on w.id = a.worker_id`;

function filterSql(
  { projectId, experimentId, states, search, where, archived }: TableFilter,
  place: number,
): { joins: SQL[]; where: SQL } {
  const { joins, holds } = conditionsSql(where, place);
  if (projectId) holds.push(sql`r.project_id = ${projectId}`);
  if (experimentId !== null) holds.push(sql`r.experiment_id = ${experimentId}`);
  if (states !== null) holds.push(sql`r.state in (select value from json_each(${JSON.stringify(states)}))`);
  if (search !== "")
    holds.push(searchedSql(search, { name: sql`r.name`, id: sql`r.id`, experimentId: sql`r.experiment_id` }));
  const kept = archivedSql(archived ?? "any", sql`r.id`, sql`r.experiment_id`);
  if (kept) holds.push(kept);
  return { joins, where: holds.length === 0 ? sql`1` : sql.join(holds, sql` and `) };
}

const GROUPED = sql`, r.seed, r.cell, r.label, r.recipe, r.experiment_id as "experimentId", e.title as experiment,
  w.name as worker, r.origin, r.status_source as "statusSource", ${GROUP_FIELDS.group} as "clientGroup",
  ${GROUP_FIELDS.job_type} as "jobType", r.queued_at as "queuedAt", r.started_at as "startedAt", r.ended_at as "endedAt"`;

/**
 * Runs of a filter in the order of their sort keys: finite values as asked, then +Inf, -Inf, NaN and what is missing, whatever
 * the direction; equals by the next key, then as lists of runs always stand.
 */
export function selectTableRuns(db: Db, query: TableQuery): GroupedRunRow[] {
  const keys = query.sort.map(({ key }, i) => keySql(key, i));
  const groups = query.group.map((group, i) => groupSql(group, i));
  const texts = groups.map(({ value }) => sql`cast(${value} as text)`);
  const isGrouped = groups.length > 0;
  // Of several the values stand as a list, so that no two combinations are written alike.
  const group = texts.length > 1 ? sql`json_array(${sql.join(texts, sql`, `)})` : (texts[0] ?? sql`null`);
  const { joins, where } = filterSql(query.filter, keys.length);
  const all = [...[...keys, ...groups].flatMap(({ join }) => join ?? []), ...joins];
  const order = keys.flatMap(({ rank, value }, i) => [
    rank,
    query.sort[i].direction === "asc" ? sql`${value} asc` : sql`${value} desc`,
  ]);
  if (keys.length === 0)
    order.push(sql`coalesce((select k.pinned from keepings k where k.subject_id = r.id), 0) desc`);
  if (query.newest === "end") order.push(sql`r.ended_at desc`);
  order.push(sql`r.queued_at desc`, sql`r.rowid`);
  const [first] = keys;
  const number =
    first && sql`${first.rank} = ${RANKS.ordinary} and typeof(${first.value}) in ('integer', 'real')`;
  const valued = keys.map(({ rank }, i) => sql`iif(${rank} = ${RANKS.ordinary}, ${1 << i}, 0)`);
  return db.all<GroupedRunRow>(
    sql`select r.id as "runId", a.id as "attemptId", a.n as attempt, r.reward_hash as "rewardHash", r.state,
        ${number ? sql`iif(${number}, ${first.value}, null)` : sql`null`} as key,
        ${sql.join([sql`0`, ...valued], sql` + `)} as valued,
        ${group} as "group"${isGrouped ? GROUPED : sql``}
      from ${BASE} ${sql.join(all, sql` `)} where ${where} order by ${sql.join(order, sql`, `)}`,
  );
}

/** What all runs of a filter have in common; null where they differ. */
export interface SharedFacts {
  experiment: string | null;
  recipe: string | null;
  label: string | null;
  seed: number | null;
}

export function selectShared(db: Db, filter: TableFilter): SharedFacts {
  const { joins, where } = filterSql(filter, 0);
  const only = (same: SQL, shown: SQL) => sql`iif(min(${same}) = max(${same}), min(${shown}), null)`;
  const [shared] = db.all<SharedFacts>(
    sql`select ${only(sql`r.experiment_id`, sql`e.title`)} as experiment, ${only(sql`r.recipe`, sql`r.recipe`)} as recipe,
        ${only(sql`r.label`, sql`r.label`)} as label, ${only(sql`r.seed`, sql`r.seed`)} as seed
      from ${BASE} ${sql.join(joins, sql` `)} where ${where}`,
  );
  return shared;
}

/** How many runs of a filter are in each state; its own states do not count. */
export function countTableStates(db: Db, filter: TableFilter): Partial<Record<RunState, number>> {
  const { joins, where } = filterSql({ ...filter, states: null }, 0);
  const rows = db.values<[RunState, number]>(
    sql`select r.state, count(*) from ${BASE} ${sql.join(joins, sql` `)} where ${where} group by r.state`,
  );
  return Object.fromEntries(rows);
}
