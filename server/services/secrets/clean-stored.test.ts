import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { openDb, type Db } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { openTestDb } from "#db/testing.ts";
import { STORED_TEXTS } from "#db/secrets/stored-texts.ts";
import { rewriteFile } from "#db/secrets/sweeps.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { atOnce } from "../in-turns.ts";
import { externalWorld } from "../external/testing.ts";
import { cleanStored } from "./clean-stored.ts";

const KEY = "abl_in_0123456789abcdefghijABCDEFGHIJ012";
/** Known by its name alone. */
const NAMED = "k3y-0f9a8b7c6d5e";

/** What stands in a column before it is cleaned, by how it is read. */
const PLANTED: Record<string, (n: number) => string | Buffer> = {
  text: (n) => `see ${KEY} ${NAMED} ${n}`,
  name: (n) => `see ${KEY} ${n}`,
  table: () => JSON.stringify({ lr: 1, note: KEY, wandb_key: NAMED }),
  json: () => JSON.stringify({ note: [KEY], logger: { wandb: { key: NAMED } } }),
  argv: () => JSON.stringify(["python", "--wandb_key", NAMED, `--x=${KEY}`]),
  answer: () => JSON.stringify({ note: `${KEY} ${NAMED}` }),
  file: () => Buffer.from(`${KEY}\napi_key: ${NAMED}\n`),
  log: () => Buffer.from(`${KEY}\nWANDB_API_KEY=${NAMED}\n`),
};

/** A row with secrets in each column that may hold one, and as little as is allowed in all others. */
function plant({ $client }: Db, table: string, columns: Readonly<Record<string, string>>, n: number): void {
  const all = $client.pragma(`table_info("${table}")`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }[];
  const given = all.flatMap(({ name, type, notnull, pk }): [string, unknown][] => {
    if (name in columns) return [[name, PLANTED[columns[name]](n)]];
    if (name === "data" && table === "rollout_blocks")
      return [[name, zstdCompressSync(Buffer.from(`a ${KEY} b`))]];
    if (notnull === 0 && pk === 0) return [];
    if (pk > 0 && /int/i.test(type) && all.filter((column) => column.pk > 0).length === 1) return [];
    return [
      [
        name,
        /int|real/i.test(type) ? n : name === "state" ? "finished" : pk > 0 ? `${table}-${n}` : `{"n":${n}}`,
      ],
    ];
  });
  const names = given.map(([name]) => `"${name}"`).join(", ");
  $client
    .prepare(`insert into "${table}" (${names}) values (${given.map(() => "?").join(", ")})`)
    .run(...given.map(([, value]) => value));
}

const holders = (folder: string): string[] =>
  readdirSync(folder).filter((name) => {
    const text = readFileSync(join(folder, name)).toString("latin1");
    return text.includes(KEY) || text.includes(NAMED);
  });

