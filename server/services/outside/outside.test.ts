import { describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectFiles, selectOutsideRun } from "#db/queries/outside.ts";
import { selectRun } from "#db/queries/runs.ts";
import { readLog } from "../attempts/read-log.ts";
import { reapSilentAttempts } from "../attempts/reap.ts";
import { getRun } from "../runs/get.ts";
import { deleteRun } from "../runs/delete.ts";
import { stopRun } from "../runs/stop.ts";
import { listWorkers } from "../workers/list.ts";
import { codeOf, makeWorld, type World } from "../testing.ts";
import { closeLateSessions } from "./session.ts";
import { outsideVerbs } from "./make-verbs.ts";
import { outsideWorld, rowsOf } from "./testing.ts";
import { createToken, ingestActorOf, listTokens, revokeToken } from "./tokens.ts";

const attemptsOf = (world: World, runId: string) => getRun(world.ctx, runId).attempts;

/** x and value of a metric of the run's latest attempt. */
function points(world: World, runId: string, metric: string, axis = "step"): [number, number][] {
  const [attempt] = selectLatestAttempts(world.ctx.db, [runId]);
  const store = pointStore(world.ctx.db);
  const series = store.series([attempt.id], [metric]).find((one) => one.axis === axis);
  if (!series) return [];
  return [...store.read(series.id, { from: null, to: null })].flatMap((block) =>
    Array.from(block.x, (x, i): [number, number] => [x, block.value[i]]),
  );
}

describe("a token", () => {
  test("is long enough for every client, holds letters and digits, and is not stored", () => {
    const { ctx } = makeWorld();
    const { token, id } = createToken(ctx, { name: "node" });
    expect(token).toMatch(/^abl_in_[0-9A-Za-z]{40}$/);
    expect(ingestActorOf(ctx, token)?.tokenId).toBe(id);
    const stored = JSON.stringify(ctx.db.$client.prepare("select * from ingest_tokens").all());
    expect(stored).not.toContain(token);
  });

  test("opens nothing once it is revoked, and is still listed with who did it", () => {
    const { ctx } = makeWorld();
    const { token } = createToken(ctx, { name: "node" });
    revokeToken(ctx, "node");
    expect(ingestActorOf(ctx, token)).toBeNull();
    expect(listTokens(ctx)[0]).toMatchObject({ name: "node", revokedBy: "tester" });
  });

  test("has no worker in the list of workers", () => {
    const { world, open } = outsideWorld();
    open();
    expect(listWorkers(world.ctx)).toEqual([]);
  });

  test("of another project finds nothing and may write nowhere", () => {
    const { world, open } = outsideWorld();
    const { runId } = open();
    const stranger = outsideVerbs(
      world.as({ kind: "ingest", tokenId: "tok_x", projectId: "prj_other", name: "x" }),
    );
    expect(stranger.find({ experiment: "gsm8k", key: "r1" })).toBeNull();
    expect(codeOf(() => stranger.hear(runId)).code).toBe("not_found");
    expect(codeOf(() => stranger.isStopAsked(runId)).code).toBe("not_found");
  });
});

