import { markLost, planDeath } from "../attempts/again/mark-lost.ts";
import { describe, expect, test } from "vitest";
import { selectFiles, selectExternalRun } from "#db/queries/external.ts";
import { countOwnLive, selectRun } from "#db/queries/runs.ts";
import { readLog } from "../attempts/read-log.ts";
import { reapSilentAttempts } from "../attempts/finish.ts";
import { getEvaluation } from "../evaluations/get.ts";
import { getRun } from "../runs/get.ts";
import { stopRun } from "../runs/stop.ts";
import { joinWorker, launch, startNext, type World } from "../testing.ts";
import { closeLateSessions } from "./session.ts";
import { FILE_LIMITS } from "./keep-file.ts";
import { externalWorld, points, tableOfValues } from "./testing.ts";

const attemptsOf = (world: World, runId: string) => getRun(world.ctx, runId).attempts;

describe("the end", () => {
  test.each([
    ["finished", "finished"],
    ["failed", "failed"],
    ["killed", "killed"],
  ] as const)("told as %s is a claim", (told, state) => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: told, exitCode: 1, reason: "by hand" });
    verbs.end(runId, { state: "failed", exitCode: 9, reason: "again" });
    const run = selectRun(world.ctx.db, runId);
    expect(run).toMatchObject({ state, statusSource: "client" });
    expect(getRun(world.ctx, runId).message).toContain("as wandb 0.31.0 said (exit 1, by hand)");
  });

  test("that a witness saw is the command's own, and says nothing of steps", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const witness = {
      pid: 7,
      start: "1",
      boot: "b",
      signal: null,
      askedBy: null,
      endedAt: world.clock.now,
      startedAt: world.clock.now,
      host: "node7",
      user: "me",
    };
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null, witness });
    expect(getRun(world.ctx, runId).message).toMatch(/the command ended \(exit 0\)/);
  });

  test("of a server leaves only trainings of its own workers going on: those from outside have none here", () => {
    const { world, open } = externalWorld();
    expect(selectRun(world.ctx.db, open().runId)?.state).toBe("running");
    const worker = joinWorker(world);
    launch(world, { presets: ["baseline"], seeds: [0] });
    expect(countOwnLive(world.ctx.db)).toBe(0);
    startNext(world, worker);
    expect(countOwnLive(world.ctx.db)).toBe(1);
  });

  test("does not lose the rows that come just after it", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
    expect(points(world, runId, "loss")).toEqual([[0, 1]]);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("finished");
  });

  test("is over when the run speaks again later: it runs on", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    world.clock.now += world.ctx.timing.externalLateMs + 1;
    expect(closeLateSessions(world.ctx)).toBe(1);
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
    expect(selectRun(world.ctx.db, runId)?.state).toBe("running");
    expect(attemptsOf(world, runId)).toHaveLength(1);
    expect(points(world, runId, "loss")).toEqual([[0, 1]]);
  });

  test("stays where the same process opens the run again: that may be a late repetition", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    expect(open()).toMatchObject({ runId, ended: true });
    expect(attemptsOf(world, runId)).toHaveLength(1);
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
    expect(attemptsOf(world, runId).map(({ state }) => state)).toEqual(["finished"]);
  });

  test("is over when another process goes on with the run, and its rows are counted on", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [1, 2]) });
    verbs.end(runId, { state: "failed", exitCode: 1, reason: null });
    const again = open({ writer: "w2", resume: "must" });
    expect(again).toMatchObject({ runId, created: false, ended: false, lastStep: 1 });
    expect(attemptsOf(world, runId).map(({ state }) => state)).toEqual(["running"]);
  });
});

describe("silence", () => {
  test("of five minutes is said and is no verdict; the next word ends it", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    world.clock.now += 299_000;
    expect(reapSilentAttempts(world.ctx, 0)).toBe(0);
    world.clock.now += 2000;
    expect(reapSilentAttempts(world.ctx, 0)).toBe(1);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("unreachable");
    verbs.hear(runId);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("running");
  });
});

describe("stop", () => {
  test("is told to the client until it has ended", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    expect(verbs.isStopAsked(runId)).toBe(false);
    stopRun(world.ctx, runId);
    expect(verbs.isStopAsked(runId)).toBe(true);
    verbs.end(runId, { state: "killed", exitCode: 0, reason: null });
    expect(verbs.isStopAsked(runId)).toBe(false);
    expect(getRun(world.ctx, runId).message).toContain("after tester asked for it");
  });

  test("of a run that is silent ends it by the person's word, since nobody may ever hear of it", () => {
    const { world, open } = externalWorld();
    const { runId } = open();
    world.clock.now += 301_000;
    reapSilentAttempts(world.ctx, 0);
    expect(stopRun(world.ctx, runId)).toMatchObject({ state: "killed" });
  });
});

