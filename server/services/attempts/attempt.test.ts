import { describe, expect, test } from "vitest";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { isServiceError } from "../../errors.ts";
import { getRun } from "../runs/get.ts";
import { listRuns } from "../runs/list.ts";
import { stopRun } from "../runs/stop.ts";
import { seriesWindow } from "../series/window.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";
import { appendLog } from "./append-log.ts";
import { finishAttempt } from "./finish.ts";
import { heartbeatAttempt } from "./heartbeat.ts";
import { readLog } from "./read-log.ts";
import { reapSilentAttempts } from "./reap.ts";
import { recordEvents } from "./record-events.ts";

const window = (world: World, runId: string, metric: string) =>
  seriesWindow(world.ctx, {
    runIds: [runId],
    metrics: [metric],
    xAxis: "step",
    from: null,
    to: null,
    buckets: 4000,
  })[0];

function started() {
  const world = makeWorld();
  launch(world);
  const worker = joinWorker(world);
  return { world, worker, attempt: startNext(world, worker) };
}

function codeOf(work: () => unknown): { code: string; details: Record<string, number> } {
  try {
    work();
  } catch (error) {
    if (isServiceError(error)) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error("nothing was refused");
}

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

  test("a worker of another protocol is refused with the sentence its operator needs", () => {
    const world = makeWorld();
    expect(() => joinWorker(world, { protocol: 99 })).toThrow(/speaks worker protocol 1.*speaks 99/);
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
    expect(getRun(world.ctx, attempt.runId).row.objections).toMatchObject([
      { rule: "D13", severity: "objection" },
    ]);
  });

  test("of two values at one step the later arrival counts", () => {
    const { world, attempt } = started();
    attempt.send(
      { t: "points", step: 1, at: 1, values: { a: 1 } },
      { t: "points", step: 1, at: 2, values: { a: 2 } },
    );
    expect(window(world, attempt.runId, "a")).toMatchObject({ total: 1, last: [2] });
  });

  test("an evaluation keeps one row per problem and is computed from them", () => {
    const { world, attempt } = started();
    const hashes = problemHashes(10);
    attempt.send(populationEvent(hashes), evaluationEvent(hashes, 4));
    expect(getRun(world.ctx, attempt.runId).evaluations).toMatchObject([
      {
        n: 10,
        rrAt5: { hits: 4, n: 10 },
        rr: { hits: 4 },
        steps: (4 * 3 + 6 * 20) / 10,
        da: 0.5,
        op: 1,
        opN: 4,
      },
    ]);
    world.ctx.db.$client.exec("update evaluation_rows set solved = 1, steps = 2");
    expect(getRun(world.ctx, attempt.runId).evaluations).toMatchObject([{ rrAt5: { hits: 10 } }]);
  });

  test("an event that contradicts what is stored becomes a sentence and does not block those behind it", () => {
    const { world, attempt } = started();
    attempt.send(evaluationEvent(problemHashes(3), 1), ...points);
    const run = getRun(world.ctx, attempt.runId);
    expect(run.notes[0].message).toMatch(/Event 1 \(evaluation\) could not be stored/);
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

describe("ending", () => {
  test("an end cannot overtake its events, and a repeated end changes nothing", () => {
    const { world, attempt } = started();
    attempt.send(...pointsEvents({}, 2));
    const exit = {
      code: 7,
      signal: null,
      askedBy: null,
      reason: "error" as const,
      endedAt: 5,
      escalation: [],
      detail: "boom",
      leftovers: 0,
    };
    expect(
      codeOf(() => finishAttempt(attempt.ctx, attempt.attemptId, { fence: 1, lastSeq: 3, exit })),
    ).toEqual({ code: "gap", details: { ackSeq: 2 } });
    expect(finishAttempt(attempt.ctx, attempt.attemptId, { fence: 1, lastSeq: 2, exit }).state).toBe(
      "failed",
    );
    expect(
      finishAttempt(attempt.ctx, attempt.attemptId, {
        fence: 1,
        lastSeq: 2,
        exit: { ...exit, reason: "ok", code: 0 },
      }).state,
    ).toBe("failed");
    expect(getRun(world.ctx, attempt.runId).sentence).toMatch(/exit 7.*boom/);
  });

  test("a stop travels on the heartbeat, and a run that ended by itself first keeps its real result", () => {
    const { world, attempt } = started();
    stopRun(world.ctx, attempt.runId);
    const beat = { fence: 1, sentAt: 0, alive: true, rssMiB: 80, cpuSeconds: 1.5 };
    expect(heartbeatAttempt(attempt.ctx, attempt.attemptId, beat).command).toMatchObject({
      kind: "cancel",
      askedBy: "tester",
    });
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("stopping");
    expect(attempt.finish().state).toBe("finished");
  });

  test("a stopped run says who asked and which signals it took", () => {
    const { world, attempt } = started();
    stopRun(world.ctx, attempt.runId);
    const at = world.clock.now;
    attempt.finish({
      code: null,
      signal: "SIGTERM",
      reason: "stopped",
      askedBy: "tester",
      endedAt: at + 3200,
      escalation: [
        { signal: "SIGINT", at },
        { signal: "SIGTERM", at: at + 3000 },
      ],
    });
    const run = getRun(world.ctx, attempt.runId);
    expect(run.row.state).toBe("killed");
    expect(run.row.why).toBe("stopped by tester: SIGINT, then SIGTERM, ended 3.2 s after the first signal");
  });

  test("a queued run is taken out of the queue at once and never started", () => {
    const world = makeWorld();
    const { runs } = launch(world);
    expect(stopRun(world.ctx, runs[0].id).state).toBe("killed");
    expect(joinWorker(world).claim()).toBeNull();
    expect(
      listRuns(world.ctx, { experimentId: null, state: "waiting", search: "", limit: 9, offset: 0 }).total,
    ).toBe(0);
  });
});

describe("silence", () => {
  test("is shown as unreachable with its start, is no verdict, and ends when the worker is heard again", () => {
    const { world, attempt } = started();
    const heard = world.clock.now;
    world.clock.now += world.ctx.timing.unreachableAfterMs - 1;
    expect(reapSilentAttempts(world.ctx)).toBe(0);
    world.clock.now += 2;
    expect(reapSilentAttempts(world.ctx)).toBe(1);
    const silent = getRun(world.ctx, attempt.runId);
    expect(silent.row.state).toBe("unreachable");
    expect(silent.events.at(-1)?.proof).toContain(new Date(heard).toISOString().slice(11, 19));
    attempt.send(...pointsEvents({}, 1));
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("running");
  });

  test("a stop asked during silence is kept and delivered with the next word", () => {
    const { world, attempt } = started();
    world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
    reapSilentAttempts(world.ctx);
    expect(stopRun(world.ctx, attempt.runId).sentence).toMatch(/delivered when the worker/);
    expect(attempt.send(...pointsEvents({}, 1)).command.kind).toBe("cancel");
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("stopping");
  });

  test("the end may arrive from silence", () => {
    const { world, attempt } = started();
    world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
    reapSilentAttempts(world.ctx);
    expect(attempt.finish({ code: null, reason: "host_lost" }).state).toBe("crashed");
  });
});

describe("logs", () => {
  const put = (attempt: ReturnType<typeof startNext>, offset: number, text: string | Buffer) =>
    appendLog(attempt.ctx, attempt.attemptId, {
      fence: 1,
      offset,
      bytes: Buffer.from(text).toString("base64"),
    });

  test("are accepted only where the stored log ends; anything else is told where that is", () => {
    const { world, attempt } = started();
    expect(put(attempt, 0, "one\ntwo\n").size).toBe(8);
    expect(codeOf(() => put(attempt, 0, "one\n"))).toEqual({ code: "gap", details: { size: 8 } });
    expect(put(attempt, 8, "three\n").size).toBe(14);
    expect(readLog(world.ctx, { attemptId: attempt.attemptId, from: 4, maxBytes: 100 }).text).toBe(
      "two\nthree\n",
    );
  });

  test("the tail of a long log begins with a whole line, across stored chunks", () => {
    const { world, attempt } = started();
    const line = (i: number) => `line ${i} ${"é".repeat(40)}\n`;
    const text = Array.from({ length: 3000 }, (_, i) => line(i)).join("");
    put(attempt, 0, text);
    const tail = readLog(world.ctx, { attemptId: attempt.attemptId, from: null, maxBytes: 70_000 });
    expect(tail.size).toBe(Buffer.byteLength(text));
    expect(tail.text.split("\n")[0]).toMatch(/^line \d+ é{40}$/);
    expect(text.endsWith(tail.text)).toBe(true);
  });

  test("bytes that are no text do no harm", () => {
    const { world, attempt } = started();
    put(attempt, 0, Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a]));
    expect(readLog(world.ctx, { attemptId: attempt.attemptId, from: 0, maxBytes: 10 }).text).toContain("A");
  });
});
