import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { digestOfBytes } from "./page-sums.ts";

type Client = Database.Database;

/** With its own checksum a row fills one page of SQLite, so that one which is written again changes no other page. */
export const PAGES_PER_ROW = 1000;
const ROW_BYTES = 4 + 4 * PAGES_PER_ROW;

/** No digest: pages of the digests themselves, and pages that were never written. */
export const NO_DIGEST = 0;

/** Parts of page 1 that SQLite changes outside the log: how the file is opened, and counters of changes. */
const LOOSE = [
  [18, 20],
  [24, 28],
  [92, 100],
] as const;

/** Never `NO_DIGEST`. */
export function digestOfPage(page: number, content: Uint8Array): number {
  if (page !== 1) return digestOfBytes(content);
  const first = content.slice();
  for (const [from, to] of LOOSE) first.fill(0, from, to);
  return digestOfBytes(first);
}

export const hasDigests = (client: Client): boolean =>
  client
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'page_digests'")
    .pluck()
    .get() === 1;

export const pageCount = (client: Client): number => client.pragma("page_count", { simple: true }) as number;
export const pageSize = (client: Client): number => client.pragma("page_size", { simple: true }) as number;

/** Pages that the digests themselves lie in. */
export const ownPages = (client: Client): Set<number> =>
  new Set(client.prepare("select pageno from dbstat where name = 'page_digests'").pluck().all() as number[]);

const emptyRow = (): Buffer => sealed(Buffer.alloc(ROW_BYTES));

function sealed(row: Buffer): Buffer {
  row.writeUInt32LE(crc32(row.subarray(4)), 0);
  return row;
}

const isWhole = (row: Buffer): boolean =>
  row.length === ROW_BYTES && row.readUInt32LE(0) === crc32(row.subarray(4));

/** Makes rows until each page of the file has its place; they take pages too. */
export function makeRows(client: Client): void {
  const last = client.prepare("select coalesce(max(id), 0) from page_digests").pluck();
  const add = client.prepare("insert into page_digests (id, data) values (?, ?)");
  client
    .transaction(() => {
      for (let rows = last.get() as number; rows * PAGES_PER_ROW < pageCount(client); rows++)
        add.run(rows + 1, emptyRow());
    })
    .immediate();
}

/** How digests are made. Those of another form say nothing. */
const FORM = 2;

/** Row 0: whether pages may have been written that have no digest yet, and the form of the digests. */
const stateOf = (client: Client): Buffer =>
  (client.prepare("select data from page_digests where id = 0").pluck().get() as Buffer | undefined) ??
  Buffer.of(0, FORM);

function writeState(client: Client, state: Buffer): void {
  client
    .prepare(
      "insert into page_digests (id, data) values (0, ?) on conflict (id) do update set data = excluded.data",
    )
    .run(state);
}

/** Whether pages may have been written that have no digest yet. */
export const isOpen = (client: Client): boolean => stateOf(client)[0] === 1;

export const hasOurForm = (client: Client): boolean => stateOf(client)[1] === FORM;

export function setOpen(client: Client, open: boolean): void {
  const state = Buffer.from(stateOf(client));
  state[0] = open ? 1 : 0;
  writeState(client, state);
}

/** Writes digests by page, and none for pages behind the end of the file. A row that is damaged stays so. */
export function writeDigests(client: Client, changed: ReadonlyMap<number, number>): void {
  const pages = pageCount(client);
  const byRow = new Map<number, number[]>();
  for (const page of changed.keys()) {
    const row = Math.ceil(page / PAGES_PER_ROW);
    const there = byRow.get(row);
    if (there) there.push(page);
    else byRow.set(row, [page]);
  }
  const lastRow = Math.ceil(pages / PAGES_PER_ROW);
  const behind = client.prepare("select id from page_digests where id >= ?").pluck().all(lastRow) as number[];
  for (const row of behind) if (!byRow.has(row)) byRow.set(row, []);
  const read = client.prepare("select data from page_digests where id = ?").pluck();
  const write = client.prepare("update page_digests set data = ? where id = ?");
  for (const [row, inRow] of byRow) {
    const was = read.get(row) as Buffer | undefined;
    if (was === undefined || !isWhole(was)) continue;
    const is = Buffer.from(was);
    const numbers = new DataView(is.buffer, is.byteOffset, ROW_BYTES);
    const first = (row - 1) * PAGES_PER_ROW + 1;
    for (const page of inRow) numbers.setUint32(4 + 4 * (page - first), changed.get(page)!, true);
    if (pages < first + PAGES_PER_ROW - 1) is.fill(0, 4 + 4 * Math.max(0, pages + 1 - first));
    if (!is.equals(was)) write.run(sealed(is), row);
  }
}

export interface ReadDigests {
  /** By page, from 1; `NO_DIGEST` where there is none. */
  digests: Uint32Array;
  /** Rows that are missing in between or not as they were written. */
  damaged: number[];
}

/** All digests of a file. */
export function readDigests(client: Client): ReadDigests {
  const pages = pageCount(client);
  const digests = new Uint32Array(pages + 1);
  const damaged: number[] = [];
  const read = client.prepare("select data from page_digests where id = ?").pluck();
  const rows = client.prepare("select coalesce(max(id), 0) from page_digests").pluck().get() as number;
  for (let row = 1; row <= rows && (row - 1) * PAGES_PER_ROW < pages; row++) {
    const data = read.get(row) as Buffer | undefined;
    if (data === undefined || !isWhole(data)) {
      damaged.push(row);
      continue;
    }
    const first = (row - 1) * PAGES_PER_ROW + 1;
    for (let page = first; page <= pages && page < first + PAGES_PER_ROW; page++)
      digests[page] = data.readUInt32LE(4 + 4 * (page - first));
  }
  return { digests, damaged };
}

/** Forgets every digest; those that come are of our form. */
export function clearDigests(client: Client): void {
  const ids = client.prepare("select id from page_digests where id > 0").pluck().all() as number[];
  const write = client.prepare("update page_digests set data = ? where id = ?");
  const state = Buffer.of(isOpen(client) ? 1 : 0, FORM);
  client
    .transaction(() => {
      ids.forEach((id) => write.run(emptyRow(), id));
      writeState(client, state);
    })
    .immediate();
}
