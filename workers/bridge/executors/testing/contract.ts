import { mkdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { bootId, findRunProcesses, signalProcess } from "../../proc.mjs";
import { type LaunchRecord, openRunDirectory } from "../../run-directory.ts";
import { type OnEnd, until } from "../../testing/world.ts";
import { sh, toy } from "../../testing/supervise.ts";
import type { ExitRecord } from "../../../protocol/exit.ts";
import type { Executor, Job, Seen } from "../executor.ts";

/** What a contract is held against: an executor, and another one that knows nothing of the first, as after a restart. */
export interface Bench {
  executor: Executor;
  again: () => Executor;
  /** Folder that every place where jobs run sees under the same name. */
  home: string;
}

const forever = new AbortController().signal;
let count = 0;

/** A job with its folder; whatever it leaves is ended with the test. */
export function prepareJob(
  home: string,
  argv: string[],
  onEnd: OnEnd,
  more: Partial<LaunchRecord> = {},
): Job {
  const attemptId = `att_contract${process.pid}x${count++}`;
  const directory = openRunDirectory(home, attemptId);
  mkdirSync(directory.path, { recursive: true, mode: 0o700 });
  directory.saveLaunch({
    attemptId,
    argv,
    cwd: directory.path,
    device: "cpu",
    bootId: bootId(),
    ...more,
    env: { PATH: process.env.PATH ?? "", ABLAB_RUN: attemptId, ABLAB_EVENTS_FD: "3", ...more.env },
  });
  onEnd(() => {
    for (const id of findRunProcesses(attemptId)) signalProcess(id, "SIGKILL");
  });
  return { key: `rl-contract${process.pid}x${count}-a1`, attemptId, directory };
}

/** Asks until what is seen of a job fits. */
export const seen = (
  executor: Executor,
  job: Job,
  what: string,
  fits: (seen: Seen) => boolean,
): Promise<Seen> =>
  until(what, async () => {
    const found = (await executor.status([job], { tend: true })).get(job.key);
    return found && fits(found) ? found : null;
  });

export async function endOf(executor: Executor, job: Job): Promise<ExitRecord> {
  const { verdict } = await seen(executor, job, "its end", ({ verdict: { is } }) => is === "ended");
  if (verdict.is !== "ended") throw new Error("it has not ended");
  return verdict.exit;
}

const log = (job: Job) => readFileSync(job.directory.log, "utf8");

/** Waits until the trainer has said something: its signal handlers are set then. */
export const speaking = (executor: Executor, job: Job): Promise<unknown> =>
  until("it speaks", async () => (await executor.read(job, "events", 0, 200)).bytes.length > 100);

const order = (sigintMs: number, sigtermMs: number) => ({ askedBy: "ada", at: 1, sigintMs, sigtermMs });

/** What every executor promises, asked of real processes. `open` gives what ends with the test. */
export function executorContract(name: string, open: (onEnd: OnEnd) => Promise<Bench>): void {
  const start = async (argv: string[], more?: Partial<LaunchRecord>) => {
    const bench = await open(onTestFinished);
    const job = prepareJob(bench.home, argv, onTestFinished, more);
    await bench.executor.submit(job, forever);
    return { ...bench, job };
  };

  test.for([
    [0, "ok"],
    [7, "error"],
    [143, "error"],
    [200, "error"],
  ] as const)(`${name}: exit code %i is told as it is`, async ([code, reason]) => {
    const { executor, job } = await start(sh(`exit ${code}`));
    expect(await endOf(executor, job)).toMatchObject({ code, signal: null, reason, askedBy: null });
  });

  test(`${name}: a signal that ends a trainer is named`, async () => {
    const { executor, job } = await start(sh("kill -SEGV $$"));
    expect(await endOf(executor, job)).toMatchObject({ code: null, signal: "SIGSEGV", reason: "error" });
  });

  test(`${name}: a command that does not exist ends in one sentence, with nothing left`, async () => {
    const { executor, job } = await start(["/nowhere/python", "train.py"]);
    const exit = await endOf(executor, job);
    expect(exit).toMatchObject({ code: 127, reason: "error" });
    expect(exit.detail).toContain("Could not start /nowhere/python");
  });

  test(`${name}: a job that is sent eight times runs once`, async () => {
    const bench = await open(onTestFinished);
    const job = prepareJob(bench.home, sh("echo begun; sleep 1"), onTestFinished);
    expect(await bench.executor.lookup(job)).toBeNull();
    await Promise.all(Array.from({ length: 8 }, () => bench.executor.submit(job, forever)));
    expect(await bench.executor.lookup(job)).not.toBeNull();
    expect(await endOf(bench.executor, job)).toMatchObject({ code: 0 });
    await bench.executor.submit(job, forever);
    await bench.again().submit(job, forever);
    expect(log(job)).toBe("begun\n");
  });

  test(`${name}: whoever comes after a restart finds the job and sees its end`, async () => {
    const { executor, again, job } = await start(sh("sleep 2; exit 5"));
    await seen(executor, job, "its start", ({ verdict: { is } }) => is === "running");
    const next = again();
    expect(await next.lookup(job)).not.toBeNull();
    await seen(
      next,
      job,
      "the running trainer",
      ({ verdict: { is }, usage }) => is === "running" && usage.alive,
    );
    expect(await endOf(next, job)).toMatchObject({ code: 5, signal: null });
  });

  test(`${name}: a polite trainer is asked once and tells what it did`, async () => {
    const { executor, job } = await start(toy("polite"));
    await speaking(executor, job);
    await executor.stop(job, order(60_000, 60_000));
    await executor.stop(job, order(60_000, 60_000));
    const exit = await endOf(executor, job);
    expect(exit).toMatchObject({ code: 0, askedBy: "ada", reason: "stopped" });
    expect(exit.escalation.map(({ signal }) => signal)).toEqual(["SIGINT"]);
  });

  test(`${name}: a deaf trainer is ended all the same, and nothing of it is left`, async () => {
    const { executor, job } = await start(toy("stubborn"));
    await speaking(executor, job);
    await executor.stop(job, order(300, 300));
    const exit = await endOf(executor, job);
    expect(exit).toMatchObject({ signal: "SIGKILL", askedBy: "ada", reason: "stopped" });
    expect(exit.escalation.map(({ signal }) => signal)).toEqual(["SIGINT", "SIGTERM", "SIGKILL"]);
    expect(findRunProcesses(job.attemptId)).toEqual([]);
  });

  test(`${name}: a daemon that a trainer leaves behind does not stay`, async () => {
    const { executor, job } = await start(toy("daemon"));
    expect(await endOf(executor, job)).toMatchObject({ code: 0, reason: "ok", leftovers: 1 });
    expect(findRunProcesses(job.attemptId)).toEqual([]);
  });

  test(`${name}: to stop what is over, or was never there, is no error and changes nothing`, async () => {
    const { executor, home, job } = await start(sh("exit 3"));
    const exit = await endOf(executor, job);
    await executor.stop(job, order(0, 0));
    expect(await endOf(executor, job)).toEqual(exit);
    const never = prepareJob(home, sh("exit 0"), onTestFinished);
    await executor.stop(never, order(0, 0));
    expect(await executor.lookup(never)).toBeNull();
  });

  test(`${name}: a growing log is read by offset, and one that was cut from its beginning`, async () => {
    const { executor, job } = await start(sh("echo one; sleep 1; echo two"));
    await endOf(executor, job);
    const first = await executor.read(job, "log", 0, 4);
    expect([first.bytes.toString(), first.next]).toEqual(["one\n", 4]);
    const rest = await executor.read(job, "log", first.next, 100);
    expect([rest.bytes.toString(), rest.next, rest.reset]).toEqual(["two\n", 8, false]);
    const cut = await executor.read(job, "log", 99, 3);
    expect([cut.bytes.toString(), cut.reset]).toEqual(["one", true]);
    expect((await executor.read(job, "supervisor", 0, 10)).bytes).toHaveLength(0);
  });

  test(`${name}: a trainer gets what it is given, and nothing of whoever started it`, async () => {
    process.env.ABLAB_CONTRACT_SECRET = "hunter2";
    onTestFinished(() => {
      delete process.env.ABLAB_CONTRACT_SECRET;
    });
    const { executor, job } = await start(sh("env"), { env: { GIVEN: "to it" } });
    await endOf(executor, job);
    expect(log(job)).toContain("GIVEN=to it");
    expect(log(job)).not.toContain("hunter2");
  });

  test(`${name}: a time limit ends it by the signals of a stop, and says so`, async () => {
    const { executor, job } = await start(toy("polite"), { timeLimitMs: 1500 });
    expect(await endOf(executor, job)).toMatchObject({ askedBy: null, reason: "time_limit" });
  });

  test(`${name}: it says what it is, and never throws when asked`, async () => {
    const { executor } = await open(onTestFinished);
    const { version, problems } = await executor.probe();
    expect(version).not.toBe("");
    expect(problems).toEqual([]);
  });
}