it("leaves no secret in any file of the database, whichever table held it, also where it is stopped again and again", () => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-clean-"));
  try {
    const db = openDb(join(folder, "ablab.db"));
    migrate(db, { now: 0, backupDir: null });
    const ctx = { ...externalWorld().world.ctx, db };
    db.$client.pragma("foreign_keys = OFF");
    for (const { table, columns } of STORED_TEXTS) for (const n of [1, 2]) plant(db, table, columns, n);
    plant(db, "rollout_blocks", {}, 1);
    expect(holders(folder).length).toBeGreaterThan(0);

    let cleaned = null;
    for (let isDone = false; !isDone;) {
      const work = cleanStored(ctx);
      for (let step = 0; step < 12 && !isDone; step++) {
        const came = work.next();
        isDone = came.done === true;
        if (came.done) cleaned = came.value;
      }
    }
    const fields = STORED_TEXTS.reduce((sum, { columns }) => sum + Object.keys(columns).length, 0);
    expect(cleaned?.values).toBe(2 * fields + 1);
    rewriteFile(db);
    expect(holders(folder)).toEqual([]);
    const log = db.$client.prepare("select bytes from log_chunks limit 1").pluck().get() as Buffer;
    expect(log.toString()).toBe(`${"*".repeat(KEY.length)}\nWANDB_API_KEY=${"*".repeat(NAMED.length)}\n`);
    expect(atOnce(cleanStored(ctx))).toBeNull();
    db.$client.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("puts runs that differ in a secret alone into one configuration, which stays the baseline", () => {
  const { world, open } = externalWorld();
  const { ctx } = world;
  const ids = ["a", "b"].map((key, i) => open({ key, config: { lr: 1, seed: i } }).runId);
  const before = ctx.db.$client.prepare("update runs set params = ?, cell = ?, label = ? where id = ?");
  for (const [i, id] of ids.entries())
    before.run(
      JSON.stringify({ lr: 1, seed: i, wandb_key: `${NAMED}${i}` }),
      `cell${i}`,
      `wandb_key ${NAMED}${i}`,
      id,
    );
  ctx.db.$client.prepare("update experiments set baseline_cell = 'cell1'").run();
  expect(atOnce(cleanStored(ctx))).toEqual({ values: 4, runs: 2 });
  const rows = ctx.db.$client.prepare("select params, cell, label from runs").all() as Record<
    string,
    string
  >[];
  expect(rows.map(({ params }) => (JSON.parse(params) as Record<string, unknown>).wandb_key)).toEqual([
    MASK,
    MASK,
  ]);
  expect(new Set(rows.map(({ cell }) => cell)).size).toBe(1);
  expect(rows.map(({ label }) => label)).toEqual(["one configuration", "one configuration"]);
  expect(ctx.db.$client.prepare("select baseline_cell from experiments").pluck().get()).toBe(rows[0].cell);
});

it("looks through all of it again once more is known as a secret, and says how many came of that alone", () => {
  const { world, open } = externalWorld();
  const { ctx } = world;
  const { runId } = open({ key: "a", config: { lr: 1 } });
  const leave = (params: object) =>
    ctx.db.$client.prepare("update runs set params = ? where id = ?").run(JSON.stringify(params), runId);
  leave({ lr: 1, wandb_key: NAMED });
  expect(atOnce(cleanStored(ctx))).toEqual({ values: 1, runs: 1 });
  leave({ lr: 1, pw: "hunter2" });
  expect(atOnce(cleanStored(ctx))).toBeNull();
  ctx.db.$client.exec("update secret_sweeps set version = 1");
  // It is ended before it is through, and goes on.
  const work = cleanStored(ctx);
  for (let step = 0; step < 3; step++) work.next();
  expect(atOnce(cleanStored(ctx))).toEqual({ values: 1, runs: 1 });
  const params = ctx.db.$client.prepare("select params from runs").pluck().get() as string;
  expect(JSON.parse(params)).toEqual({ lr: 1, pw: MASK });
  expect(atOnce(cleanStored(ctx))).toBeNull();
});

it("finds by its letters each of many secrets that something calls so", () => {
  const { world, open } = externalWorld();
  const { ctx } = world;
  const { runId } = open({ key: "a", config: { lr: 1 } });
  // All begin alike, and have no form of their own.
  const secrets = Array.from({ length: 1200 }, (_, i) => `s3cr3t7k${i}!q`);
  const put = (sql: string, ...values: unknown[]) => ctx.db.$client.prepare(sql).run(...values);
  put(
    "update runs set params = ? where id = ?",
    JSON.stringify(Object.fromEntries(secrets.map((secret, i) => [`wandb${i}.key`, secret]))),
    runId,
  );
  put(
    `insert into keepings (subject_id, kind, tags, notes, pinned, archived, "by", at) values (?, 'run', '[]', ?, 0, 0, 'x', 0)`,
    runId,
    secrets.join(" and "),
  );
  atOnce(cleanStored(ctx));
  const notes = ctx.db.$client.prepare("select notes from keepings").pluck().get() as string;
  expect(notes.split(" and ").filter((word) => word !== MASK)).toEqual([]);
});

/** Tables whose texts are ids, words and hashes of this bench, or problems and numbers of its own trainers. */
const OURS = [
  "__migrations devices artifacts benchmark_problems benchmarks population_problems unfinished_evaluations problems attempt_populations episode_steps",
  "episodes evaluation_rows sessions ticks label_sets prm_reports share_links chunk_data chunks dead_chunks point_sources",
  "point_writer sealed_attempts segs point_journal rollout_blocks rollout_sieves external_row_ids external_sessions external_writers",
  "failure_reports machine_means alert_cursors alert_mutes webhooks queue page_digests masked_runs secret_sweeps looks held_sets",
  "imported_runs audits audit_marks",
].flatMap((line) => line.split(" "));

it("looks at every table, but for those whose texts are ours", () => {
  const all = openTestDb()
    .$client.prepare("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all();
  const known = new Set([...STORED_TEXTS.map(({ table }) => table), ...OURS]);
  expect((all as string[]).filter((name) => !known.has(name) && !name.startsWith("sqlite_"))).toEqual([]);
});
