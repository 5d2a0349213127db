import { hash } from "node:crypto";
import type { Connected } from "../connection.ts";
import { BlockReader } from "./codec/block.ts";
import { digestOf } from "./seal.ts";
import { StoredPoints } from "./stored-points.ts";

/** Where blocks lie, and what one is called when it is damaged. */
const BLOCKS: { table: string; column: string; piece: string }[] = [
  { table: "segs", column: "data", piece: "seg" },
  { table: "chunk_data", column: "data", piece: "chunk" },
  { table: "chunks", column: "parts", piece: "summary of chunk" },
  { table: "point_journal", column: "spans", piece: "series of entry" },
  { table: "point_journal", column: "data", piece: "entry" },
];

/** Tables whose blobs carry a checksum. */
export const BLOCK_TABLES: ReadonlySet<string> = new Set(BLOCKS.map(({ table }) => table));

/** Its checksum is looked at when it is opened. */
const assertWhole = (data: Uint8Array): BlockReader => new BlockReader(data);

const says = (piece: string, id: unknown, why: string) =>
  `Points are damaged on disk (${piece} ${String(id)}: ${why}).`;

/**
 * Reads every block of points and says which are not as they were written: SQLite knows nothing of the bytes inside a blob.
 * Where `full`, also whether chunks have the digest they had, and attempts that were sealed theirs.
 */
export function* checkPoints(db: Connected, full: boolean): Generator<string, number> {
  const { $client: client } = db;
  const tables = new Set(client.prepare("select name from sqlite_schema where type = 'table'").pluck().all());
  let looked = 0;
  for (const { table, column, piece } of BLOCKS) {
    if (!tables.has(table)) continue;
    const rows = client.prepare(`select id, ${column} from ${table} order by id`).raw();
    for (const [id, data] of rows.iterate() as Iterable<[unknown, Uint8Array]>) {
      looked += 1;
      try {
        assertWhole(data);
      } catch (error) {
        yield says(piece, id, (error as Error).message);
      }
    }
  }
  if (full && tables.has("point_journal")) yield* checkDigests(db);
  return looked;
}

function* checkDigests(db: Connected): Generator<string> {
  const { $client: client } = db;
  const chunks = client
    .prepare(
      "select c.id, c.sha256, d.data from chunks c left join chunk_data d on d.id = c.id order by c.id",
    )
    .raw();
  for (const [id, digest, data] of chunks.iterate() as Iterable<[number, Buffer, Buffer | null]>) {
    if (data === null) yield says("chunk", id, "its bytes are gone");
    else if (!hash("sha256", data, "buffer").equals(digest))
      yield says("chunk", id, "its digest does not match its bytes");
  }
  const stored = new StoredPoints(db);
  const sealed = client
    .prepare("select attempt_id, sha256 from sealed_attempts where sha256 is not null order by attempt_id")
    .raw();
  for (const [attemptId, digest] of sealed.all() as [string, string][])
    if (digestOf(stored, attemptId)?.sha256 !== digest)
      yield says("attempt", attemptId, "they are not those that were sealed");
}
