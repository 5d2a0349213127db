import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { cutCable, killController, mendCable, startController } from "./testing/cluster.ts";
import { sh, toy } from "../../testing/supervise.ts";
import { until } from "../../testing/world.ts";
import type { LaunchRecord } from "../../run-directory.ts";
import { JobRefused } from "../executor.ts";
import { endOf, executorContract, prepareJob, seen, speaking } from "../testing/contract.ts";
import { openSlurm } from "./slurm.ts";

const cluster = inject("slurm");
/** The cluster declares a node lost after 15 s, so that two minutes of silence would be long for a test. */
const PACE = { pollMs: 500, silentAfterMs: 10_000, wordMs: 3000, lookMs: 200 };
const home = mkdtempSync(join(tmpdir(), "absl-home-"));
const forever = new AbortController().signal;
const order = (sigintMs: number, sigtermMs: number) => ({ askedBy: "ada", at: 1, sigintMs, sigtermMs });
const scontrol = (...args: string[]) => execFileSync("scontrol", args, { encoding: "utf8" });

afterAll(() => rmSync(home, { recursive: true, force: true }));

if (cluster)
  executorContract("a cluster", async () => ({
    executor: openSlurm(PACE),
    again: () => openSlurm(PACE),
    home,
  }));

async function start(argv: string[], slurm: LaunchRecord["slurm"] = {}) {
  const executor = openSlurm(PACE);
  const job = prepareJob(home, argv, onTestFinished, { slurm, beatMs: 1000 });
  await executor.submit(job, forever);
  onTestFinished(async () => {
    await executor.stop(job, order(0, 0));
    await endOf(executor, job);
  });
  return { executor, job };
}

const log = (job: { directory: { log: string } }) => readFileSync(job.directory.log, "utf8");

test.skipIf(!cluster)(
  "behind a cut cable Slurm loses the node, and our record says how it really ended",
  async () => {
    const { executor, job } = await start(sh("for i in $(seq 60); do echo $i; sleep 1; done; exit 4"));
    await seen(executor, job, "its start", ({ usage }) => usage.alive);
    const node =
      (await seen(executor, job, "its node", ({ place }) => place?.native === "RUNNING")).place?.node ?? "";
    cutCable(node);
    try {
      // What the supervisor writes still arrives: the disk is not behind the cable.
      const { verdict } = await seen(
        executor,
        job,
        "NODE_FAIL",
        ({ place }) => place?.native === "NODE_FAIL",
      );
      expect(verdict.is).toBe("running");
      const supervisor = job.directory.start()?.supervisorPid ?? 0;
      process.kill(supervisor, "SIGSTOP");
      const { place } = await seen(executor, job, "its silence", (now) => now.verdict.is === "lost");
      expect(place).toMatchObject({
        lost: true,
        native: "NODE_FAIL",
        why: expect.stringContaining("may still run"),
      });
      process.kill(supervisor, "SIGCONT");
      expect(await endOf(executor, job)).toMatchObject({ code: 4, reason: "error", askedBy: null });
      expect(log(job)).toContain("\n60\n");
    } finally {
      mendCable(node);
      await until(`${node} is back`, () => /State=IDLE\s/.test(scontrol("-o", "show", "node", node)));
    }
  },
);

test.skipIf(!cluster)(
  "a controller that is killed takes nothing with it, and what is launched meanwhile waits for it",
  async () => {
    if (!cluster) return;
    const { executor, job } = await start(toy("told"));
    await speaking(executor, job);
    const next = prepareJob(home, sh("exit 0"), onTestFinished, { beatMs: 1000 });
    let sending: Promise<void>;
    killController(cluster);
    try {
      const { verdict } = await seen(
        executor,
        job,
        "its silence",
        (now) => now.place?.why === "Slurm does not answer",
      );
      expect(verdict.is).toBe("running");
      sending = executor.submit(next, forever);
      process.kill(job.directory.start()?.pid ?? 0, "SIGUSR2");
      expect(await endOf(executor, job)).toMatchObject({ code: 0, reason: "ok" });
    } finally {
      startController(cluster);
    }
    await sending;
    expect(await endOf(executor, next)).toMatchObject({ code: 0 });
  },
);

