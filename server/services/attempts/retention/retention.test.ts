import { describe, expect, test } from "vitest";
import { selectAttemptFiles } from "#db/queries/attempts/attempt-files.ts";
import { asPlainText } from "../../../wording/typography.ts";
import type { FoundFile } from "../../../../workers/protocol/attempts/files.ts";
import { codeOf, joinWorker, makeWorld, launch, pointsEvents, startNext } from "../../testing.ts";
import { findWorkerByToken } from "../../workers/identify.ts";
import { claimAttempt } from "../claim.ts";
import { continueRun } from "../again/continue.ts";
import { recordFiles } from "../again/files.ts";
import { applyRetention, askHash, pinFile } from "./apply.ts";
import { valueAt } from "./best.ts";
import { planRetention } from "./plan.ts";

const checkpoint = (step: number): FoundFile => ({
  path: `checkpoint-${step}`,
  kind: "checkpoint",
  bytes: 1024 * step,
  files: 1,
  step,
  at: step,
});

/** A run that failed after four checkpoints. */
function failed() {
  const world = makeWorld();
  const worker = joinWorker(world);
  launch(world, {});
  const attempt = startNext(world, worker);
  attempt.send(...pointsEvents({}, 20));
  recordFiles(attempt.ctx, attempt.attemptId, { fence: 1, files: [5, 10, 15, 20].map(checkpoint), more: 0 });
  const end = () => attempt.finish({ code: 1, reason: "error", detail: "x" });
  const idOf = (step: number) =>
    selectAttemptFiles(world.ctx.db, [attempt.attemptId]).find(({ trainStep }) => trainStep === step)?.id ??
    0;
  /** A claim that asks for no run, with what the worker has done. */
  const call = (chores: Parameters<typeof claimAttempt>[2]["chores"] = []) => {
    const record = findWorkerByToken(world.ctx, worker.token);
    if (!record) throw new Error("the worker's token is not known");
    const load = { cpuShare: null, memoryShare: null };
    const facts = { workerId: record.id, free: 0, running: [], load, chores };
    return claimAttempt(world.as({ kind: "worker", workerId: record.id }), record, facts).chores ?? [];
  };
  return { world, attempt, runId: attempt.runId, end, idOf, call };
}

const steps = ({ go }: ReturnType<typeof planRetention>) => go.map(({ trainStep }) => trainStep);

