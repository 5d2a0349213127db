import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection, rowUpdate } from "../../prepared.ts";
import { outsideStreams } from "../../schema/index.ts";

export type OutsideStreamRecord = typeof outsideStreams.$inferSelect;

const given = sql.placeholder;

const streamByKey = ofConnection((db) =>
  db
    .select()
    .from(outsideStreams)
    .where(
      and(
        eq(outsideStreams.runId, given("runId")),
        eq(outsideStreams.writer, given("writer")),
        eq(outsideStreams.stream, given("stream")),
      ),
    )
    .prepare(),
);

/** A stream of a writer, made where there is none yet. */
export function openStream(
  db: Db,
  key: Pick<OutsideStreamRecord, "runId" | "writer" | "stream">,
): OutsideStreamRecord {
  return (
    streamByKey(db).get(key) ??
    db
      .insert(outsideStreams)
      .values({ ...key, missing: [], lastX: {} })
      .returning()
      .get()
  );
}

const streamsOfRun = ofConnection((db) =>
  db
    .select()
    .from(outsideStreams)
    .where(eq(outsideStreams.runId, given("runId")))
    .prepare(),
);

export const selectStreams = (db: Db, runId: string): OutsideStreamRecord[] =>
  streamsOfRun(db).all({ runId });

const setStream = rowUpdate(outsideStreams, outsideStreams.id);

export function updateStream(db: Db, { id, ...set }: OutsideStreamRecord): void {
  const { reached, missing, rows, lastStep, lastX } = set;
  setStream(db, id, { reached, missing, rows, lastStep, lastX });
}

const noteRowId = ofConnection(({ $client }) =>
  $client.prepare("insert into outside_row_ids (stream_id, id_hash) values (?, ?) on conflict do nothing"),
);

/** Notes ids of rows of a stream by the hash of each; says of each whether it is new. */
export function insertRowIds(db: Db, streamId: number, hashes: readonly Buffer[]): boolean[] {
  const insert = noteRowId(db);
  return hashes.map((hash) => insert.run(streamId, hash).changes === 1);
}