test.skipIf(!cluster)(
  "drained nodes make a job wait, with the reason in Slurm's word; a stop takes it out of the queue",
  async () => {
    const nodes = "n[1-3]";
    scontrol("update", `NodeName=${nodes}`, "State=DRAIN", "Reason=test");
    onTestFinished(() => void scontrol("update", `NodeName=${nodes}`, "State=RESUME"));
    const executor = openSlurm(PACE);
    const job = prepareJob(home, sh("echo never"), onTestFinished);
    await executor.submit(job, forever);
    const { verdict, place } = await seen(executor, job, "a reason", ({ place: at }) =>
      /ReqNodeNotAvail|Resources|Priority/.test(at?.why ?? ""),
    );
    expect([verdict.is, place?.native]).toEqual(["queued", "PENDING"]);
    await executor.stop(job, order(0, 0));
    expect(await endOf(executor, job)).toMatchObject({ reason: "stopped", askedBy: "ada", code: null });
  },
);

test.skipIf(!cluster)("a limit of the QOS makes the second job wait, and says so", async () => {
  const first = await start(sh("sleep 60"), { account: "lab", qos: "one" });
  await seen(first.executor, first.job, "its start", ({ usage }) => usage.alive);
  const second = await start(sh("exit 0"), { account: "lab", qos: "one" });
  const { place } = await seen(
    second.executor,
    second.job,
    "the limit",
    ({ place: at }) => at?.why?.includes("QOSMaxJobs") ?? false,
  );
  expect(place).toMatchObject({ native: "PENDING", stuck: false });
  await first.executor.stop(first.job, order(0, 0));
  expect(await endOf(second.executor, second.job)).toMatchObject({ code: 0 });
});

test.skipIf(!cluster)(
  "a job of higher priority ends another one: preempted, with nothing of it left in the queue",
  async () => {
    const low = await start(toy("hang"), { partition: "low", cpus: 4 });
    await speaking(low.executor, low.job);
    const high = await start(sh("exit 0"), { partition: "high", cpus: 4 });
    expect(await endOf(low.executor, low.job)).toMatchObject({ reason: "preempted", askedBy: null });
    expect(await endOf(high.executor, high.job)).toMatchObject({ code: 0 });
  },
);

test.skipIf(!cluster)("the time limit of a job ends it as such", async () => {
  const { executor, job } = await start(toy("stubborn"), { minutes: 1 });
  expect(await endOf(executor, job)).toMatchObject({ reason: "time_limit", askedBy: null });
});

test.skipIf(!cluster)("a job that uses more memory than it asked for ends as out of memory", async () => {
  const grow = "const a = []; setInterval(() => a.push(Buffer.alloc(2 ** 25, 1)), 100)";
  const { executor, job } = await start([process.execPath, "-e", grow], { memoryMiB: 200 });
  expect(await endOf(executor, job)).toMatchObject({ reason: "out_of_memory" });
});

test.skipIf(!cluster)("two runs with a GPU each on one node get different ones", async () => {
  const run = () => start(sh("echo $CUDA_VISIBLE_DEVICES; sleep 30"), { partition: "low", gpus: 1 });
  const both = [await run(), await run()];
  for (const { executor, job } of both) await seen(executor, job, "its start", ({ usage }) => usage.alive);
  const given = both.map(({ job }) => log(job).trim()).toSorted();
  expect(given).toEqual(["0", "1"]);
  expect(both.map(({ job }) => job.directory.start()?.device ?? "").toSorted()).toEqual([
    "n3, GPU 0",
    "n3, GPU 1",
  ]);
});

test.skipIf(!cluster)("what Slurm refuses is refused in its words, and leaves no job", async () => {
  const executor = openSlurm(PACE);
  const job = prepareJob(home, sh("exit 0"), onTestFinished, { slurm: { gpus: 9 } });
  await expect(executor.submit(job, forever)).rejects.toThrow(JobRefused);
  expect(await executor.lookup(job)).toBeNull();
});

test.skipIf(!cluster)("somebody outside who cancels a job is named in its end", async () => {
  const { executor, job } = await start(toy("hang"));
  await speaking(executor, job);
  execFileSync("scancel", [(await executor.lookup(job)) ?? ""]);
  expect(await endOf(executor, job)).toMatchObject({
    reason: "stopped",
    askedBy: expect.stringContaining("outside Ablab"),
  });
});