describe("a retention", () => {
  test("says which checkpoints would go and what that frees, and changes nothing", () => {
    const { world, end } = failed();
    expect(planRetention(world.ctx, {})).toMatchObject({ go: [], kept: { live: 4 } });
    end();
    const plan = planRetention(world.ctx, { keepBest: false });
    expect(steps(plan)).toEqual([15, 10, 5]);
    expect(plan.bytes).toBe(30 * 1024);
    expect(asPlainText(plan.message)).toBe(
      "3 checkpoints would go, which frees 30.0 KiB. 1 checkpoint stays with 20.0 KiB: 1 the last.",
    );
    expect(planRetention(world.ctx, { keepBest: false })).toEqual(plan);
    expect(steps(planRetention(world.ctx, { keepBest: false, keepLast: 3 }))).toEqual([5]);
  });

  test("keeps what is pinned, and refuses a preview that somebody's pin has overtaken", () => {
    const { world, end, idOf } = failed();
    end();
    const ids = planRetention(world.ctx, { keepBest: false }).go.map(({ id }) => id);
    pinFile(world.ctx, { id: idOf(5), pinned: true });
    expect(steps(planRetention(world.ctx, { keepBest: false }))).toEqual([15, 10]);
    const late = () => applyRetention(world.ctx, { ids, keepBest: false });
    expect(late).toThrow(/1 checkpoint of the preview would stay by now\. Nothing was removed/);
    expect(codeOf(late).code).toBe("conflict");
    pinFile(world.ctx, { id: idOf(5), pinned: false });
    expect(applyRetention(world.ctx, { ids, keepBest: false }).asked).toBe(3);
  });

  test("asks the worker until it has done so, and nobody goes on from what is being removed", () => {
    const { world, attempt, end, idOf, call, runId } = failed();
    end();
    applyRetention(world.ctx, { ids: [idOf(5), idOf(10)], keepBest: false });
    expect(call().map(({ path }) => path)).toEqual(["checkpoint-5", "checkpoint-10"]);
    expect(call()).toHaveLength(2);
    expect(() => continueRun(world.ctx, { id: runId, kind: "resume", checkpoint: "checkpoint-5" })).toThrow(
      /It has checkpoint-20, checkpoint-15\./,
    );
    const failing = { id: idOf(10), what: "drop" as const, outcome: "failed" as const, problem: "EACCES" };
    expect(call([{ id: idOf(5), what: "drop", outcome: "done" }, failing])).toEqual([]);
    const files = selectAttemptFiles(world.ctx.db, [attempt.attemptId]);
    expect(files.map(({ trainStep, goneAt, problem }) => [trainStep, goneAt !== null, problem])).toEqual([
      [20, false, null],
      [15, false, null],
      [10, false, "EACCES"],
      [5, true, null],
    ]);
  });

  test("takes nothing of a run that waits to go on", () => {
    const { world, end, runId } = failed();
    end();
    continueRun(world.ctx, { id: runId, kind: "resume", checkpoint: "checkpoint-10" });
    expect(planRetention(world.ctx, { keepBest: false })).toMatchObject({ go: [], kept: { live: 4 } });
  });

  test("says where the best is not known", () => {
    const { world, end, runId } = failed();
    end();
    const plan = planRetention(world.ctx, { run: runId });
    expect(plan.withoutBest).toHaveLength(1);
  });
});

test("a hash is read by the worker once somebody asks, and not while the run trains", () => {
  const { world, end, idOf, call } = failed();
  expect(() => askHash(world.ctx, { id: idOf(5) })).toThrow(/still trains/);
  end();
  askHash(world.ctx, { id: idOf(5) });
  expect(call()).toMatchObject([{ what: "hash", path: "checkpoint-5" }]);
  const sha256 = "ab".repeat(32);
  call([{ id: idOf(5), what: "hash", outcome: "done", sha256 }]);
  expect(askHash(world.ctx, { id: idOf(5) }).message).toContain(sha256);
});

/** A store of one series whose points are read as a list, and how many of them were. */
function listed(points: { x: number; value: number }[]) {
  let read = 0;
  const store: Parameters<typeof valueAt>[0] = {
    *read(_, { from, to }) {
      const own = points.filter(({ x }) => x >= (from ?? -Infinity) && x <= (to ?? Infinity));
      read += own.length;
      if (own.length === 0) return;
      const [x, value] = [own.map((p) => p.x), own.map((p) => p.value)].map((column) =>
        Float64Array.from(column),
      );
      yield { x, value, at: x };
    },
  };
  const at = (step: number) => valueAt(store, { id: 1, firstX: points[0]?.x ?? null }, step);
  return { at, count: () => read };
}

test("the value of a checkpoint is the last finite one at or before its step", () => {
  const { at } = listed([
    { x: 2, value: 1 },
    { x: 5, value: Number.NaN },
    { x: 8, value: 3 },
  ]);
  expect([1, 2, 6, 8, 99, 5000].map(at)).toEqual([null, 1, 1, 3, 3, 3]);
  expect(listed([]).at(3)).toBeNull();
});

test("the value of a checkpoint is looked for beside its step, however long the training is", () => {
  const { at, count } = listed(Array.from({ length: 100_000 }, (_, i) => ({ x: i, value: i })));
  expect([99_999, 50_000].map(at)).toEqual([99_999, 50_000]);
  expect(count()).toBeLessThan(300);
});
