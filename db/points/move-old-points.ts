import type { TellStep } from "#server/contracts/housekeeping/upgrade-step.ts";
import type { Connected } from "../connection.ts";
import { inTransaction } from "../connection.ts";
import { addChunks } from "./chunks.ts";
import { totalsOf } from "./facts.ts";
import { POINT_KINDS } from "./read-points.ts";
import type { PointBlock } from "./point-store.ts";
import { writeSeries } from "./rows.ts";
import { CHUNK_POINTS } from "./sizes.ts";
import { StoredPoints } from "./stored-points.ts";

const NON_FINITE: Record<number, number> = {
  [POINT_KINDS.nan]: NaN,
  [POINT_KINDS.posInf]: Infinity,
  [POINT_KINDS.negInf]: -Infinity,
};

type OldRow = [x: number, wallMs: number, value: number | null, kind: number];

/** The points of a series from its rows, in full blocks and a last one; of several at one x the last to arrive. */
function* blocksOf(rows: Iterable<OldRow>): Generator<PointBlock> {
  const make = (size: number): PointBlock => ({
    x: new Float64Array(size),
    value: new Float64Array(size),
    at: new Float64Array(size),
  });
  let block = make(CHUNK_POINTS);
  let n = 0;
  for (const [x, wallMs, value, kind] of rows) {
    if (n > 0 && block.x[n - 1] === x) n -= 1;
    else if (n === CHUNK_POINTS) {
      yield block;
      block = make(CHUNK_POINTS);
      n = 0;
    }
    block.x[n] = x;
    block.value[n] = value ?? NON_FINITE[kind];
    block.at[n] = wallMs;
    n += 1;
  }
  if (n > 0)
    yield { x: block.x.subarray(0, n), value: block.value.subarray(0, n), at: block.at.subarray(0, n) };
}

function moveSeries(stored: StoredPoints, id: number, rows: Iterable<OldRow>): void {
  // Rows are read to their end first: while they are read the connection can do nothing else.
  const blocks = Array.from(blocksOf(rows));
  for (const block of blocks) addChunks(stored.sql, id, block, CHUNK_POINTS);
  const series = stored.series(id);
  writeSeries(stored.sql, { ...series, ...totalsOf(stored, series) });
}

const hasOldPoints = ({ $client: client }: Connected): boolean =>
  client.prepare("select 1 from sqlite_schema where type = 'table' and name = 'points'").get() !== undefined;

/** Counts what was there and what is there now; throws where that is not the same. */
function compare({ $client: client }: Connected): void {
  const before = client.prepare("select count(*) from (select 1 from points group by series_id, x)").pluck();
  const after = client
    .prepare("select coalesce(sum(n), 0) from series where id in (select series_id from points)")
    .pluck();
  const [was, is] = [before.get() as number, after.get() as number];
  if (was !== is)
    throw new Error(
      `Of ${was} points in the old form ${is} came into the new one. The old ones are untouched; restore the backup.`,
    );
}

/**
 * Brings points that lie in rows of the table `points`, as up to migration 0001, into chunks: series by series in
 * transactions of their own, so that it goes on where it was interrupted. Then drops the table and gives its space back.
 */
export function moveOldPoints(db: Connected, tell?: TellStep): void {
  if (!hasOldPoints(db)) return;
  const { $client: client } = db;
  const stored = new StoredPoints(db);
  const waiting = client
    .prepare(
      "select id from series where n = 0 and id in (select distinct series_id from points) order by id",
    )
    .pluck()
    .all() as number[];
  const rows = client
    .prepare<[number], OldRow>(
      "select x, wall_ms, value, kind from points where series_id = ? order by x, seq",
    )
    .raw();
  for (const [done, id] of waiting.entries()) {
    tell?.({ kind: "points", number: done + 1, of: waiting.length });
    inTransaction(db, () => moveSeries(stored, id, rows.iterate(id)));
  }
  compare(db);
  client.exec("drop table points");
  giveSpaceBack(db);
}

/**
 * Lets free pages be given back little by little from now on, and those that are free now at once. A file of full size on
 * a full disk works as well, so a failure is no failure.
 */
export function giveSpaceBack({ $client: client }: Connected): void {
  client.pragma("auto_vacuum = incremental");
  try {
    client.exec("vacuum");
  } catch {
    client.pragma("auto_vacuum = none");
  }
}
