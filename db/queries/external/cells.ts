import { sql } from "drizzle-orm";
import type { Params } from "../../../workers/protocol/manifest.ts";
import type { Db } from "../../client.ts";

/** A configuration of a place, by one of its runs. */
export interface CellOfPlace {
  cell: string;
  label: string;
  params: Params;
  groupName: string | null;
}

const read = (row: { params: string } & Omit<CellOfPlace, "params">): CellOfPlace => ({
  ...row,
  params: JSON.parse(row.params) as Params,
});

/**
 * The configurations of an experiment of outside runs, at most `most`, and those after so many entries of all together left out:
 * each found by one step in an index, however many runs it has.
 */
export function selectCells(
  db: Db,
  experimentId: string,
  { most, entries }: { most: number; entries: number },
): { cells: CellOfPlace[]; isAll: boolean } {
  const rows = db.all<Parameters<typeof read>[0]>(sql`
    with recursive cells (cell) as (
      select min(cell) from runs where experiment_id = ${experimentId}
      union all
      select (select min(cell) from runs where experiment_id = ${experimentId} and cell > cells.cell)
      from cells where cells.cell is not null
      limit ${most + 1}
    )
    select runs.cell, runs.label, runs.params, external_runs.group_name as groupName
    from cells
    join runs on runs.id =
      (select id from runs where experiment_id = ${experimentId} and cell = cells.cell order by seed limit 1)
    join external_runs on external_runs.run_id = runs.id
    where cells.cell is not null`);
  const cells: CellOfPlace[] = [];
  let left = entries;
  for (const row of rows.slice(0, most)) {
    const cell = read(row);
    left -= Object.keys(cell.params).length;
    if (left < 0 && cells.length > 0) return { cells, isAll: false };
    cells.push(cell);
  }
  return { cells, isAll: rows.length <= most };
}

/** Another run of a cell: what it is called, and the group that its client gave it. */
export const selectOtherOfCell = (
  db: Db,
  { experimentId, cell, runId }: { experimentId: string; cell: string; runId: string },
): Pick<CellOfPlace, "label" | "groupName"> | undefined =>
  db.all<Pick<CellOfPlace, "label" | "groupName">>(sql`
    select label, group_name as groupName from runs join external_runs on run_id = id
    where experiment_id = ${experimentId} and cell = ${cell} and id <> ${runId} limit 1`)[0];

/** Whether a run of a cell has another group than this one, or none. */
export const hasOtherGroup = (db: Db, experimentId: string, cell: string, group: string): boolean =>
  db.all(sql`
    select 1 from runs join external_runs on run_id = id
    where experiment_id = ${experimentId} and cell = ${cell} and group_name is not ${group} limit 1`).length >
  0;

/** Whether an experiment has a run of a cell. */
export const hasCell = (db: Db, experimentId: string, cell: string): boolean =>
  db.all(sql`select 1 from runs where experiment_id = ${experimentId} and cell = ${cell} limit 1`).length > 0;

/** The cell of the run that came first; null where there is none. */
export const selectFirstCell = (db: Db, placeId: number): string | null =>
  db.all<{ cell: string }>(sql`
    select cell from external_runs join runs on id = run_id
    where place_id = ${placeId} order by external_runs.rowid limit 1`)[0]?.cell ?? null;

/** Calls all runs of a cell so. */
export const updateLabel = (db: Db, experimentId: string, cell: string, label: string): void =>
  void db.run(
    sql`update runs set label = ${label} where experiment_id = ${experimentId} and cell = ${cell} and label <> ${label}`,
  );
