import type Database from "better-sqlite3";
import { openDb, type Db } from "./client.ts";
import { migrate } from "./migrate.ts";

/** A private, migrated database in memory. */
export function openTestDb(): Db {
  const db = openDb(":memory:");
  migrate(db, { now: 0, backupDir: null });
  return db;
}

const RUNNERS = ["run", "get", "all", "iterate"] as const;

/** What was asked of a database. */
export interface Asked {
  /** The text of every statement that ran, in order. */
  statements: string[];
  /** Rows that came back, those of `iterate` left out. */
  rows: number;
  /** Tables that a statement goes through from one end, or an index of them, instead of seeking; none of SQLite's own. */
  scanned: string[];
}

/** Notes statements of a database that run from now on, until `stop` is called. */
function noteStatements(db: Db): Pick<Asked, "statements"> & { rows(): number; stop(): void } {
  const statements: string[] = [];
  let rows = 0;
  const prototype = Object.getPrototypeOf(db.$client.prepare("select 1")) as Database.Statement;
  const real = RUNNERS.map((name) => [name, prototype[name]] as const);
  for (const [name, runner] of real)
    Object.assign(prototype, {
      [name](this: Database.Statement, ...parameters: unknown[]) {
        const given: unknown = runner.apply(this, parameters);
        if (this.database !== db.$client) return given;
        statements.push(this.source);
        if (name === "all") rows += (given as unknown[]).length;
        if (name === "get" && given !== undefined) rows += 1;
        return given;
      },
    });
  return {
    statements,
    rows: () => rows,
    stop: () => void Object.assign(prototype, Object.fromEntries(real)),
  };
}

/** Runs `work` and says which statements ran on the database meanwhile, in order. */
export async function statementsDuring(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const noted = noteStatements(db);
  try {
    await work();
  } finally {
    noted.stop();
  }
  return noted.statements;
}

/** Runs `work`, which is synchronous, and says which statements it ran on the database. */
export function watchStatements(db: Db, work: () => void): Asked {
  const { statements, rows, stop } = noteStatements(db);
  try {
    work();
  } finally {
    stop();
  }
  const scanned = new Set([...new Set(statements)].flatMap((sql) => scannedBy(db, sql)));
  return { statements, rows: rows(), scanned: [...scanned].toSorted() };
}

/** How SQLite goes about some statements: a line for each table, index and subquery. */
export const plansOf = (db: Db, statements: readonly string[]): string[] =>
  [...new Set(statements)].flatMap((statement) => {
    const places = (statement.match(/\?/g) ?? []).map(() => null);
    const plan = db.$client.prepare(`explain query plan ${statement}`).all(...places);
    return (plan as { detail: string }[]).map(({ detail }) => detail);
  });

interface Instruction {
  opcode: string;
  p1: number;
  p2: number;
}

/** Where a cursor starts at an end of its tree: `Rewind` and `Last`, and `Count`, which goes through all of it. */
const FROM_AN_END = new Set(["Rewind", "Last", "Count"]);

/** Tables that the program of a statement goes through from an end (https://sqlite.org/opcode.html). */
function scannedBy(db: Db, sql: string): string[] {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return [];
  const named = Object.fromEntries(
    (sql.match(/[@:$][a-z_]\w*/gi) ?? []).map((name) => [name.slice(1), null]),
  );
  const places = (sql.match(/\?/g) ?? []).map(() => null);
  const parameters = Object.keys(named).length > 0 ? [named] : places;
  const program = db.$client.prepare(`explain ${sql}`).all(...parameters) as Instruction[];
  const nameOf = db.$client
    .prepare(
      "select tbl_name from sqlite_schema where rootpage = ? and tbl_name not like 'sqlite|_%' escape '|'",
    )
    .pluck();
  return program
    .filter(({ opcode }) => FROM_AN_END.has(opcode))
    .flatMap(({ p1 }) => program.filter(({ opcode, ...open }) => opcode === "OpenRead" && open.p1 === p1))
    .flatMap(({ p2 }) => (nameOf.get(p2) as string | undefined) ?? []);
}