test("a silent run from outside can be marked as lost as well, which says first what is true then", () => {
  const { world, open } = externalWorld();
  const { runId } = open();
  expect(() => markLost(world.ctx, runId)).toThrow(/is running and sends heartbeats/);
  world.clock.now += 301_000;
  reapSilentAttempts(world.ctx, 0);
  expect(planDeath(world.ctx, runId).message).toContain("what it may still send is kept");
  expect(markLost(world.ctx, runId)).toMatchObject({
    id: runId,
    state: "killed",
    message: expect.stringContaining("counts as ended now, by your word") as string,
  });
});

describe("console, files and evaluations", () => {
  test("text is stored once by its place, each writer for itself", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    verbs.print(runId, { writer: "w1", offset: 0, text: "one\n" });
    verbs.print(runId, { writer: "w1", offset: 0, text: "one\ntwo\n" });
    verbs.print(runId, { writer: "w1", offset: 0, text: "one\n" });
    verbs.print(runId, { writer: "w1", offset: 4, text: "two\n" });
    verbs.print(runId, { writer: "w2", offset: 0, text: "other\n" });
    const [attempt] = attemptsOf(world, runId);
    const log = readLog(world.ctx, { attemptId: attempt.id, from: 0, maxBytes: 1000 });
    expect(log.text).toBe("one\ntwo\nother\n");
  });

  test("a file is kept by the client's path, which is a name; a large one by size and hash", async () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    await verbs.keepFile(runId, { path: "../../etc/passwd", type: null, bytes: Buffer.from("x") });
    await verbs.keepFile(runId, {
      path: "model.bin",
      type: null,
      bytes: new Uint8Array(FILE_LIMITS.bytes + 1),
    });
    await verbs.keepFile(runId, { path: "../../etc/passwd", type: null, bytes: Buffer.from("yy") });
    const files = selectFiles(world.ctx.db, runId);
    expect(files.map(({ path, bytes, kept }) => [path, bytes, kept])).toEqual([
      ["../../etc/passwd", 2, true],
      ["model.bin", FILE_LIMITS.bytes + 1, false],
    ]);
    expect(selectExternalRun(world.ctx.db, runId)?.told.fileBytes).toBe(2);
  });

  test("an evaluation has a row per problem, and equal problems are one population", async () => {
    const { world, open, verbs } = externalWorld();
    const evaluate = (runId: string, solved: boolean[]) =>
      verbs.keepEvaluation(runId, {
        benchmark: "gsm8k-test",
        key: "final",
        step: 40,
        final: true,
        rows: solved.map((one, i) => ({ problem: `p${i}`, solved: one, score: one ? 1 : 0, steps: null })),
      });
    const [a, b] = [open(), open({ key: "r2" })];
    await evaluate(a.runId, [true, false, true]);
    await evaluate(a.runId, [false, false, false]);
    await evaluate(b.runId, [false, false, true]);
    const [first, second] = [a, b].map(({ runId }) => getRun(world.ctx, runId).evaluations);
    expect(first).toHaveLength(1);
    expect(first[0].rr).toMatchObject({ hits: 2, n: 3 });
    expect(second[0].problems).toBe(first[0].problems);
  });

  test("of an evaluation nothing is shown that no client said: no steps, no diagnosis, no decoding", async () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    const keep = (key: string, steps: number | null) =>
      verbs.keepEvaluation(runId, {
        benchmark: "gsm8k-test",
        key,
        step: 40,
        final: true,
        rows: [true, false].map((solved, i) => ({ problem: `p${i}`, solved, score: null, steps })),
      });
    await keep("bare", null);
    await keep("with steps", 3);
    const [bare, stepped] = getRun(world.ctx, runId).evaluations.map(({ id }) =>
      getEvaluation(world.ctx, id),
    );
    expect(bare.answers).toBe(true);
    expect(bare.metrics.map(({ title, hits, n }) => [title, hits, n])).toEqual([["Solved", 1, 2]]);
    expect(getRun(world.ctx, runId).evaluations[0]).toMatchObject({
      answers: true,
      decoding: "decoding not on record",
    });
    expect(stepped.answers).toBe(false);
    expect(stepped.metrics.map(({ id }) => id)).toContain("eval/steps");
  });

  test("what a client says is kept once and in bounds", () => {
    const { world, open, verbs } = externalWorld();
    const { runId } = open();
    for (let i = 0; i < 300; i++) verbs.say(runId, { level: "info", message: `alert ${i}` });
    verbs.say(runId, { level: "info", message: "alert 1" });
    expect(getRun(world.ctx, runId).notes).toHaveLength(201);
  });
});
