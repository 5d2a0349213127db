import { describe, expect, test } from "vitest";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { printedWindow } from "../../contracts/charts/printed-window.ts";
import { getRun } from "../runs/get.ts";
import { seriesWindow } from "../series/window.ts";
import {
  codeOf,
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  started,
  startNext,
  type World,
} from "../testing.ts";
import { heartbeatAttempt } from "./heartbeat.ts";
import { recordEvents } from "./record-events.ts";
import { startAttempt } from "./start.ts";

const window = (world: World, runId: string, metric: string) =>
  seriesWindow(world.ctx, { runIds: [runId], metrics: [metric], buckets: 4000 }).map(printedWindow)[0];

describe("claiming", () => {
  test("gives each run out once, the oldest first, and never one the worker has no recipe for", () => {
    const world = makeWorld();
    const { runs } = launch(world, { seeds: [0, 1] });
    const stranger = joinWorker(world, { identity: "1".repeat(32), recipes: [] });
    expect(stranger.claim()).toBeNull();
    const worker = joinWorker(world);
    expect([worker.claim()?.runId, worker.claim()?.runId, worker.claim()]).toEqual([
      runs[0].id,
      runs[1].id,
      null,
    ]);
  });

  test("a worker without a free slot gets nothing", () => {
    const world = makeWorld();
    launch(world);
    expect(joinWorker(world).claim(0)).toBeNull();
  });

  test("an answer that was lost on the way is given again, to the same worker and as the same attempt", () => {
    const world = makeWorld();
    launch(world, { seeds: [0, 1] });
    const worker = joinWorker(world);
    const lost = worker.claim(1, "is lost");
    expect(joinWorker(world, { identity: "3".repeat(32) }).claim()?.runId).not.toBe(lost?.runId);
    const again = worker.claim();
    expect(again).toEqual({ ...lost, token: expect.not.stringMatching(lost?.token ?? "") });
    expect(worker.claim()).toBeNull();
  });

  test("a worker of another protocol is refused with the sentence its operator needs", () => {
    const world = makeWorld();
    expect(() => joinWorker(world, { protocol: 99 })).toThrow(/speaks worker protocol 2.*speaks 99/);
  });

  test("registering again ends the old session token, and forgets only what is over or not this worker's", () => {
    const { world, worker, attempt } = started();
    const other = joinWorker(world, { identity: "2".repeat(32), holding: [attempt.attemptId] });
    expect(other.forget).toEqual([attempt.attemptId]);
    const again = joinWorker(world, { holding: [attempt.attemptId, "att_0000000000000000"] });
    expect(again.forget).toEqual(["att_0000000000000000"]);
    expect(() => worker.claim()).toThrow(/not known/);
  });
});

test("what a worker prepares before the start is said of the run, is no step of it, and is over with its start", () => {
  const world = makeWorld();
  const [{ id }] = launch(world).runs;
  const { attemptId, fence } = joinWorker(world).claim() ?? { attemptId: "", fence: 0 };
  const ctx = world.as({ kind: "attempt", attemptId });
  const phase = "preparing its environment";
  const events: TrainerEvent[] = [{ t: "progress", at: 1, phase, step: 3, total: 47 }];
  recordEvents(ctx, attemptId, { fence, firstSeq: 1, events });
  const { message, row } = getRun(world.ctx, id);
  expect(message).toMatch(/; preparing its environment: 3 of 47 packages\.$/);
  expect(row).toMatchObject({ state: "starting", step: null, phase });
  startAttempt(ctx, attemptId, {
    fence,
    pid: 1,
    pidStart: "1",
    bootId: "b",
    supervisorPid: 2,
    startedAt: world.clock.now,
    device: "cpu",
    argv: ["x"],
  });
  expect(getRun(world.ctx, id).row).toMatchObject({ state: "running", phase: null });
});

