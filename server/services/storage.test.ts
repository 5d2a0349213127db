import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { freshFolder, spoil } from "#db/copies/testing.ts";
import { migrate } from "#db/migrate.ts";
import { checkpoint } from "#db/page-digests/keep-digests.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { appRouter } from "../routers/index.ts";
import { type BridgeAnswer, handleBridgeRequest } from "../bridge/handle.ts";
import { isOpenSession, openSession } from "./sessions/open.ts";
import { storageCautions } from "./storage.ts";
import {
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  NO_KEEPER,
  NO_WEBHOOKS,
  pointsEvents,
  startNext,
  type World,
} from "./testing.ts";

const GIB = 1024 ** 3;
const DOORS = {
  createLoginLink: () => "",
  version: "1",
  homeDir: "",
  startedAt: 0,
  webhooks: NO_WEBHOOKS,
  keeper: NO_KEEPER,
};
const callerOf = (world: World) => appRouter.createCaller({ services: world.ctx, doors: DOORS });

function withFree(bytes: number): World {
  const world = makeWorld();
  world.ctx.storage = { minFree: GIB, free: () => bytes, troubles: new Map() };
  return world;
}

test("nothing is launched where less is free than the floor, and the sentence says how much is", async () => {
  const world = withFree(GIB - 1);
  expect(() => launch(world)).toThrow(
    /^The disk of the data directory has 1\.00.GiB free, and nothing is launched below 1\.00.GiB\. Free some space; trainings that run go on\.$/,
  );
  expect(
    (await callerOf(world).runs.list({ experimentId: null, state: "all", search: "", limit: 5 })).total,
  ).toBe(0);
  expect(storageCautions(world.ctx)).toEqual([expect.stringMatching(/nothing is launched below/)]);
  expect(() => launch(withFree(GIB))).not.toThrow();
});

test("a launch that is sent again on a full disk is answered with its runs", () => {
  const world = withFree(2 * GIB);
  const launchKey = freshKey();
  const first = launch(world, {}, { launchKey });
  world.ctx.storage.free = () => 0;
  expect(launch(world, {}, { launchKey })).toMatchObject({ experimentId: first.experimentId });
});

/** A world whose database is a file with a finished and a running attempt; the page where a table begins is overwritten. */
function damagedWorld(table: string): World & { send: () => Promise<BridgeAnswer> } {
  const path = join(freshFolder(), "ablab.db");
  const world = makeWorld();
  world.ctx.db = openDb(path);
  migrate(world.ctx.db, { now: 0, backupDir: null });
  launch(world, { seeds: [0, 1] });
  const worker = joinWorker(world, { slots: 2 });
  const attempt = startNext(world, worker);
  attempt.send(...pointsEvents({ "reward/raw": 0.5 }, 3));
  pointStore(world.ctx.db).settle(null);
  const root = world.ctx.db.$client
    .prepare("select rootpage from sqlite_schema where name = ?")
    .pluck()
    .get(table) as number;
  checkpoint(world.ctx.db.$client, "truncate");
  world.ctx.db.$client.close();
  spoil(path, 4096 * (root - 1), 4096);
  world.ctx.db = openDb(path);
  onTestFinished(() => void world.ctx.db.$client.close());
  const { attemptId, fence } = attempt.assignment;
  const send = () =>
    handleBridgeRequest(world.ctx, {
      method: "POST",
      path: `/api/worker/attempts/${attemptId}/events`,
      body: { fence, firstSeq: 1, events: pointsEvents({ "reward/raw": 0.5 }, 3) },
      caller: { kind: "attempt", attemptId },
    });
  return { ...world, send };
}

const DAMAGED =
  /^The database \S+ablab\.db is damaged \(database disk image is malformed\), so nothing is written to it any more; what can still be read is shown\. Stop the server and put a backup in its place with "npx ablab restore FILE"; backups are in \S+backups\.$/;

/** The worker keeps what it has and sends it again. */
const BUSY = { status: 503, body: { error: "busy", message: expect.stringMatching(DAMAGED) as string } };

test("a damaged page that a list meets stops all writing with one sentence at every door, and other reads go on", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const world = damagedWorld("evaluations");
  const api = callerOf(world);
  const { rows } = await api.runs
    .list({ experimentId: null, state: "all", search: "", limit: 5 })
    .catch(() => ({ rows: [] }));
  expect(rows).toEqual([]);
  const matrix = { presets: ["baseline"], edits: {}, factors: [], seeds: [0] };
  const refusal = await api.runs
    .launch({ launchKey: freshKey(), recipe: "grpo", matrix, experiment: { title: "Again?" } })
    .catch((error: unknown) => error as Error & { code: string });
  expect(refusal).toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringMatching(DAMAGED) as string,
  });
  expect(storageCautions(world.ctx)).toEqual([expect.stringMatching(DAMAGED)]);
  expect(await world.send()).toEqual(BUSY);
  expect((await api.benchmarks.list()).benchmarks).toEqual([]);
  expect((await api.experiments.list()).length).toBe(1);
  const [series] = pointStore(world.ctx.db).series(
    world.ctx.db.$client.prepare("select id from attempts").pluck().all() as string[],
    ["reward/raw"],
  );
  expect(pointStore(world.ctx.db).tail(series.id, 1).x).toHaveLength(1);
  expect(said.mock.calls).toHaveLength(1);
  said.mockRestore();
});

test("a damaged page that a write meets stops that write and every later one", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const world = damagedWorld("sweeps");
  expect(() => launch(world)).toThrow(DAMAGED);
  expect(await world.send()).toEqual(BUSY);
  expect(() => world.ctx.db.$client.exec("delete from ticks")).toThrow(/readonly/);
  said.mockRestore();
});

test("whoever comes to look at a damaged bench is let in, and who was in stays in", () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const world = damagedWorld("sweeps");
  const before = openSession(world.ctx);
  expect(() => launch(world)).toThrow(DAMAGED);
  const { secret } = openSession(world.ctx);
  world.clock.now += 7_200_000;
  expect([before.secret, secret, "other"].map((given) => isOpenSession(world.ctx, given))).toEqual([
    true,
    true,
    false,
  ]);
  world.clock.now += 30 * 86_400_000;
  expect([before.secret, secret].map((given) => isOpenSession(world.ctx, given))).toEqual([false, false]);
  said.mockRestore();
});
