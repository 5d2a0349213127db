import type Database from "better-sqlite3";
import {
  eq,
  getTableColumns,
  getTableName,
  sql,
  type Column,
  type InferInsertModel,
  type InferSelectModel,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.ts";

/**
 * What is made of a connection once, when it is first asked for. Drizzle's builder takes longer than most statements that it
 * builds, so those that requests of trainings run are built and prepared once.
 */
export function ofConnection<S>(make: (db: Db) => S): (db: Db) => S {
  const made = new WeakMap<Db["$client"], S>();
  return (db) => {
    let known = made.get(db.$client);
    if (known === undefined) made.set(db.$client, (known = make(db)));
    return known;
  };
}

/** The row of a table that has a value in `key`. */
export function rowBy<T extends SQLiteTable>(
  table: T,
  key: Column,
): (db: Db, value: string | number) => InferSelectModel<T> | undefined {
  const found = ofConnection((db) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(eq(key, sql.placeholder("value")))
      .prepare(),
  );
  return (db, value) => found(db).get({ value }) as InferSelectModel<T> | undefined;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A value as its column keeps it. */
const kept = (column: Column, value: unknown): unknown =>
  value === null ? null : column.mapToDriverValue(value);

/**
 * Changes columns of the rows that have a value in `key`; a column that is given as undefined stays. Each set of columns is one
 * prepared statement of the connection, so callers name columns and never make names up.
 */
export function rowUpdate<T extends SQLiteTable, Set extends Partial<InferInsertModel<T>>>(
  table: T,
  key: Column,
): (db: Db, value: string | number, set: Set) => void {
  const columns: Record<string, Column> = getTableColumns(table);
  const statementsOf = ofConnection(() => new Map<string, Database.Statement>());
  return (db, value, set) => {
    const given = Object.entries(set).filter(([, one]) => one !== undefined);
    if (given.length === 0) return;
    const statements = statementsOf(db);
    const names = given.map(([name]) => name).join();
    let statement = statements.get(names);
    if (!statement) {
      const changes = given.map(([name]) => `${quoted(columns[name].name)} = ?`).join(", ");
      statement = db.$client.prepare(
        `update ${quoted(getTableName(table))} set ${changes} where ${quoted(key.name)} = ?`,
      );
      statements.set(names, statement);
    }
    statement.run(...given.map(([name, one]) => kept(columns[name], one)), value);
  };
}

/** Puts a whole row in, or in the place of the one with the same `key`. */
export function rowUpsert<T extends SQLiteTable>(
  table: T,
  key: readonly Column[],
): (db: Db, row: InferSelectModel<T>) => void {
  const columns: Record<string, Column> = getTableColumns(table);
  const names = Object.keys(columns);
  const all = names.map((name) => quoted(columns[name].name));
  const keys = key.map(({ name }) => quoted(name));
  const changes = all.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  const statement = ofConnection(({ $client }) =>
    $client.prepare(
      `insert into ${quoted(getTableName(table))} (${all.join(", ")}) values (${all.map(() => "?").join(", ")})
       on conflict (${keys.join(", ")}) do update set ${changes.join(", ")}`,
    ),
  );
  return (db, row) => {
    const given: Record<string, unknown> = row;
    statement(db).run(...names.map((name) => kept(columns[name], given[name])));
  };
}
