import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pause } from "../../retryable.ts";
import { sh, toy } from "../../testing/supervise.ts";
import { until } from "../../testing/world.ts";
import { JobRefused } from "../executor.ts";
import { endOf, executorContract, prepareJob, seen, speaking } from "../testing/contract.ts";
import { openFakeCluster } from "./testing/fake-cluster.ts";

executorContract("Slurm's programs", async (onEnd) => openFakeCluster(onEnd));

const forever = new AbortController().signal;
const jobsOf = (home: string) => {
  let count = 0;
  while (existsSync(join(home, "slurm", "jobs", String(count + 1)))) count += 1;
  return count;
};

test("sbatch that says error after it has taken the job: it is found by its name, and not doubled", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  fault({ losesReply: true });
  const job = prepareJob(home, sh("echo once"), onTestFinished, { beatMs: 50 });
  await executor.submit(job, forever);
  expect(await endOf(executor, job)).toMatchObject({ code: 0 });
  expect([jobsOf(home), readFileSync(job.directory.log, "utf8")]).toEqual([1, "once\n"]);
});

test("what Slurm refuses is refused in its own words", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  fault({
    refuses:
      "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified",
  });
  const job = prepareJob(home, sh("exit 0"), onTestFinished);
  await expect(executor.submit(job, forever)).rejects.toThrow(
    new JobRefused("Slurm refuses the job: Invalid account or account/partition combination specified"),
  );
});

test("while Slurm is down nothing is refused and nothing concluded; the job is sent when it answers", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  fault({ silent: true });
  const job = prepareJob(home, sh("exit 0"), onTestFinished);
  await expect(executor.lookup(job)).rejects.toThrow("Slurm does not answer");
  const sending = executor.submit(job, forever);
  await pause(300);
  expect((await executor.probe()).problems[0]).toMatch(
    /^Slurm's programs cannot be used here|^Slurm does not answer/,
  );
  expect((await executor.status([job])).get(job.key)?.verdict.is).toBe("unstarted");
  fault({});
  await sending;
  expect(await endOf(executor, job)).toMatchObject({ code: 0 });
});

test("a controller that dies under a run loses nothing: it is known to live, and its end by its record", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  const job = prepareJob(home, toy("told"), onTestFinished, { beatMs: 50 });
  await executor.submit(job, forever);
  await speaking(executor, job);
  await seen(executor, job, "its start", ({ usage }) => usage.alive);
  fault({ silent: true });
  const { verdict } = await seen(
    executor,
    job,
    "the silence of Slurm",
    ({ place }) => place?.why === "Slurm does not answer" || place?.native === "RUNNING",
  );
  expect(verdict.is).toBe("running");
  process.kill(job.directory.start()?.pid ?? 0, "SIGUSR2");
  expect(await endOf(executor, job)).toMatchObject({ code: 0, reason: "ok" });
});

test("a stop in the queue takes the job out of it; nothing of it ever runs", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  fault({ holds: "Priority" });
  const job = prepareJob(home, sh("echo never"), onTestFinished);
  await executor.submit(job, forever);
  const { place } = await seen(
    executor,
    job,
    "the queue",
    ({ place: at }) => at?.native === "PENDING" && at.why !== "has just been handed over",
  );
  expect(place).toMatchObject({
    why: "waits behind jobs of higher priority (Priority)",
    stuck: false,
    job: "1",
  });
  await executor.stop(job, { askedBy: "ada", at: 1, sigintMs: 0, sigtermMs: 0 });
  expect(await endOf(executor, job)).toMatchObject({ reason: "stopped", askedBy: "ada", code: null });
  expect(existsSync(job.directory.log)).toBe(false);
});

test("a supervisor that is silent is said to be, and is heard again when it speaks", async () => {
  const { executor, again, home } = openFakeCluster(onTestFinished, { silentAfterMs: 800 });
  const job = prepareJob(home, toy("told"), onTestFinished, { beatMs: 50 });
  await executor.submit(job, forever);
  await speaking(executor, job);
  await seen(executor, job, "its start", ({ usage }) => usage.alive);
  const start = await until("a start record", () => job.directory.start());
  process.kill(start.supervisorPid, "SIGSTOP");
  const { place } = await seen(executor, job, "its silence", ({ verdict }) => verdict.is === "lost");
  expect(place).toMatchObject({ lost: true, native: "RUNNING" });
  process.kill(start.supervisorPid, "SIGCONT");
  await seen(again(), job, "it", ({ usage }) => usage.alive);
  process.kill(start.pid, "SIGUSR2");
  expect(await endOf(executor, job)).toMatchObject({ code: 0 });
});

test("Slurm's word on memory is added to a record that says 0", async () => {
  const { executor, home, fault } = openFakeCluster(onTestFinished);
  fault({ endsAs: "OUT_OF_MEMORY" });
  const job = prepareJob(home, sh("exit 0"), onTestFinished, { beatMs: 50 });
  await executor.submit(job, forever);
  expect(await endOf(executor, job)).toMatchObject({ code: 0, reason: "out_of_memory" });
});

test("what may be asked for comes from scontrol", async () => {
  const { executor } = openFakeCluster(onTestFinished);
  expect(await executor.capacity()).toMatchObject({
    kind: "slurm",
    version: "slurm-wlm 22.05.8",
    problems: [],
    partitions: [{ name: "main", gpus: 2 }, { name: "low" }],
  });
});
