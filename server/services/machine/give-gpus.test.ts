import { expect, test } from "vitest";
import { markLost } from "../attempts/again/mark-lost.ts";
import { finishAttempt, reapSilentAttempts } from "../attempts/finish.ts";
import { deleteRun } from "../runs/delete.ts";
import { getRun } from "../runs/get.ts";
import { startBeside } from "../runs/waiting/start-beside.ts";
import { drainWorker } from "../workers/drain.ts";
import { joinWorker } from "../testing.ts";
import { gpu, machine, openLab, python, scriptOnGpus } from "./testing.ts";

test("a run gets as many free GPUs as its recipe needs, by uuid, and nobody else gets them", () => {
  const lab = openLab([gpu(0), gpu(1), gpu(2)]);
  lab.launch("two");
  lab.launch("one");
  lab.launch("none");
  const first = lab.claim();
  expect(first?.gpus).toEqual(["GPU-0", "GPU-1"]);
  expect(lab.claim()?.gpus).toEqual(["GPU-2"]);
  expect(lab.claim()?.gpus).toEqual([]);
});

test("an answer that was lost is given again with the same GPUs", () => {
  const lab = openLab([gpu(0), gpu(1), gpu(2)]);
  const run = lab.launch("two");
  lab.launch("one");
  expect(lab.claim("is lost")?.gpus).toEqual(["GPU-0", "GPU-1"]);
  expect(lab.claim()).toMatchObject({ runId: run.id, gpus: ["GPU-0", "GPU-1"] });
  expect(lab.claim()?.gpus).toEqual(["GPU-2"]);
});

test("what waits says what stands on each GPU, with the foreign process by name, pid and user", () => {
  const lab = openLab([gpu(0), gpu(1, { processes: [python] }), gpu(2)]);
  const holder = lab.launch("one");
  lab.claim();
  lab.launch("two");
  expect(lab.claim()).toBeNull();
  expect(lab.why()).toEqual([
    expect.stringContaining(
      `waits for 2 free GPUs on bench-01; 1 is free, 1 is held by ${holder.name}, 1 is used by a foreign process: python (pid 31877 of user mlee, 61.2 GiB)`,
    ),
  ]);
});

test("a run that waits for several is not overtaken by one that needs fewer, but by one that needs none", () => {
  const lab = openLab([gpu(0), gpu(1, { processes: [python] })]);
  const large = lab.launch("two");
  lab.launch("one");
  const without = lab.launch("none");
  expect(lab.claim()?.runId).toBe(without.id);
  expect(lab.claim()).toBeNull();
  expect(lab.why().join("\n")).toContain(`behind ${large.name}, which needs more than are free`);
  lab.says([gpu(0), gpu(1)]);
  expect(lab.claim()?.runId).toBe(large.id);
});

/** The end of what its worker could not start. */
const taken = (at: number) => ({
  code: null,
  signal: null,
  askedBy: null,
  reason: "refused" as const,
  again: true as const,
  endedAt: at,
  escalation: [],
  detail: "GPU 0 was free when it was given out: python (pid 31877 of mlee) uses it now.",
  leftovers: 0,
});

test("a run whose GPU somebody took between claim and start waits in the queue again, with the reason", () => {
  const lab = openLab([gpu(0)]);
  const run = lab.launch("one");
  const assignment = lab.claim();
  if (!assignment) throw new Error("nothing was claimed");
  const { attemptId, fence } = assignment;
  lab.says([gpu(0, { processes: [python] })]);
  finishAttempt(lab.world.as({ kind: "attempt", attemptId }), attemptId, {
    fence,
    lastSeq: 0,
    exit: taken(lab.world.clock.now),
  });
  expect(lab.claim()).toBeNull();
  expect(lab.why()).toEqual([
    expect.stringContaining("waits for 1 free GPU on bench-01; 1 is used by a foreign process: python"),
  ]);
  const told = getRun(lab.world.ctx, run.id);
  expect(told.events.map(({ to, proof }) => [to, proof]).slice(-2)).toEqual([
    ["failed", expect.stringContaining("reason refused")],
    ["queued", "retry from the start, asked by bench-01"],
  ]);
  lab.says([gpu(0)]);
  expect(lab.claim()).toMatchObject({ runId: run.id, n: 2, gpus: ["GPU-0"] });
});

test("by the word of a person a run stands beside what is not of Ablab, and never beside one of ours unasked", () => {
  const lab = openLab([gpu(0), gpu(1, { processes: [python] })]);
  const first = lab.launch("one");
  lab.claim();
  const run = lab.launch("one", 1);
  expect(lab.claim()).toBeNull();
  expect(getRun(lab.world.ctx, run.id).continuing.keptByOthers).toBe(true);
  startBeside(lab.world.ctx, run.id);
  expect(getRun(lab.world.ctx, run.id).continuing.keptByOthers).toBe(false);
  expect(lab.claim()).toMatchObject({ runId: run.id, gpus: ["GPU-1"], besideOthers: true });
  expect(() => startBeside(lab.world.ctx, first.id)).toThrow(/it does not wait for a GPU/);
  const next = lab.launch("one", 2);
  expect(() => startBeside(lab.world.ctx, next.id)).toThrow(/does not wait for a GPU that something else/);
});

