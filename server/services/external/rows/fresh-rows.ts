import { hash } from "node:crypto";
import type { Db } from "#db/client.ts";
import {
  insertRowIds,
  openStream,
  selectStreams,
  type ExternalStreamRecord,
} from "#db/queries/external/streams.ts";
import { pickRows, type LoggedTable } from "../../../contracts/external/logged-table.ts";
import type { LoggedRows } from "../../../contracts/external/verbs.ts";
import { nextRow, takeRows } from "../numbered-rows.ts";
import { areKnown, withoutKnown } from "./known-rows.ts";

/** Processes that call themselves the same and are told apart; rows of further ones count as those of the last. */
const MOST_NAMESAKES = 20;

/** How the n-th process that calls itself by this name is called here. */
export const namesake = (writer: string, n: number): string => (n === 1 ? writer : `${writer} #${n}`);

interface FreshRows {
  /** The stream that the batch is of, which says by now that its rows are stored. */
  stream: ExternalStreamRecord;
  /** The rows of the batch that were not stored yet. */
  table: LoggedTable;
  /** Which of the processes of this name sent them, from 1. */
  n: number;
}

/** Whether rows that leave a gap in a stream go on where that of a later namesake ends. */
const areOfLater = (
  db: Db,
  runId: string,
  { writer, stream }: LoggedRows,
  { n, offset }: { n: number; offset: number },
): boolean =>
  selectStreams(db, runId).some(
    (other) =>
      other.stream === stream &&
      nextRow(other) === offset &&
      Array.from({ length: MOST_NAMESAKES - n }, (_, i) => namesake(writer, n + 1 + i)).includes(
        other.writer,
      ),
  );

/** Rows that carry numbers. One whose number is stored, while it is not, was sent by another process of the same name. */
function numberedRows(db: Db, runId: string, batch: LoggedRows, offset: number): FreshRows {
  const { table, writer, stream: kind } = batch;
  const there = new Set<number>();
  for (let n = 1; ; n++) {
    const stream = openStream(db, { runId, writer: namesake(writer, n), stream: kind });
    const { fresh, ...numbered } = takeRows(stream, offset, table.n);
    const stored = fresh.flatMap((isFresh, row) => (isFresh ? [] : [row]));
    const known =
      stored.length > 0
        ? areKnown(
            db,
            runId,
            pickRows(
              table,
              fresh.map((isFresh) => !isFresh),
            ),
          )
        : null;
    for (const [i, isThere] of known ?? []) if (isThere) there.add(stored[i]);
    const isOther = known
      ? [...known.values()].includes(false)
      : nextRow(stream) !== offset && areOfLater(db, runId, batch, { n, offset });
    if (isOther && n < MOST_NAMESAKES) continue;
    const isNew = fresh.map((isFresh, row) => isFresh && !there.has(row));
    return { stream: Object.assign(stream, numbered), table: pickRows(table, isNew), n };
  }
}

/** Rows whose ids are known are left out. */
function rowsById(db: Db, runId: string, { writer, stream: kind, ids, table }: LoggedRows): FreshRows {
  const stream = openStream(db, { runId, writer, stream: kind });
  stream.reached += table.n;
  if (!ids) return { stream, table, n: 1 };
  const said = Array.from({ length: table.n }, (_, i) => ids[i] ?? `${stream.reached} ${i}`);
  const isNew = insertRowIds(
    db,
    stream.id,
    said.map((id) => hash("sha256", id, "buffer").subarray(0, 8)),
  );
  return { stream, table: pickRows(table, isNew), n: 1 };
}

/** Rows of a batch that nobody has sent yet, and the stream that they are of. */
export function freshRows(db: Db, runId: string, batch: LoggedRows): FreshRows {
  const { offset, writer, isResent } = batch;
  const fresh =
    offset === null
      ? rowsById(db, runId, batch)
      : numberedRows(db, runId, batch, Math.max(0, Math.trunc(offset)));
  return isResent ? { ...fresh, table: withoutKnown(db, runId, writer, fresh.table) } : fresh;
}
