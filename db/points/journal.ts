import { BlockReader, BrokenBlock, encodeBlock } from "./codec/block.ts";
import type { PointBlock } from "./point-store.ts";
import type { Statements } from "./statements.ts";

/** What one transaction appended: the points of one series after the other, in columns that they share. */
export interface JournalEntry {
  id: number;
  points: PointBlock;
  /** For each stretch of points the series it belongs to, and how many it has. */
  seriesIds: Float64Array;
  counts: Float64Array;
}

interface JournalRow {
  id: number;
  spans: unknown;
  data: unknown;
}

export function writeEntry(sql: Statements, { id, points, seriesIds, counts }: JournalEntry): void {
  // Both blocks are encoded in the same memory, one after the other.
  const spans = Buffer.from(encodeBlock([seriesIds, counts], false));
  sql.addJournal.run(id, spans, encodeBlock([points.x, points.value, points.at], false));
}

function columnsOf(data: unknown, width: number): Float64Array[] {
  if (!(data instanceof Uint8Array)) throw new BrokenBlock("its bytes are gone");
  const block = new BlockReader(data);
  if (block.columns !== width) throw new BrokenBlock(`it has ${block.columns} columns instead of ${width}`);
  return Array.from({ length: width }, () => {
    const column = new Float64Array(block.n);
    block.next(column);
    return column;
  });
}

function readEntry({ id, spans, data }: JournalRow): JournalEntry {
  const [seriesIds, counts] = columnsOf(spans, 2);
  const [x, value, at] = columnsOf(data, 3);
  const told = counts.reduce((sum, n) => sum + n, 0);
  if (told !== x.length) throw new BrokenBlock(`it holds ${x.length} points instead of ${told}`);
  return { id, points: { x, value, at }, seriesIds, counts };
}

/** All entries in the order of their arrival. One that cannot be read is set aside, told once, and never removed. */
export function readJournal(sql: Statements, onAside: () => void): JournalEntry[] {
  return (sql.journal.all() as JournalRow[]).flatMap((row) => {
    try {
      return [readEntry(row)];
    } catch (error) {
      sql.setJournalAside.run(row.id);
      onAside();
      console.error(`Points that came last before the server ended cannot be read (entry ${row.id}):`, error);
      return [];
    }
  });
}

/** By series the entry set aside that has points of it, as far as that can be read of entries. */
export function seriesOfAside(sql: Statements): Map<number, number> {
  const found = new Map<number, number>();
  for (const { id, spans } of sql.journalAside.all() as Pick<JournalRow, "id" | "spans">[])
    try {
      for (const seriesId of columnsOf(spans, 2)[0]) found.set(seriesId, id);
    } catch {
      // Which series they were is not known any more; the server's output has told that points are missing.
    }
  return found;
}
