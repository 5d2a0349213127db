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

const markOf = (at: number, value: number): string => `${Number.isFinite(at) ? at : ""} ${value}`;

/** Values of each row, at most `most`, by their metric. */
function marks({ n, at, columns }: LoggedTable, most: number): Map<string, Looked[]> {
  const seen = new Uint8Array(n);
  const wanted = new Map<string, Looked[]>();
  for (const { metric, rows, value } of columns) {
    const looked: Looked[] = [];
    for (let i = 0; i < value.length; i++) {
      const row = rows === null ? i : rows[i];
      if (seen[row] >= most) continue;
      seen[row] += 1;
      looked.push({ row, mark: markOf(at[row], value[i]) });
    }
    if (looked.length > 0) wanted.set(keptName(metric), looked);
  }
  return wanted;
}

/** Of each row that has a value whether it is there, in any attempt of the run, by as many of its values as `most`. */
function areThere(db: Db, runId: string, table: LoggedTable, most: number): Map<number, boolean> {
  const wanted = marks(table, most);
  const there = new Map<string, Set<string>>([...wanted.keys()].map((metric) => [metric, new Set()]));
  const store = pointStore(db);
  const attempts = selectAttemptsOfRuns(db, [runId]).map(({ id }) => id);
  for (const { id, metric } of store.series(attempts, [...wanted.keys()]))
    for (const { at, value } of store.rows(id, { from: null, to: null }))
      for (let i = 0; i < at.length; i++)
        there.get(metric)?.add(markOf(at[i], value[i])).add(markOf(Number.NaN, value[i]));
  const answer = new Map<number, boolean>();
  for (const [metric, looked] of wanted)
    for (const { row, mark } of looked)
      answer.set(row, answer.get(row) !== false && there.get(metric)?.has(mark) === true);
  return answer;
}

/**
 * A table without the rows that another process has sent before, as it is with a folder that is sent after its run, or sent
 * again. A row is known by a value and the moment at which it was logged: steps may be counted anew meanwhile. Rows that do not
 * say when they were logged are none that could be known.
 */
export function withoutKnown(db: Db, runId: string, writer: string, table: LoggedTable): LoggedTable {
  const isFirst = selectStreams(db, runId).every((stream) => stream.writer === writer || stream.rows === 0);
  if (isFirst) return table;
  const there = areThere(db, runId, table, 1);
  const isNew = Array.from(
    { length: table.n },
    (_, row) => there.get(row) !== true || !Number.isFinite(table.at[row]),
  );
  return isNew.every(Boolean) ? table : pickRows(table, isNew);
}

/** Values by which a row is known that may not say when it was logged. */
const MOST_LOOKED = 4;

/** Of each of these rows that has a value whether it is there as it is, in any attempt of the run. */
export const areKnown = (db: Db, runId: string, table: LoggedTable): Map<number, boolean> =>
  areThere(db, runId, table, MOST_LOOKED);
