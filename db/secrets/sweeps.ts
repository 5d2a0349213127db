import { MASKING_VERSION } from "../../workers/protocol/secrets/mask.ts";
import type { Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { checkpoint } from "../page-digests/keep-digests.ts";
import { secretSweeps } from "../schema/index.ts";

/** Of a file whose masked values may still stand in pages that are not used any more. */
const FILE = "file";

export type Sweep = Omit<typeof secretSweeps.$inferSelect, "version">;

/** How far a look at a table has come; from its beginning where there was none. */
export function readSweep({ $client }: Db, source: string): Sweep {
  const found = $client
    .prepare("select reached, masked, done from secret_sweeps where source = ?")
    .get(source) as { reached: number; masked: number; done: number } | undefined;
  return {
    source,
    reached: found?.reached ?? 0,
    masked: found?.masked ?? 0,
    done: found?.done === 1,
    doneAt: null,
  };
}

export const isSwept = (db: Db, source: string): boolean => readSweep(db, source).done;

export function writeSweep(db: Db, { source, reached, masked, done, doneAt }: Sweep): void {
  const set = { reached, masked, done, doneAt, version: MASKING_VERSION };
  db.insert(secretSweeps)
    .values({ source, ...set })
    .onConflictDoUpdate({ target: secretSweeps.source, set })
    .run();
}

/** Begins anew where what is stored was looked through while less was known as a secret. */
export function forgetOlderSweeps(db: Db): void {
  const { $client } = db;
  inTransaction(db, () => {
    const older = $client
      .prepare("delete from secret_sweeps where version < ? and source <> ?")
      .run(MASKING_VERSION, FILE);
    if (older.changes > 0) $client.exec("delete from masked_runs");
  });
}

/** Notes that something of a run was masked. */
export const MARK_RUN = "insert or ignore into masked_runs (run_id) values (?)";

/** Whether something of a run was masked after it had been stored. */
export const selectMaskedRuns = ({ $client }: Db, after: string, most: number): string[] =>
  $client
    .prepare("select run_id from masked_runs where run_id > ? order by run_id limit ?")
    .pluck()
    .all(after, most) as string[];

/** What was masked in all: fields, and runs. */
export function sumSweeps({ $client }: Db): { values: number; runs: number } {
  const values = $client
    .prepare("select coalesce(sum(masked), 0) from secret_sweeps")
    .pluck()
    .get() as number;
  return { values, runs: $client.prepare("select count(*) from masked_runs").pluck().get() as number };
}

/** From now on what is deleted or replaced in the file of this connection is overwritten with zeros, or no more. */
export const overwriteDeleted = ({ $client }: Db, isOn: boolean): void =>
  void $client.pragma(`secure_delete = ${isOn ? "ON" : "OFF"}`);

export const askForRewrite = (db: Db): void =>
  writeSweep(db, { source: FILE, reached: 0, masked: 0, done: false, doneAt: null });

export const isRewriteDue = (db: Db): boolean =>
  db.$client.prepare("select done from secret_sweeps where source = ?").pluck().get(FILE) === 0;

/** Writes the file anew, so that it holds nothing but what is stored, and empties its log. */
export function rewriteFile(db: Db): void {
  const { $client: client } = db;
  client.pragma("secure_delete = ON");
  client.exec("vacuum");
  writeSweep(db, { source: FILE, reached: 0, masked: 0, done: true, doneAt: null });
  checkpoint(client, "truncate");
}

/** Forgets what `code` worked out of stored runs, so that it works it out anew; answers of other code are only compared with. */
export const forgetAnswers = ({ $client }: Db, code: string): void =>
  void $client.prepare("delete from summary_cache where code = ?").run(code);

/** Ids of runs from outside, in their order, `most` from behind `after` on. */
export const selectExternalRunIds = ({ $client }: Db, after: string, most: number): string[] =>
  $client
    .prepare("select run_id from external_runs where run_id > ? order by run_id limit ?")
    .pluck()
    .all(after, most) as string[];

/** The same of one place. */
export const selectRunIdsOfPlace = (
  { $client }: Db,
  placeId: number,
  after: string,
  most: number,
): string[] =>
  $client
    .prepare("select run_id from external_runs where place_id = ? and run_id > ? order by run_id limit ?")
    .pluck()
    .all(placeId, after, most) as string[];