describe("opening", () => {
  test("makes a run that runs by the client's word, in an experiment of the client's project", () => {
    const { world, open } = outsideWorld();
    const { runId, created } = open({ name: "grpo-s1", config: { seed: 1, beta: 0.04 } });
    expect(created).toBe(true);
    const run = selectRun(world.ctx.db, runId);
    expect(run).toMatchObject({ origin: "outside", basis: "claimed", state: "running", seed: 1, name: "grpo-s1" });
    expect(getRun(world.ctx, runId).row.experiment).toBe("gsm8k");
  });

  test("again finds the same run, and its facts come together", () => {
    const { open } = outsideWorld();
    const first = open({ config: { lr: 1 }, tags: ["a"] });
    const second = open({ config: { beta: 2 } });
    expect(second).toMatchObject({ runId: first.runId, created: false });
    expect(second.facts).toMatchObject({ config: { lr: 1, beta: 2 }, tags: ["a"] });
  });

  test("as new makes another run of the same key, but a repeated request does not", () => {
    const { open, verbs } = outsideWorld();
    const first = open({ resume: "never" });
    expect(open({ resume: "never" }).runId).toBe(first.runId);
    const other = open({ resume: "never", writer: "w2" });
    expect(other.runId).not.toBe(first.runId);
    expect(verbs.find({ experiment: "gsm8k", key: "r1" })?.runId).toBe(other.runId);
  });

  test("a deleted run is not found, and its key makes a new one", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.keepFile(runId, { path: "a.txt", type: null, bytes: Buffer.from("a") });
    verbs.log(runId, { writer: "w1", stream: "history", offset: null, ids: ["a"], rows: rowsOf("loss", [1]) });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    deleteRun(world.ctx, runId);
    expect(verbs.find({ experiment: "gsm8k", key: "r1" })).toBeNull();
    expect(open().created).toBe(true);
  });

  test.each(["a/../../b", "..", "x\u202egol", "", " ", "🦊".repeat(200)])(
    "a key, a name and a project of %j are data",
    (text) => {
      const { world, open, verbs } = outsideWorld();
      const { runId } = open({ key: text, name: text, experiment: text });
      expect(verbs.find({ experiment: text, key: text })?.runId).toBe(runId);
      expect(getRun(world.ctx, runId).row.name).not.toContain("\u202e");
    },
  );
});

describe("rows", () => {
  test("that come again, doubled or regrouped, are stored once", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const send = (offset: number, values: number[]) =>
      verbs.log(runId, { writer: "w1", stream: "history", offset, rows: rowsOf("loss", values, offset) });
    expect(send(0, [5, 4])).toBe(2);
    expect(send(0, [5, 4, 3])).toBe(3);
    expect(send(1, [4])).toBe(3);
    expect(points(world, runId, "loss")).toEqual([
      [0, 5],
      [1, 4],
      [2, 3],
    ]);
    expect(open().rows).toBe(3);
  });

  test("that were left out are asked for, and stored when they come", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const send = (offset: number, values: number[]) =>
      verbs.log(runId, { writer: "w1", stream: "history", offset, rows: rowsOf("loss", values, offset) });
    send(0, [9]);
    expect(send(3, [6])).toBe(1);
    expect(send(1, [8, 7, 6])).toBe(4);
    expect(points(world, runId, "loss").map(([, value]) => value)).toEqual([9, 8, 7, 6]);
  });

  test("with ids are stored once by their ids", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const send = (ids: string[], values: number[]) =>
      verbs.log(runId, { writer: "w1", stream: "history", offset: null, ids, rows: rowsOf("loss", values) });
    send(["a", "b"], [1, 2]);
    send(["b", "a"], [7, 7]);
    expect(points(world, runId, "loss")).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test("of two writers are two streams of one run", () => {
    const { open, verbs } = outsideWorld();
    const { runId } = open();
    for (const writer of ["w1", "w2"])
      verbs.log(runId, { writer, stream: "history", offset: 0, rows: rowsOf(`loss/${writer}`, [1, 2]) });
    expect(open().rows).toBe(2);
    expect(open({ writer: "w3" }).rows).toBe(0);
  });

  test("stand on the train step that they name, else on the client's step, else count on", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const log = (step: number | null, values: Record<string, number>) =>
      verbs.log(runId, { writer: "w1", stream: "history", offset: null, rows: [{ step, at: null, values }] });
    log(null, { a: 1 });
    log(null, { a: 2 });
    log(7, { a: 3 });
    log(8, { a: 4, "train/global_step": 100 });
    // The trainer counts by now, so a row that does not name the step belongs to the last one.
    log(9, { b: 5 });
    expect(points(world, runId, "a")).toEqual([
      [0, 1],
      [1, 2],
      [7, 3],
      [100, 4],
    ]);
    expect(points(world, runId, "b")).toEqual([[100, 5]]);
  });

  test("stand on the x that the client defined for a metric", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open({ axes: { "val/*": "tokens", "val/odd": "train/global_step" } });
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: 0,
      rows: [{ step: 3, at: null, values: { tokens: 512, "val/acc": 0.5, "val/odd": 1, "train/global_step": 2 } }],
    });
    expect(points(world, runId, "val/acc", "tokens")).toEqual([[512, 0.5]]);
    expect(points(world, runId, "val/odd")).toEqual([[2, 1]]);
  });

  test("keep what is not finite", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, rows: rowsOf("loss", values) });
    expect(points(world, runId, "loss").map(([, value]) => value)).toEqual(values);
  });

  test("under names that cannot be shown are kept under one that can, and it is said", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const rows = ["", "los\u202es", "x".repeat(400)].map((metric) => rowsOf(metric, [1])[0]);
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, rows });
    const { metrics, notes } = getRun(world.ctx, runId);
    expect(metrics).toHaveLength(3);
    expect(metrics).toContain("los\\u{202e}s");
    expect(notes).toHaveLength(3);
  });

  test("of 10,000 metrics are kept, those of further ones are not, and it is said once", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const many = (from: number) => Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`m${from + i}`, i]));
    for (const [offset, from] of [0, 6000].entries())
      verbs.log(runId, {
        writer: "w1",
        stream: "history",
        offset,
        rows: [{ step: 0, at: null, values: many(from) }],
      });
    const { metrics, notes } = getRun(world.ctx, runId);
    expect(metrics).toHaveLength(10_000);
    expect(notes.map(({ level }) => level)).toEqual(["caution"]);
  });

  test("of the machine stand on the seconds since the run began", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    const at = world.clock.now + 30_000;
    verbs.log(runId, {
      writer: "w1",
      stream: "system",
      offset: 0,
      rows: [{ step: null, at, values: { "system/gpu": 0.9 } }],
    });
    expect(points(world, runId, "system/gpu", "seconds")).toEqual([[30, 0.9]]);
  });
});

