import { describe, expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { selectLatestEvaluations } from "#db/queries/run-table/cells.ts";
import type { FoundFile } from "../../../../workers/protocol/attempts/files.ts";
import { getRun } from "../../runs/get.ts";
import { launchPipeline } from "../../runs/launch-pipeline.ts";
import { stopRun } from "../../runs/stop.ts";
import {
  codeOf,
  evaluationEvent,
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  started,
  startNext,
} from "../../testing.ts";
import { continueRun } from "./continue.ts";
import { recordContent, recordFiles } from "./files.ts";

const checkpoint = (step: number, at: number): FoundFile => ({
  path: `checkpoint-${step}`,
  kind: "checkpoint",
  bytes: 100,
  files: 1,
  step,
  at,
});
const FAILED = { code: 1, reason: "error" as const, detail: "ValueError: boom" };

/** A run that made 17 steps, kept a checkpoint of step 12, and failed. */
function failed() {
  const { world, worker, attempt } = started();
  attempt.send(...pointsEvents({}, 17));
  const at = world.clock.now + 7000;
  recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files: [checkpoint(12, at)], more: 0 });
  world.clock.now += 10_000;
  attempt.finish(FAILED);
  return { world, worker, attempt };
}

describe("another attempt", () => {
  test("goes on from the last checkpoint, on the worker that has it, under a number of its own", () => {
    const { world, worker, attempt } = failed();
    const { runId } = attempt;
    expect(getRun(world.ctx, runId).continuing).toMatchObject({
      possible: true,
      checkpoint: { path: "checkpoint-12", step: 12, worker: "box" },
    });
    const answer = continueRun(world.ctx, { id: runId, kind: "resume" });
    expect(answer).toMatchObject({ state: "queued", fromStep: 12 });
    expect(answer.message).toMatch(/its attempt 2 goes on from the checkpoint of step 12, on box\.$/);
    const other = joinWorker(world, { identity: "1".repeat(32), name: "other" });
    expect(other.claim()).toBeNull();
    const next = startNext(world, worker);
    expect(next.assignment).toMatchObject({
      runId,
      ranMs: 10_000,
      earlier: [attempt.attemptId],
      n: 2,
      checkpoint: { attemptId: attempt.attemptId, path: "checkpoint-12" },
    });
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ state: "running", endedAt: null, next: null });
    next.send(...pointsEvents({}, 5));
    next.finish();
    const run = getRun(world.ctx, runId);
    expect(run.row.state).toBe("finished");
    expect(run.attempts.map(({ n, state, begun }) => [n, state, begun?.kind ?? null])).toEqual([
      [1, "failed", null],
      [2, "finished", "resume"],
    ]);
    expect(run.continuing).toMatchObject({ possible: false, workLost: { steps: 5, ms: 3000 } });
    expect(run.events.map(({ proof }) => proof)).toContain(
      "resume from the checkpoint of step 12, asked by tester",
    );
  });

  test("begins anew where there is no checkpoint, and a resume then says what to do", () => {
    const { world, worker, attempt } = started();
    attempt.finish(FAILED);
    const { runId } = attempt;
    expect(() => continueRun(world.ctx, { id: runId, kind: "resume" })).toThrow(
      /left no checkpoint to go on from\. Retry it: it begins anew\.$/,
    );
    expect(continueRun(world.ctx, { id: runId, kind: "retry" }).message).toMatch(/attempt 2 begins anew\.$/);
    expect(startNext(world, worker).assignment.checkpoint).toBeUndefined();
  });

  test("of very many checkpoints a few are named", () => {
    const { world, attempt } = started();
    const files = Array.from({ length: 40 }, (_, i) => checkpoint(i + 1, 1000));
    recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files, more: 0 });
    attempt.finish(FAILED);
    expect(() => continueRun(world.ctx, { id: attempt.runId, kind: "resume", checkpoint: "best" })).toThrow(
      /It has checkpoint-40, .*, checkpoint-36 and 35 more\.$/,
    );
  });

  test("a checkpoint from which an attempt failed at once is passed over, unless it is named", () => {
    const { world, worker, attempt } = started();
    const at = world.clock.now + 7000;
    const files = [checkpoint(9, at), checkpoint(18, at + 1)];
    recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files, more: 0 });
    attempt.finish(FAILED);
    const retry = (path?: string) =>
      continueRun(world.ctx, { id: attempt.runId, kind: "retry", checkpoint: path }).fromStep;
    expect(retry()).toBe(18);
    startNext(world, worker).finish(FAILED);
    expect(retry()).toBe(9);
    const third = startNext(world, worker);
    recordFiles(third.ctx, third.attemptId, { fence: 1, files: [checkpoint(12, at + 2)], more: 0 });
    third.finish(FAILED);
    expect(retry()).toBe(12);
    startNext(world, worker).finish(FAILED);
    expect(retry("checkpoint-18")).toBe(18);
  });

  test("a retry from the start leaves checkpoints alone, and a named one is taken", () => {
    const { world, worker, attempt } = failed();
    const { runId: id } = attempt;
    expect(() => continueRun(world.ctx, { id, kind: "retry", checkpoint: "best" })).toThrow(
      /has no checkpoint "best"\. It has checkpoint-12\.$/,
    );
    expect(continueRun(world.ctx, { id, kind: "retry", fromStart: true }).fromStep).toBeNull();
    expect(startNext(world, worker).assignment.checkpoint).toBeUndefined();
  });

  test.each(["finished", "running", "queued"])("of a %s run is refused with the reason", (state) => {
    const { world, attempt } = started();
    if (state === "finished") attempt.finish();
    if (state === "queued") {
      attempt.finish(FAILED);
      continueRun(world.ctx, { id: attempt.runId, kind: "retry" });
    }
    const again = () => continueRun(world.ctx, { id: attempt.runId, kind: "retry" });
    expect(again).toThrow(state === "queued" ? /in the queue already/ : new RegExp(state));
    expect(codeOf(again).code).toBe("conflict");
  });

  test("taken out of the queue, it is again what it was", () => {
    const { world, attempt } = failed();
    const before = selectRun(world.ctx.db, attempt.runId);
    continueRun(world.ctx, { id: attempt.runId, kind: "resume" });
    expect(getRun(world.ctx, attempt.runId).message).toMatch(/^It (is about|waits)/);
    expect(stopRun(world.ctx, attempt.runId).message).toMatch(/it stays failed\.$/);
    const { state, endedAt, next } = selectRun(world.ctx.db, attempt.runId) ?? {};
    expect({ state, endedAt, next }).toEqual({ state: "failed", endedAt: before?.endedAt, next: null });
  });

  test("waits with words while the worker that has its checkpoint is away", () => {
    const { world, attempt } = failed();
    continueRun(world.ctx, { id: attempt.runId, kind: "resume" });
    world.clock.now += 3_600_000;
    joinWorker(world, { identity: "1".repeat(32), name: "other" });
    expect(getRun(world.ctx, attempt.runId).row.why).toBe(
      "waits for worker box, which has its checkpoint and is not connected. Stop it and retry it from the start to run it elsewhere.",
    );
  });

  test("what waited for it waits again", () => {
    const world = makeWorld();
    const worker = joinWorker(world);
    const matrix = { presets: ["baseline"], edits: {}, factors: [], seeds: [0] };
    const { runs } = launchPipeline(world.ctx, {
      launchKey: freshKey(),
      experiment: { title: "chain" },
      baseline: "b",
      stages: [
        { key: "a", recipe: "sft", matrix: { ...matrix, presets: ["start"] } },
        { key: "b", recipe: "grpo", matrix, inputs: { start: { stage: "a" } } },
      ],
    });
    startNext(world, worker).finish(FAILED);
    const stateOf = (i: number) => selectRun(world.ctx.db, runs[i].id)?.state;
    expect([stateOf(0), stateOf(1)]).toEqual(["failed", "killed"]);
    expect(continueRun(world.ctx, { id: runs[0].id, kind: "retry" }).message).toMatch(
      /1 run that takes from it waits for it again\.$/,
    );
    expect([stateOf(0), stateOf(1)]).toEqual(["queued", "queued"]);
  });
});

