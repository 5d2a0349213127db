import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { openToRead, type Db } from "../client.ts";
import { isCorrupt } from "../damage.ts";
import { checkPoints } from "../points/check-points.ts";

/**
 * How far a check goes. `quick`: SQLite's structure. `copy`: also its indexes, what rows point at, and the checksums of
 * points. `full`: also every digest that is stored beside what it is of.
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

/**
 * Looks at a database file and writes nothing. A damaged file is a finding; throws only where the file cannot be opened at
 * all. It reads everything at once, so a server does it in a thread.
 */
export function checkDatabase(path: string, depth: CheckDepth): DatabaseCheck {
  const check: DatabaseCheck = { depth, bytes: 0, isSound: true, findings: [], found: 0, blocks: 0 };
  const find = (text: string) => {
    check.found += 1;
    if (check.findings.length < SHOWN) check.findings.push(text);
  };
  check.bytes = statSync(path).size;
  let db: Db | null = null;
  try {
    db = openToRead(path);
    for (const text of structureOf(db, depth)) {
      check.isSound = false;
      find(text);
    }
    if (depth === "quick") return check;
    for (const text of danglingOf(db)) find(text);
    const points = checkPoints(db, depth === "full");
    let next = points.next();
    for (; !next.done; next = points.next()) find(next.value);
    check.blocks = next.value;
    if (depth === "full") for (const text of weightsOf(db)) find(text);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    check.isSound = false;
    find(`SQLite says: ${error.message}.`);
  } finally {
    db?.$client.close();
  }
  return check;
}