describe("the end", () => {
  test.each([
    ["finished", "finished"],
    ["failed", "failed"],
    ["killed", "killed"],
  ] as const)("told as %s is a claim", (told, state) => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.end(runId, { state: told, exitCode: 1, reason: "by hand" });
    verbs.end(runId, { state: "failed", exitCode: 9, reason: "again" });
    const run = selectRun(world.ctx.db, runId);
    expect(run).toMatchObject({ state, basis: "claimed" });
    expect(getRun(world.ctx, runId).sentence).toContain("as wandb 0.31.0 said (exit 1, by hand)");
  });

  test("does not lose the rows that come just after it", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, rows: rowsOf("loss", [1]) });
    expect(points(world, runId, "loss")).toEqual([[0, 1]]);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("finished");
  });

  test("is over when the run speaks again later: another attempt runs", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    world.clock.now += world.ctx.timing.outsideLateMs + 1;
    expect(closeLateSessions(world.ctx)).toBe(1);
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, rows: rowsOf("loss", [1]) });
    expect(selectRun(world.ctx.db, runId)?.state).toBe("running");
    expect(attemptsOf(world, runId)).toHaveLength(2);
  });

  test("is over when another process goes on with the run, and its rows are counted on", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, rows: rowsOf("loss", [1, 2]) });
    verbs.end(runId, { state: "failed", exitCode: 1, reason: null });
    const again = open({ writer: "w2", resume: "must" });
    expect(again).toMatchObject({ runId, created: false, ended: false, lastStep: 1 });
    expect(attemptsOf(world, runId).map(({ state }) => state)).toEqual(["failed", "running"]);
  });
});

