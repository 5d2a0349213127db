import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { statementsDuring } from "#db/testing.ts";
import { createToken, revokeToken } from "../services/external/tokens.ts";
import { makeWorld, type World } from "../services/testing.ts";
import { ADAPTERS, adapterOf } from "../adapters/index.ts";
import { scopeOfToken } from "./home.ts";
import { createAdapterRoute } from "./adapter-route.ts";

let world: World;
let port: number;
let token: string;
let close: () => void;

beforeAll(async () => {
  world = makeWorld();
  const dir = mkdtempSync(join(tmpdir(), "ablab-rows-"));
  const files = { operatorTokenFile: join(dir, "operator"), workerTokenFile: join(dir, "worker") };
  for (const file of Object.values(files)) writeFileSync(file, file);
  ({ token } = createToken(world.ctx, { name: "node" }));
  const hosts = new Set<string>();
  const takes = createAdapterRoute(
    {
      hosts,
      cookieName: "session",
      isOpenSession: () => false,
      csrfTokenOf: () => "csrf",
      scopeOfToken: scopeOfToken(world.ctx, files),
      adapterOf: adapterOf(ADAPTERS),
    },
    world.ctx,
    ADAPTERS,
  );
  const server = createServer((asked, response) => {
    if (!takes(asked, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  hosts.add(`127.0.0.1:${port}`);
  close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true });
  };
});

afterAll(() => close());

function post(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += String(part)));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}

/** A client that opens a run by its first word and then sends rows of three metrics, one in a request. */
interface Sender {
  open(run: string): Promise<string>;
  row(run: string, step: number, by?: string): Promise<{ status: number; text: string }>;
}

const VALUES = { loss: 0.5, reward: 1, "train/kl": 0.25 };

const SENDERS: Record<string, Sender> = {
  wandb: {
    open: async (run) => {
      await SENDERS.wandb.row(run, 0);
      return run;
    },
    row(run, step, by = token) {
      const content = [JSON.stringify({ ...VALUES, _step: step, _timestamp: 1_800_000_000 + step })];
      return post(
        `/files/ablab/wp/${run}/file_stream`,
        { files: { "wandb-history.jsonl": { offset: step, content } } },
        { authorization: `Basic ${Buffer.from(`api:${by}`).toString("base64")}` },
      );
    },
  },
  mlflow: {
    async open(run) {
      const { text } = await post(
        "/api/2.0/mlflow/runs/create",
        { experiment_id: "0", run_name: run, start_time: 1 },
        { authorization: `Bearer ${token}` },
      );
      return (JSON.parse(text) as { run: { info: { run_id: string } } }).run.info.run_id;
    },
    row(run, step, by = token) {
      const metrics = Object.entries(VALUES).map(([key, value]) => ({ key, value, step, timestamp: step }));
      return post(
        "/api/2.0/mlflow/runs/log-batch",
        { run_id: run, metrics },
        { authorization: `Bearer ${by}` },
      );
    },
  },
  trackio: {
    open: async (run) => {
      await SENDERS.trackio.row(run, 0);
      return run;
    },
    row(run, step, by = token) {
      const entry = { project: "tp", run, run_id: run, metrics: VALUES, step, log_id: `${run} ${step}` };
      return post("/api/bulk_log", { kwargs: { logs: [entry] } }, { "x-trackio-write-token": by });
    },
  },
  ablab: {
    async open(run) {
      const said = { experiment: "ap", key: run, writer: "w", client: "ablab" };
      await post("/api/ingest/v1/runs", said, { authorization: `Bearer ${token}` });
      return run;
    },
    row: (run, step, by = token) =>
      post(
        `/api/ingest/v1/rows?experiment=ap&key=${run}&writer=w`,
        { n: step, step, at: 1_800_000_000_000 + step, values: VALUES },
        { authorization: `Bearer ${by}` },
      ),
  },
};

const database = () => world.ctx.db;
const isCommit = (sql: string): boolean => /^commit$/i.test(sql);