describe("events", () => {
  const points = pointsEvents({ "reward/raw": 0.5 }, 6);

  test("are stored exactly once, whatever is sent again", () => {
    const { world, attempt } = started();
    const send = (firstSeq: number, events: TrainerEvent[]) =>
      recordEvents(attempt.ctx, attempt.attemptId, { fence: 1, firstSeq, events }).ackSeq;
    expect(send(1, points.slice(0, 3))).toBe(3);
    expect(send(1, points.slice(0, 3))).toBe(3);
    expect(send(2, points.slice(1, 5))).toBe(5);
    expect(send(6, points.slice(5))).toBe(6);
    expect(window(world, attempt.runId, "reward/raw")).toMatchObject({ total: 6, x0: [1, 2, 3, 4, 5, 6] });
  });

  test("a gap is refused with the place to resume, and stores nothing of the batch", () => {
    const { world, attempt } = started();
    const refused = codeOf(() =>
      recordEvents(attempt.ctx, attempt.attemptId, { fence: 1, firstSeq: 3, events: points.slice(2) }),
    );
    expect(refused).toEqual({ code: "gap", details: { ackSeq: 0 } });
    expect(window(world, attempt.runId, "reward/raw")).toBeUndefined();
  });

  test("NaN and infinities stay what they were, and the series' summary says the last one", () => {
    const { world, attempt } = started();
    attempt.send({ t: "points", step: 1, at: 1, values: { "optim/grad_norm": 1 } });
    attempt.send({ t: "points", step: 2, at: 2, values: { "optim/grad_norm": "NaN" } });
    attempt.send({ t: "points", step: 3, at: 3, values: { "optim/grad_norm": "-Infinity" } });
    expect(window(world, attempt.runId, "optim/grad_norm")).toMatchObject({
      nan: [0, 1, 0],
      negInf: [0, 0, 1],
      mean: [1, null, null],
    });
    expect(getRun(world.ctx, attempt.runId).row.last["optim/grad_norm"]).toMatchObject({
      value: null,
      kind: 3,
      x: 3,
      n: 3,
    });
    expect(getRun(world.ctx, attempt.runId).row.findings).toMatchObject([{ rule: "D13", severity: "error" }]);
  });

  test("of two values at one step both are kept, and the later arrival is the last", () => {
    const { world, attempt } = started();
    attempt.send(
      { t: "points", step: 1, at: 1, values: { a: 1 } },
      { t: "points", step: 1, at: 2, values: { a: 2 } },
    );
    expect(window(world, attempt.runId, "a")).toMatchObject({
      total: 2,
      last: [2],
      mean: [1.5],
      n: [2],
    });
  });

  test("an evaluation keeps one row per problem and is computed from them", () => {
    const { world, attempt } = started();
    const hashes = problemHashes(10);
    attempt.send(populationEvent(hashes), evaluationEvent(hashes, 4));
    expect(getRun(world.ctx, attempt.runId).evaluations).toMatchObject([
      {
        n: 10,
        lead: { metric: "eval/rr_at_5", hits: 4, n: 10 },
        rr: { hits: 4 },
        steps: (4 * 3 + 6 * 20) / 10,
        da: 0.5,
        op: 1,
        opN: 4,
      },
    ]);
    world.ctx.db.$client.exec("update evaluation_rows set solved = 1, steps = 2");
    expect(getRun(world.ctx, attempt.runId).evaluations).toMatchObject([{ lead: { hits: 10 } }]);
  });

  test("an event that contradicts what is stored becomes a sentence and does not block those behind it", () => {
    const { world, attempt } = started();
    attempt.send(evaluationEvent(problemHashes(3), 1), ...points);
    const run = getRun(world.ctx, attempt.runId);
    expect(run.notes[0].message).toMatch(/Event 1 \(evaluation\) could not be stored/);
    expect(window(world, attempt.runId, "reward/raw").total).toBe(6);
  });

  test("an evaluation with one problem twice is refused in words, and what follows is stored", () => {
    const { world, attempt } = started();
    const hashes = [...problemHashes(3), problemHashes(3)[0]];
    attempt.send(populationEvent(hashes), evaluationEvent(hashes, 1), ...points);
    const run = getRun(world.ctx, attempt.runId);
    expect(run.notes[0].message).toMatch(/has the problem [0-9a-f]{12} twice, in rows 1 and 4/);
    expect(run.evaluations).toEqual([]);
    expect(window(world, attempt.runId, "reward/raw").total).toBe(6);
  });

  test("a population whose hash does not fit its problems is not believed", () => {
    const { world, attempt } = started();
    const event = populationEvent(problemHashes(3));
    attempt.send({ ...event, hash: "f".repeat(64) } as TrainerEvent);
    expect(getRun(world.ctx, attempt.runId).notes[0].message).toMatch(/says hash ffffffffffff/);
  });
});

describe("ownership", () => {
  test("a token of one attempt opens no other, and a stale fence is told to stop sending", () => {
    const world = makeWorld();
    launch(world, { seeds: [0, 1] });
    const worker = joinWorker(world);
    const [a, b] = [startNext(world, worker), startNext(world, worker)];
    const beat = { fence: 1, sentAt: 0, alive: true, rssMiB: null, cpuSeconds: null };
    expect(codeOf(() => heartbeatAttempt(a.ctx, b.attemptId, beat)).code).toBe("forbidden");
    world.ctx.db.$client.prepare("update attempts set fence = 2 where id = ?").run(a.attemptId);
    expect(codeOf(() => heartbeatAttempt(a.ctx, a.attemptId, beat)).code).toBe("fenced");
  });
});