test("a drained worker gets no runs until somebody lets it, and says so", () => {
  const lab = openLab([gpu(0)]);
  const { workerId: id } = lab.worker;
  expect(drainWorker(lab.world.ctx, { id, draining: true }).message).toBe(
    "bench-01 takes no new runs. Nothing trains there.",
  );
  const run = lab.launch("one");
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain("waits for a worker: bench-01 is drained");
  drainWorker(lab.world.ctx, { id, draining: false });
  expect(lab.claim()?.runId).toBe(run.id);
});

test("one that needs more than there are keeps nobody waiting, and says so", () => {
  const lab = openLab([gpu(0), gpu(1, { mig: true }), gpu(2, { goneSince: 5 })]);
  expect(lab.claim()).toBeNull();
  lab.launch("eight");
  const small = lab.launch("one");
  expect(lab.why()[0]).toContain("waits for a worker with 8 GPUs; bench-01 has 1");
  expect(lab.claim()).toMatchObject({ runId: small.id, gpus: ["GPU-0"] });
});

test("an end frees a GPU only when its worker says that nothing of the run is left on it", () => {
  const lab = openLab([gpu(0)]);
  const run = lab.launch("one");
  const first = lab.claim();
  lab.launch("one", 1);
  lab.says([gpu(0, { heldBy: [String(first?.attemptId)], memoryUsedMiB: 60_000 })]);
  lab.end(first);
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain(`held by ${run.name}, which has ended but has not left its memory`);
  lab.says([gpu(0)]);
  expect(lab.claim()?.gpus).toEqual(["GPU-0"]);
});

test("a silent worker's GPU is freed by the word of another worker on the machine, once nothing is on it", () => {
  const lab = openLab([gpu(0)]);
  lab.launch("one");
  const first = lab.claim();
  lab.end(first);
  lab.launch("one", 1);
  const other = joinWorker(lab.world, {
    identity: "1".repeat(32),
    name: "bench-02",
    recipes: [scriptOnGpus("one", 1)],
  });
  expect(other.claim(9, "arrives", machine([gpu(0, { memoryUsedMiB: 60_000 })]))).toBeNull();
  expect(other.claim(9, "arrives", machine([gpu(0)]))?.gpus).toEqual(["GPU-0"]);
});

test("memory that no process answers for keeps a GPU, and what a desktop uses does not", () => {
  const lab = openLab([gpu(0, { memoryUsedMiB: 40_960 })]);
  lab.launch("one");
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain("1 is kept by memory that no process answers for (40.0 GiB)");
  lab.says([gpu(0, { memoryUsedMiB: 2000 })]);
  expect(lab.claim()?.gpus).toEqual(["GPU-0"]);
});

test("shares are explicit: two runs stand on one GPU where the worker was started so, the emptier one first", () => {
  const lab = openLab([gpu(0), gpu(1)], { gpuShare: 2 });
  for (const seed of [0, 1, 2, 3, 4]) lab.launch("one", seed);
  expect(Array.from({ length: 4 }, () => lab.claim()?.gpus[0])).toEqual(["GPU-0", "GPU-1", "GPU-0", "GPU-1"]);
  expect(lab.claim()).toBeNull();
});

test("before a worker has said what its GPUs do none is given out", () => {
  const lab = openLab([gpu(0)]);
  lab.launch("one");
  expect(lab.worker.claim(9)).toBeNull();
  expect(lab.why()[0]).toContain("waits for 1 free GPU: bench-01 has not said yet what its GPUs do");
});

test("a deletion frees no GPU: the lease stays until it is proven that nothing of the run is on it", () => {
  const lab = openLab([gpu(0)]);
  const run = lab.launch("one");
  const first = lab.claim();
  lab.world.clock.now += lab.world.ctx.timing.unreachableAfterMs + 1;
  reapSilentAttempts(lab.world.ctx, 0);
  markLost(lab.world.ctx, run.id);
  deleteRun(lab.world.ctx, run.id);
  lab.launch("one", 1);
  const here = [String(first?.attemptId)];
  lab.says([gpu(0, { heldBy: here, memoryUsedMiB: 60_000 })]);
  expect(lab.claim()).toBeNull();
  expect(lab.why()[0]).toContain(`held by ${run.name}, which has ended but has not left its memory`);
  const other = joinWorker(lab.world, {
    identity: "1".repeat(32),
    name: "bench-02",
    recipes: [scriptOnGpus("one", 1)],
  });
  const train = { ...python, attemptId: here[0] };
  expect(other.claim(9, "arrives", machine([gpu(0, { processes: [train] })]))).toBeNull();
  lab.says([gpu(0)]);
  expect(lab.claim()?.gpus).toEqual(["GPU-0"]);
  const open = "select count(*) from gpu_leases where run_name is not null";
  expect(lab.world.ctx.db.$client.prepare(open).pluck().get()).toBe(0);
});

test("a run that had GPUs can be deleted", () => {
  const lab = openLab([gpu(0)]);
  const run = lab.launch("one");
  lab.end(lab.claim());
  deleteRun(lab.world.ctx, run.id);
  lab.launch("one", 1);
  expect(lab.claim()?.gpus).toEqual(["GPU-0"]);
});