/** Statements of one row of a run that sends: what is asked of token, run, session, writer and stream, and what is written. */
const MOST = 30;

describe.each(Object.keys(SENDERS))("a row by %s", (name) => {
  const { open, row } = SENDERS[name];

  test("of a run that sends is one commit and few statements, none of them prepared anew, however many came", async () => {
    // A request that takes long on a busy machine lets others in, and is then two commits.
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const run = await open(`${name}-warm`);
    for (let step = 1; step < 6; step++) await row(run, step);
    const early = await statementsDuring(database(), () => row(run, 6));
    const prepare = vi.spyOn(database().$client, "prepare");
    for (let step = 7; step < 60; step++) await row(run, step);
    const prepared = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    const late = await statementsDuring(database(), () => row(run, 60));
    clock.mockRestore();
    expect(prepared).toEqual([]);
    expect(early.filter(isCommit)).toHaveLength(1);
    expect(early.length).toBeLessThanOrEqual(MOST);
    expect(late).toEqual(early);
  });

  test("that arrives with those of other runs is one commit with them, and each is answered and stored", async () => {
    const runs = await Promise.all(Array.from({ length: 12 }, (_, i) => open(`${name}-many-${i}`)));
    const send = (step: number) => Promise.all(runs.map((run) => row(run, step)));
    await send(1);
    let answers: { status: number }[] = [];
    const ran = await statementsDuring(database(), async () => (answers = await send(2)));
    expect(answers.map(({ status }) => status)).toEqual(runs.map(() => 200));
    // How many arrive at one moment is the system's matter.
    expect(ran.filter(isCommit).length).toBeLessThan(runs.length);
    const stored = database()
      .$client.prepare("select rows from external_streams where stream = 'history' order by id desc limit 12")
      .pluck()
      .all();
    const from = name === "mlflow" || name === "ablab" ? 2 : 3;
    expect(stored).toEqual(runs.map(() => from));
  });

  test("is refused at once where its token was revoked, and taken from another token of the project", async () => {
    const other = createToken(world.ctx, { name: `${name} other` });
    const run = await open(`${name}-gone`);
    expect((await row(run, 1, other.token)).status).toBe(200);
    revokeToken(world.ctx, other.id);
    expect((await row(run, 2, other.token)).status).toBe(401);
    expect((await row(run, 2)).status).toBe(200);
  });
});

test("a row of a machine whose clock is ahead reads no notes again, once that was said", async () => {
  const send = (step: number) => {
    const at = world.clock.now / 1000 + 3600 + step;
    const content = [JSON.stringify({ ...VALUES, _step: step, _timestamp: at })];
    return post(
      "/files/ablab/wp/ahead/file_stream",
      { files: { "wandb-history.jsonl": { offset: step, content } } },
      { authorization: `Basic ${Buffer.from(`api:${token}`).toString("base64")}` },
    );
  };
  for (let step = 0; step < 5; step++) await send(step);
  const ran = await statementsDuring(database(), () => send(5));
  expect(ran.filter((sql) => sql.includes("run_notes"))).toEqual([]);
  expect(ran.length).toBeLessThanOrEqual(MOST);
});

test("what a commit that fails held is acknowledged to nobody, and stored once when it comes again", async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, (_, i) => SENDERS.ablab.open(`failing-${i}`)));
  const count = () =>
    database().$client.prepare("select count(*) from point_journal").pluck().get() as number;
  const before = count();
  database().$client.pragma("query_only = on");
  const refused = await Promise.all(runs.map((run) => SENDERS.ablab.row(run, 0)));
  database().$client.pragma("query_only = off");
  expect(refused.every(({ status }) => status === 507 || status === 503)).toBe(true);
  expect(count()).toBe(before);
  const taken = await Promise.all(runs.map((run) => SENDERS.ablab.row(run, 0)));
  expect(taken.map(({ text }) => (JSON.parse(text) as { acked: number }).acked)).toEqual([1, 1, 1, 1, 1]);
  expect(count()).toBeGreaterThan(before);
  expect(pointStore(database()).lacks()).toBe(false);
});
