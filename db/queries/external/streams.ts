import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { ofConnection, rowUpdate } from "../../prepared.ts";
import { externalStreams } from "../../schema/index.ts";

export type ExternalStreamRecord = typeof externalStreams.$inferSelect;

const given = sql.placeholder;

const streamByKey = ofConnection((db) =>
  db
    .select()
    .from(externalStreams)
    .where(
      and(
        eq(externalStreams.runId, given("runId")),
        eq(externalStreams.writer, given("writer")),
        eq(externalStreams.stream, given("stream")),
      ),
    )
    .prepare(),
);

/** A stream of a writer, made where there is none yet. */
export function openStream(
  db: Db,
  key: Pick<ExternalStreamRecord, "runId" | "writer" | "stream">,
): ExternalStreamRecord {
  return (
    streamByKey(db).get(key) ??
    db
      .insert(externalStreams)
      .values({ ...key, missing: [], lastX: {} })
      .returning()
      .get()
  );
}

const streamsOfRun = ofConnection((db) =>
  db
    .select()
    .from(externalStreams)
    .where(eq(externalStreams.runId, given("runId")))
    .prepare(),
);

export const selectStreams = (db: Db, runId: string): ExternalStreamRecord[] =>
  streamsOfRun(db).all({ runId });

const setStream = rowUpdate(externalStreams, externalStreams.id);

export function updateStream(db: Db, { id, ...set }: ExternalStreamRecord): void {
  const { reached, missing, rows, lastStep, lastX } = set;
  setStream(db, id, { reached, missing, rows, lastStep, lastX });
}

const noteRowId = ofConnection(({ $client }) =>
  $client.prepare("insert into external_row_ids (stream_id, id_hash) values (?, ?) on conflict do nothing"),
);

/** Notes ids of rows of a stream by the hash of each; says of each whether it is new. */
export function insertRowIds(db: Db, streamId: number, hashes: readonly Buffer[]): boolean[] {
  const insert = noteRowId(db);
  return hashes.map((hash) => insert.run(streamId, hash).changes === 1);
}

const rowIdOf = ofConnection(({ $client }) =>
  $client
    .prepare(
      `select 1 from external_row_ids i join external_streams s on s.id = i.stream_id
       where s.run_id = :runId and s.writer = :writer and s.stream = :stream and i.id_hash = :hash`,
    )
    .pluck(),
);

/** Whether a row with this hash of its id was noted in a stream. */
export const hasRowId = (
  db: Db,
  key: Pick<ExternalStreamRecord, "runId" | "writer" | "stream">,
  hash: Buffer,
): boolean => rowIdOf(db).get({ ...key, hash }) !== undefined;
