import type Database from "better-sqlite3";
import { isCorrupt } from "../damage.ts";

type Client = Database.Database;

/** A page of a tree, as the table dbstat of SQLite has it. */
interface Place {
  name: string;
  path: string;
}

/** Names of all trees of a file: tables and indexes. */
const treesOf = (client: Client): { name: string; table: string }[] =>
  client
    .prepare(
      "select 'sqlite_schema' as name, 'sqlite_schema' as \"table\" union all select name, tbl_name from sqlite_schema where rootpage > 0 order by 1",
    )
    .all() as { name: string; table: string }[];

/** Which trees own the pages asked for, as far as they can be walked; `unwalked` are those that could not. */
function placesOf(client: Client, wanted: ReadonlySet<number>) {
  const places = new Map<number, Place>();
  const unwalked: string[] = [];
  const walk = client.prepare("select pageno, path from dbstat where name = ?").raw();
  for (const { name } of treesOf(client))
    try {
      for (const [page, path] of walk.iterate(name) as Iterable<[number, string]>)
        if (wanted.has(page)) places.set(page, { name, path });
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      unwalked.push(name);
    }
  return { places, unwalked };
}

const TABLE_LEAF = 13;

/** A number as SQLite writes it, in 1 to 9 bytes, 7 bits in each of the first 8. */
function readVarint(bytes: Buffer, at: number): { value: bigint; next: number } {
  let value = 0n;
  for (let k = 0; k < 8; k++) {
    value = (value << 7n) | BigInt(bytes[at + k] & 0x7f);
    if ((bytes[at + k] & 0x80) === 0) return { value, next: at + k + 1 };
  }
  return { value: BigInt.asIntN(64, (value << 8n) | BigInt(bytes[at + 8])), next: at + 9 };
}

/** Ids of the rows in a leaf of a table, in their order; null where it is no such page. */
function rowIds(content: Buffer, page: number): bigint[] | null {
  const head = page === 1 ? 100 : 0;
  if (content[head] !== TABLE_LEAF) return null;
  try {
    return Array.from({ length: content.readUInt16BE(head + 3) }, (_, k) => {
      const cell = content.readUInt16BE(head + 8 + 2 * k);
      return readVarint(content, readVarint(content, cell).next).value;
    });
  } catch {
    return null;
  }
}

/** The row whose rest lies in a page: the path of that names the cell of the leaf, as in /1c2/000+000001. */
function rowOfRest(
  client: Client,
  { name, path }: Place,
  readPage: (page: number) => Buffer,
): bigint | undefined {
  const [, leaf, cell] = /^(.*\/)([0-9a-f]+)\+/.exec(path) ?? [];
  const page = client
    .prepare("select pageno from dbstat where name = ? and path = ?")
    .pluck()
    .get(name, leaf) as number | undefined;
  return page === undefined ? undefined : rowIds(readPage(page), page)?.[parseInt(cell, 16)];
}

/**
 * Says of pages what they hold: rows of a table, an index, or a part of one row. Null for a page that holds nothing, as those
 * on the list of free ones.
 */
export function pageHolder(
  client: Client,
  wanted: ReadonlySet<number>,
  readPage: (page: number) => Buffer,
): (page: number) => string | null {
  const { places, unwalked } = placesOf(client, wanted);
  const tables = new Map(treesOf(client).map(({ name, table }) => [name, table]));
  return (page) => {
    const place = places.get(page);
    if (!place) return unwalked.length > 0 ? `it may belong to ${unwalked.join(", ")}` : null;
    const table = tables.get(place.name)!;
    if (table !== place.name) return `index ${place.name} of table ${table}`;
    if (place.path.includes("+")) {
      const row = rowOfRest(client, place, readPage);
      return row === undefined ? `a part of a row of table ${table}` : `row ${row} of table ${table}`;
    }
    const ids = rowIds(readPage(page), page) ?? [];
    if (ids.length === 0) return `table ${table}`;
    const [first, last] = [ids[0], ids.at(-1)];
    return first === last ? `row ${first} of table ${table}` : `rows ${first} to ${last} of table ${table}`;
  };
}