describe("curves and evaluations", () => {
  test("end where the next attempt begins, and what was done twice is shown by it alone", () => {
    const { world, worker, attempt } = started();
    const hashes = problemHashes(3);
    attempt.send(
      ...pointsEvents({}, 17),
      populationEvent(hashes),
      evaluationEvent(hashes, 1, { key: "e10", step: 10, final: false }),
      evaluationEvent(hashes, 1, { key: "e15", step: 15, final: false }),
    );
    recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files: [checkpoint(12, 1)], more: 0 });
    attempt.finish({ code: null, signal: "SIGKILL", reason: "unknown" });
    continueRun(world.ctx, { id: attempt.runId, kind: "resume" });
    const next = startNext(world, worker);
    const later = pointsEvents({}, 20).slice(12);
    next.send(
      ...later,
      populationEvent(hashes),
      evaluationEvent(hashes, 2, { key: "e15", step: 15, final: false }),
    );
    next.finish();
    const run = getRun(world.ctx, attempt.runId);
    expect(run.evaluations.map(({ trainStep, rr }) => [trainStep, rr?.hits])).toEqual([
      [10, 1],
      [15, 2],
    ]);
  });
});

test("the latest evaluation of a run tried again from the start is the new one, also at an earlier step", () => {
  const { world, worker, attempt } = started();
  const hashes = problemHashes(3);
  const evaluate = (hits: number, step: number) =>
    evaluationEvent(hashes, hits, { key: `e${step}`, step, final: false });
  attempt.send(...pointsEvents({}, 17), populationEvent(hashes), evaluate(3, 15));
  attempt.finish(FAILED);
  const latest = () => selectLatestEvaluations(world.ctx.db, [attempt.runId]).map((e) => e.trainStep);
  expect(latest()).toEqual([15]);
  continueRun(world.ctx, { id: attempt.runId, kind: "retry", fromStart: true });
  const next = startNext(world, worker);
  expect(latest()).toEqual([]);
  next.send(...pointsEvents({}, 6), populationEvent(hashes), evaluate(1, 5));
  expect(latest()).toEqual([5]);
  expect(getRun(world.ctx, attempt.runId).row.lead?.trainStep).toBe(5);
});