describe("silence", () => {
  test("of five minutes is said and is no verdict; the next word ends it", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    world.clock.now += 299_000;
    expect(reapSilentAttempts(world.ctx)).toBe(0);
    world.clock.now += 2000;
    expect(reapSilentAttempts(world.ctx)).toBe(1);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("unreachable");
    verbs.hear(runId);
    expect(selectRun(world.ctx.db, runId)?.state).toBe("running");
  });
});

describe("stop", () => {
  test("is told to the client until it has ended", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    expect(verbs.isStopAsked(runId)).toBe(false);
    stopRun(world.ctx, runId);
    expect(verbs.isStopAsked(runId)).toBe(true);
    verbs.end(runId, { state: "killed", exitCode: 0, reason: null });
    expect(verbs.isStopAsked(runId)).toBe(false);
    expect(getRun(world.ctx, runId).sentence).toContain("after tester asked for it");
  });

  test("of a run that is silent ends it by the person's word, since nobody may ever hear of it", () => {
    const { world, open } = outsideWorld();
    const { runId } = open();
    world.clock.now += 301_000;
    reapSilentAttempts(world.ctx);
    expect(stopRun(world.ctx, runId)).toMatchObject({ state: "killed" });
  });
});

describe("console, files and evaluations", () => {
  test("text is stored once by its place, each writer for itself", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.print(runId, { writer: "w1", offset: 0, text: "one\n" });
    verbs.print(runId, { writer: "w1", offset: 0, text: "one\ntwo\n" });
    verbs.print(runId, { writer: "w2", offset: 0, text: "other\n" });
    const [attempt] = attemptsOf(world, runId);
    const log = readLog(world.ctx, { attemptId: attempt.id, from: 0, maxBytes: 1000 });
    expect(log.text).toBe("one\ntwo\nother\n");
  });

  test("a file is kept by the client's path, which is a name; a large one by size and hash", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    verbs.keepFile(runId, { path: "../../etc/passwd", type: null, bytes: Buffer.from("x") });
    verbs.keepFile(runId, { path: "model.bin", type: null, bytes: new Uint8Array(5 * 1024 * 1024) });
    verbs.keepFile(runId, { path: "../../etc/passwd", type: null, bytes: Buffer.from("yy") });
    const files = selectFiles(world.ctx.db, runId);
    expect(files.map(({ path, bytes, kept }) => [path, bytes, kept])).toEqual([
      ["../../etc/passwd", 2, true],
      ["model.bin", 5 * 1024 * 1024, false],
    ]);
    expect(selectOutsideRun(world.ctx.db, runId)?.told.fileBytes).toBe(2);
  });

  test("an evaluation has a row per problem, and equal problems are one population", () => {
    const { world, open, verbs } = outsideWorld();
    const evaluate = (runId: string, solved: boolean[]) =>
      verbs.keepEvaluation(runId, {
        benchmark: "gsm8k-test",
        key: "final",
        step: 40,
        final: true,
        rows: solved.map((one, i) => ({ problem: `p${i}`, solved: one, score: one ? 1 : 0, steps: null })),
      });
    const [a, b] = [open(), open({ key: "r2" })];
    evaluate(a.runId, [true, false, true]);
    evaluate(a.runId, [false, false, false]);
    evaluate(b.runId, [false, false, true]);
    const [first, second] = [a, b].map(({ runId }) => getRun(world.ctx, runId).evaluations);
    expect(first).toHaveLength(1);
    expect(first[0].rr).toMatchObject({ hits: 2, n: 3 });
    expect(second[0].problems).toBe(first[0].problems);
  });

  test("what a client says is kept once and in bounds", () => {
    const { world, open, verbs } = outsideWorld();
    const { runId } = open();
    for (let i = 0; i < 300; i++) verbs.say(runId, { level: "note", message: `alert ${i}` });
    verbs.say(runId, { level: "note", message: "alert 1" });
    expect(getRun(world.ctx, runId).notes).toHaveLength(201);
  });
});
