import type { Db } from "#db/client.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectStreams } from "#db/queries/external/streams.ts";
import { pickRows, type LoggedTable } from "../../../contracts/external/logged-table.ts";
import { keptName } from "./kept-name.ts";

interface Looked {
  row: number;
  /** The value and the moment by which the row is looked for. */
  mark: string;
}

const markOf = (at: number, value: number): string => `${at} ${value}`;

/** One value of each row, by its metric; rows that do not say when they were logged are none that could be known. */
function marks({ at, columns }: LoggedTable): Map<string, Looked[]> {
  const seen = new Set<number>();
  const wanted = new Map<string, Looked[]>();
  for (const { metric, rows, value } of columns) {
    const looked: Looked[] = [];
    for (let i = 0; i < value.length; i++) {
      const row = rows === null ? i : rows[i];
      if (seen.has(row) || !Number.isFinite(at[row])) continue;
      seen.add(row);
      looked.push({ row, mark: markOf(at[row], value[i]) });
    }
    if (looked.length > 0) wanted.set(keptName(metric), looked);
  }
  return wanted;
}

/**
 * A table without the rows that another process has sent before, as it is with a folder that is sent after its run, or sent
 * again. A row is known by a value and the moment at which it was logged: steps may be counted anew meanwhile.
 */
export function withoutKnown(db: Db, runId: string, writer: string, table: LoggedTable): LoggedTable {
  const isFirst = selectStreams(db, runId).every((stream) => stream.writer === writer || stream.rows === 0);
  if (isFirst) return table;
  const store = pointStore(db);
  const attempts = selectAttemptsOfRuns(db, [runId]).map(({ id }) => id);
  const wanted = marks(table);
  const known = new Set<number>();
  for (const { id, metric } of store.series(attempts, [...wanted.keys()])) {
    const looked = wanted.get(metric) ?? [];
    const there = new Set<string>();
    for (const { at, value } of store.rows(id, { from: null, to: null }))
      for (let i = 0; i < at.length; i++) there.add(markOf(at[i], value[i]));
    for (const { row, mark } of looked) if (there.has(mark)) known.add(row);
  }
  if (known.size === 0) return table;
  return pickRows(
    table,
    Array.from({ length: table.n }, (_, row) => !known.has(row)),
  );
}