describe("a retry by choice", () => {
  const chosen = (retries: number) => {
    const world = makeWorld();
    const worker = joinWorker(world);
    const [{ id }] = launch(world, {}, { limits: { retries } }).runs;
    return { world, worker, id };
  };

  test("follows a failure by itself, as often as was chosen and no more", () => {
    const { world, worker, id } = chosen(2);
    for (const state of ["queued", "queued", "failed"]) {
      startNext(world, worker).finish(FAILED);
      expect(selectRun(world.ctx.db, id)?.state).toBe(state);
    }
    const run = getRun(world.ctx, id);
    expect(run.attempts.map(({ begun }) => begun?.automatic ?? null)).toEqual([null, true, true]);
    expect(run.continuing).toMatchObject({ retried: 2, limits: { retries: 2 } });
  });

  test.each(["stopped", "refused", "time_limit", "ok"] as const)(
    "does not follow an end that is %s",
    (reason) => {
      const { world, worker, id } = chosen(3);
      startNext(world, worker).finish({ code: 0, reason, askedBy: reason === "stopped" ? "ada" : null });
      expect(selectRun(world.ctx.db, id)?.state).not.toBe("queued");
    },
  );

  test("without a choice nothing is tried again", () => {
    const { world, attempt } = started();
    attempt.finish(FAILED);
    expect(selectRun(world.ctx.db, attempt.runId)?.state).toBe("failed");
  });
});

describe("files", () => {
  test("are listed as they are now, small ones with their content", () => {
    const { world, attempt } = started();
    const file: FoundFile = { path: "a/metrics.json", kind: "file", bytes: 2, files: 1, step: null, at: 5 };
    const tell = (...files: FoundFile[]) =>
      recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files, more: 0 });
    tell(checkpoint(1, 1), file);
    const bytes = Buffer.from("{}").toString("base64");
    recordContent(attempt.ctx, attempt.attemptId, { fence: 1, path: file.path, bytes });
    tell(checkpoint(2, 9), file);
    expect(
      getRun(world.ctx, attempt.runId).files.map(({ path, kept, goneAt }) => [path, kept, goneAt === null]),
    ).toEqual([
      ["checkpoint-2", false, true],
      ["checkpoint-1", false, false],
      ["a/metrics.json", true, true],
    ]);
    tell({ ...file, at: 6 });
    expect(getRun(world.ctx, attempt.runId).files.find(({ kind }) => kind === "file")?.kept).toBe(false);
    expect(() => recordContent(attempt.ctx, attempt.attemptId, { fence: 1, path: "b", bytes })).toThrow(
      /was not named/,
    );
  });
});
