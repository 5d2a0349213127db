import { hash } from "node:crypto";
import { closeSync, openSync, statSync } from "node:fs";
import { openToRead, type Db } from "../client.ts";
import { isCorrupt } from "../damage.ts";
import { checkPages, type ComparedPages } from "../page-digests/check-pages.ts";
import { BLOCK_TABLES, checkPoints } from "../points/check-points.ts";
import { checkedTables, type CheckedTable } from "./checked-tables.ts";

/**
 * How far a check goes. `quick`: SQLite's structure. `copy`: also its indexes, what rows point at, the checksums of pages and
 * those of points. `full`: also every digest that is stored beside what it is of, and what of each table was looked at.
 */
export type CheckDepth = "quick" | "copy" | "full";

export interface DatabaseCheck {
  depth: CheckDepth;
  bytes: number;
  /** SQLite finds the file as it wrote it, so it can be written on. */
  isSound: boolean;
  /** One sentence for each thing that is wrong, the first 50; empty where nothing is. */
  findings: string[];
  /** How many there are in all, as far as was counted. */
  found: number;
  /** Blocks of points that were read. */
  blocks: number;
  /** Of a full check: each table, by what it was checked, and why not where it was not. */
  tables: CheckedTable[];
}

const SHOWN = 50;

function structureOf({ $client: client }: Db, depth: CheckDepth): string[] {
  const said = client.pragma(`${depth === "quick" ? "quick_check" : "integrity_check"}(${SHOWN})`) as Record<
    string,
    string
  >[];
  const texts = said.map((row) => Object.values(row)[0]).filter((text) => text !== "ok");
  return texts.map((text) => `SQLite says: ${text.replaceAll(/\s+/g, " ").slice(0, 200)}.`);
}

function* danglingOf({ $client: client }: Db): Generator<string> {
  const broken = client.pragma("foreign_key_check") as { table: string; parent: string; rowid: number }[];
  for (const { table, parent, rowid } of broken)
    yield `Row ${rowid} of ${table} points at a row of ${parent} that is not there.`;
}

function* weightsOf({ $client: client }: Db): Generator<string> {
  if (client.prepare("select 1 from sqlite_schema where name = 'artifacts'").get() === undefined) return;
  const rows = client
    .prepare("select attempt_id, kind, sha256, data from artifacts where data is not null order by id")
    .raw();
  for (const [attemptId, kind, digest, data] of rows.iterate() as Iterable<[string, string, string, Buffer]>)
    if (hash("sha256", data, "hex") !== digest)
      yield `The ${kind} of attempt ${attemptId} is damaged on disk (its digest does not match its bytes).`;
}

/** Finds what is wrong, deepest first: a page names its table and rows, SQLite a page. */
function* findingsOf(db: Db, fd: number, check: DatabaseCheck): Generator<string> {
  const { depth } = check;
  let pages: ComparedPages = { compared: new Uint8Array(0), why: "a quick check reads no values" };
  if (depth !== "quick") pages = yield* checkPages(db.$client, fd);
  for (const text of structureOf(db, depth)) {
    check.isSound = false;
    yield text;
  }
  if (depth === "quick") return;
  yield* danglingOf(db);
  check.blocks = yield* checkPoints(db, depth === "full");
  if (depth !== "full") return;
  yield* weightsOf(db);
  check.tables = checkedTables(db.$client, pages, BLOCK_TABLES);
}

/** What SQLite says where it cannot read a file, whatever of it is wrong; not what it says where the disk cannot. */
const isUnreadable = (error: unknown): error is Error =>
  isCorrupt(error) ||
  (error instanceof Error && "code" in error && /^SQLITE_(ERROR|CANTOPEN)/.test(String(error.code)));

/**
 * Looks at a database file and writes nothing. A damaged file is a finding; throws only where the file cannot be opened at
 * all. It reads everything at once, so a server does it in a thread. `kept` is a descriptor of a file that this process has
 * open as a database, which then stays open.
 */
export function checkDatabase(path: string, depth: CheckDepth, kept?: number): DatabaseCheck {
  const check: DatabaseCheck = {
    depth,
    bytes: 0,
    isSound: true,
    findings: [],
    found: 0,
    blocks: 0,
    tables: [],
  };
  const find = (text: string) => {
    check.found += 1;
    if (check.findings.length < SHOWN) check.findings.push(text);
  };
  check.bytes = statSync(path).size;
  const fd = kept ?? openSync(path, "r");
  let db: Db | null = null;
  try {
    db = openToRead(path);
    // One moment for all that follows, also while a server writes.
    db.$client.exec("begin; select 1 from sqlite_schema limit 1");
    for (const text of findingsOf(db, fd, check)) find(text);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    check.isSound = false;
    const table = /malformed database schema/.test(error.message) ? "table sqlite_schema: " : "";
    find(`SQLite says: ${table}${error.message}.`);
  } finally {
    db?.$client.close();
    if (kept === undefined) closeSync(fd);
  }
  return check;
}
