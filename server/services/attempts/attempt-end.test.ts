import { describe, expect, test } from "vitest";
import { getRun } from "../runs/get.ts";
import { listRuns } from "../runs/list.ts";
import { stopRun } from "../runs/stop.ts";
import { codeOf, joinWorker, launch, makeWorld, pointsEvents, started, type startNext } from "../testing.ts";
import { appendLog } from "./append-log.ts";
import { finishAttempt, reapSilentAttempts } from "./finish.ts";
import { heartbeatAttempt } from "./heartbeat.ts";
import { readLog } from "./read-log.ts";

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
    expect(getRun(world.ctx, attempt.runId).message).toMatch(/exit 7.*boom/);
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

  test("what was seen of its costs stays when it is not seen any more, and the end counts its CPU time whole", () => {
    const { world, attempt } = started();
    const beat = { fence: 1, sentAt: 0, alive: true, rssMiB: 80, cpuSeconds: 1.5 };
    const costs = () => getRun(world.ctx, attempt.runId).attempts[0];
    heartbeatAttempt(attempt.ctx, attempt.attemptId, beat);
    heartbeatAttempt(attempt.ctx, attempt.attemptId, {
      ...beat,
      alive: false,
      rssMiB: null,
      cpuSeconds: null,
    });
    expect(costs()).toMatchObject({ rssMib: 80, cpuSeconds: 1.5 });
    attempt.finish({ cpuSeconds: 2.25 });
    expect(costs()).toMatchObject({ rssMib: 80, cpuSeconds: 2.25 });
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
    expect(run.row.why).toBe("stopped by tester: SIGINT, then SIGTERM, ended 3.2\u202fs after SIGINT");
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
    expect(reapSilentAttempts(world.ctx, 0)).toBe(0);
    world.clock.now += 2;
    expect(reapSilentAttempts(world.ctx, 0)).toBe(1);
    const silent = getRun(world.ctx, attempt.runId);
    expect(silent.row.state).toBe("unreachable");
    expect(silent.events.at(-1)?.proof).toContain(new Date(heard).toISOString().slice(11, 19));
    attempt.send(...pointsEvents({}, 1));
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("running");
  });

  test("is none while nobody listens: a server that was down itself waits as long as any other", () => {
    const { world, attempt } = started();
    const silence = world.ctx.timing.unreachableAfterMs;
    world.clock.now += 10 * silence;
    const listeningSince = world.clock.now;
    expect(reapSilentAttempts(world.ctx, listeningSince)).toBe(0);
    world.clock.now += silence - 1;
    expect(reapSilentAttempts(world.ctx, listeningSince)).toBe(0);
    world.clock.now += 1;
    expect(reapSilentAttempts(world.ctx, listeningSince)).toBe(1);
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("unreachable");
  });

  test("a stop asked during silence is kept and delivered with the next word", () => {
    const { world, attempt } = started();
    world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
    reapSilentAttempts(world.ctx, 0);
    expect(stopRun(world.ctx, attempt.runId).message).toMatch(/delivered when the worker/);
    expect(attempt.send(...pointsEvents({}, 1)).command.kind).toBe("cancel");
    expect(getRun(world.ctx, attempt.runId).row.state).toBe("stopping");
  });

  test("the end may arrive from silence", () => {
    const { world, attempt } = started();
    world.clock.now += world.ctx.timing.unreachableAfterMs + 1;
    reapSilentAttempts(world.ctx, 0);
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

  test("lines before a progress bar of megabytes are in the end of a log, and its last drawing", () => {
    const { world, attempt } = started();
    const bar = Array.from({ length: 40_000 }, (_, i) => `\r${i / 400}%|###| ${i}/40000`).join("");
    put(attempt, 0, `loaded\n${bar}`);
    const end = () => readLog(world.ctx, { attemptId: attempt.attemptId, from: null, maxBytes: 65_536 });
    expect(end()).toMatchObject({ from: 0, text: expect.stringMatching(/^loaded\n[^]*39999\/40000$/) });
    const size = end().size;
    put(attempt, size, "\nepoch 1 done\r\n");
    expect(end().text).toMatch(/^loaded\n[^]*39999\/40000\nepoch 1 done\r\n$/);
    expect(end().text.length).toBeLessThan(3000);
    const long = `${"x".repeat(70_000)}\n`;
    put(attempt, end().size, long);
    expect(end().text).toBe(long.slice(-65_536));
  });

  test("bytes that are no text do no harm", () => {
    const { world, attempt } = started();
    put(attempt, 0, Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x0a]));
    expect(readLog(world.ctx, { attemptId: attempt.attemptId, from: 0, maxBytes: 10 }).text).toContain("A");
  });
});
