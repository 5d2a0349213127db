import { createHash } from "node:crypto";
import {
  maskArguments,
  maskBytes,
  maskJson,
  maskTable,
  maskText,
} from "../../workers/protocol/secrets/mask.ts";
import { maskFile } from "../../workers/protocol/secrets/mask-file.ts";
import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { type KnownSecrets, knownSecrets } from "./known-secrets.ts";
import { maskBlock } from "./mask-blocks.ts";
import { type Reading, STORED_TEXTS, type StoredTexts } from "./stored-texts.ts";
import { isSwept, MARK_RUN, readSweep, writeSweep } from "./sweeps.ts";

type Value = string | Buffer | null;
/** Statements by their text, for one look at a table: thousands that are prepared anew would wait in memory to be collected. */
type Statements = Map<string, Prepared>;
type Prepared = ReturnType<typeof prepare>;
type Row = Record<string, Value> & { rowid: number; run: string | null };

/** So many bytes, or rows, are looked at before others are served. */
const BYTES_AT_ONCE = 192 * 1024;
const ROWS_AT_ONCE = 200;
/** Read again in front of a piece of a log: a secret may lie across two. */
const IN_FRONT = 4096;

const AS_JSON = { table: maskTable, json: maskJson, argv: maskArguments } as const;

const prepare = (db: Db, text: string) => db.$client.prepare(text);

function statement(db: Db, statements: Statements, text: string): Prepared {
  const known = statements.get(text) ?? prepare(db, text);
  statements.set(text, known);
  return known;
}

function maskStoredText(reading: Reading, value: string, known: KnownSecrets): string {
  const bare = known.mask(value);
  if (reading === "text") return maskText(bare);
  if (reading === "name" || reading === "answer") return maskText(bare, "forms");
  let told: unknown;
  try {
    told = JSON.parse(bare);
  } catch {
    return maskText(bare);
  }
  if (typeof told !== "object" || told === null) return bare;
  const masked = JSON.stringify(AS_JSON[reading as keyof typeof AS_JSON](told as never));
  return masked === JSON.stringify(told) ? bare : masked;
}

/** What is stored of a row, masked; the fields that change. */
function changesOf(
  db: Db,
  { table, columns }: StoredTexts,
  row: Row,
  known: KnownSecrets,
): Record<string, Value> {
  const changes: Record<string, Value> = {};
  for (const [column, reading] of Object.entries(columns)) {
    const value = row[column];
    if (value === null || value.length === 0) continue;
    if (typeof value === "string") {
      const masked = maskStoredText(reading, value, known);
      if (masked !== value) changes[column] = masked;
    } else if (reading === "log") {
      const masked = maskPiece(db, row, value, known);
      if (masked) changes[column] = masked;
    } else if (reading === "file") {
      const masked = Buffer.from(maskFile(String(row.path), known.maskBytes(value)));
      if (!masked.equals(value))
        Object.assign(changes, {
          [column]: masked,
          sha256: createHash("sha256").update(masked).digest("hex"),
        });
    } else if (table === "rollout_blocks") {
      const masked = maskBlock(value);
      if (masked) changes[column] = masked;
    }
  }
  return changes;
}

/** A piece of a log, masked with what stands in front of it; the end of that is overwritten where it is part of a secret. */
function maskPiece(db: Db, row: Row, bytes: Buffer, known: KnownSecrets): Buffer | null {
  const before = db.$client
    .prepare(
      'select rowid, bytes from log_chunks where attempt_id = ? and "offset" < ? order by "offset" desc limit 1',
    )
    .get(row.attempt_id, row.offset) as { rowid: number; bytes: Buffer } | undefined;
  const front = before?.bytes.subarray(-IN_FRONT) ?? Buffer.alloc(0);
  const all = Buffer.concat([front, bytes]);
  const masked = Buffer.from(maskBytes(known.maskBytes(all)));
  if (masked.equals(all)) return null;
  if (before && !masked.subarray(0, front.length).equals(front)) {
    const kept = before.bytes.subarray(0, before.bytes.length - front.length);
    db.$client
      .prepare("update log_chunks set bytes = ? where rowid = ?")
      .run(Buffer.concat([kept, masked.subarray(0, front.length)]), before.rowid);
  }
  return masked.subarray(front.length);
}

/** Writes a masked row. Two that are told apart by a secret alone are told apart by their number from then on. */
function writeRow(
  db: Db,
  statements: Statements,
  { table, rowid, changes }: { table: string; rowid: number; changes: Record<string, Value> },
): void {
  const set = Object.keys(changes).map((name) => `"${name}" = ?`);
  const update = statement(db, statements, `update "${table}" set ${set.join(", ")} where rowid = ?`);
  try {
    update.run(...Object.values(changes), rowid);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT")))
      throw error;
    const apart = Object.values(changes).map((value) =>
      typeof value === "string" ? `${value}-${rowid}` : value,
    );
    update.run(...apart, rowid);
  }
}

const BLOCKS: StoredTexts = { table: "rollout_blocks", run: "run_id", columns: { data: "answer" } };

/** The rows of a table from where an earlier look ended, in pieces of one transaction each. */
function* sweepTable(
  db: Db,
  source: StoredTexts,
  known: KnownSecrets,
  now: () => number,
): Generator<void, void> {
  const { table, run, columns } = source;
  if (isSwept(db, table)) return;
  const readings = Object.values(columns);
  const isLarge = table === BLOCKS.table || readings.includes("log") || readings.includes("file");
  const more = [
    ...(readings.includes("file") ? ["path"] : []),
    ...(table === "log_chunks" ? ["attempt_id", "offset"] : []),
  ];
  const named = [...new Set([...Object.keys(columns), ...more])].map((name) => `"${name}"`).join(", ");
  const page = db.$client.prepare(
    `select rowid as rowid, ${run ?? "null"} as run, ${named} from "${table}" where rowid > ? order by rowid limit ?`,
  );
  const statements: Statements = new Map();
  for (;;) {
    const isDone = inTransaction(db, () => {
      const sweep = readSweep(db, table);
      const rows = page.all(sweep.reached, isLarge ? 4 : ROWS_AT_ONCE) as Row[];
      let bytes = 0;
      for (const row of rows) {
        if (bytes > BYTES_AT_ONCE) break;
        const changes = changesOf(db, source, row, known);
        sweep.reached = row.rowid;
        for (const column of Object.keys(columns)) bytes += row[column]?.length ?? 0;
        const changed = Object.keys(changes).filter((name) => name in columns).length;
        if (changed === 0) continue;
        writeRow(db, statements, { table, rowid: row.rowid, changes });
        sweep.masked += changed;
        if (row.run !== null) statement(db, statements, MARK_RUN).run(row.run);
      }
      const isEnd = rows.length === 0;
      writeSweep(db, { ...sweep, done: isEnd, doneAt: isEnd ? now() : null });
      return isEnd;
    });
    if (isDone) return;
    yield;
  }
}

/**
 * Masks what was stored before secrets were masked on arrival, table by table, and gives way between its pieces. Stopped or
 * killed, it goes on where it was. `now` in ms since the epoch.
 */
export function* maskStored(db: Db, now: () => number): Generator<void, void> {
  if ([...STORED_TEXTS, BLOCKS].every(({ table }) => isSwept(db, table))) return;
  const known = yield* knownSecrets(db);
  for (const source of [BLOCKS, ...STORED_TEXTS]) yield* sweepTable(db, source, known, now);
}
