import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { pause } from "./retryable.ts";
import { isRunning, readProcess } from "./proc.mjs";
import {
  emitting,
  finished,
  launchToy,
  openWorld,
  processOf,
  startToyWorker,
  steps,
  tell,
  until,
  upTo,
} from "./testing/world.ts";

/** What becomes of the worker itself: started, refused, killed, stopped, started again. */

test.concurrent("no more runs at once than slots", async ({ expect, onTestFinished }) => {
  const { store, work } = await openWorld(onTestFinished);
  const [first, second] = [launchToy(store, { end: "hang" }), launchToy(store, { events: 1 })];
  work({ slots: 1 });
  await emitting(first, 20);
  await pause(200);
  expect(second.state).toBe("queued");
  store.cancel(first);
  await finished(first, second);
});

test.concurrent(
  "kill -9 of the worker: the next one adopts, nothing lost or doubled",
  async ({ expect, onTestFinished }) => {
    const { store, work, directoryOf } = await openWorld(onTestFinished);
    const long = launchToy(store, { events: 150, pause_ms: 15, code: 7, end: "told" });
    const short = launchToy(store, { events: 25, pause_ms: 5, code: 3 });
    const first = work();
    await Promise.all([emitting(long), emitting(short)]);
    first.process.kill("SIGKILL");
    await first.exited;
    await until("the short one ended alone", () => directoryOf(short).exit()?.settled);

    work();
    await until("the next one is registered", () => store.registrations.length === 2);
    await tell(long);
    await finished(long, short);
    expect(store.registrations[1].identity).toBe(store.registrations[0].identity);
    expect(store.registrations[1].holding).toContain(long.assignment.attemptId);
    expect(steps(long)).toEqual(upTo(151));
    expect(steps(short)).toEqual(upTo(25));
    expect(long.exit).toMatchObject({ code: 7, reason: "error" });
    expect(short.exit).toMatchObject({ code: 3, reason: "error" });
    expect(long.log.equals(readFileSync(directoryOf(long).log))).toBe(true);
  },
);

test.concurrent(
  "what was written down but not started is started once",
  async ({ expect, onTestFinished }) => {
    const { store, work, directoryOf } = await openWorld(onTestFinished);
    const attempt = launchToy(store, { events: 5 });
    attempt.state = "assigned";
    directoryOf(attempt).saveAssignment(attempt.assignment);
    work();
    await finished(attempt);
    expect(attempt.exit?.reason).toBe("ok");
    expect(steps(attempt)).toEqual(upTo(5));
  },
);

test.concurrent("a second worker on the same directory is refused", async ({ expect, onTestFinished }) => {
  const { server, home, work, store } = await openWorld(onTestFinished);
  const first = work();
  await until("the first is registered", () => store.registrations.length === 1);
  const second = startToyWorker(server, home);
  expect(await second.exited).toEqual({ code: 2, signal: null });
  const { pid } = first.process;
  expect(second.output()).toBe(
    `Another worker (process ${pid}, working for ${server.url}) already uses ${home}; end it with "kill ${pid}" (its trainings go on), or give this one a directory of its own with --home.\n`,
  );
  expect(store.registrations).toHaveLength(1);
});

test.concurrent(
  "a clean stop sends what is there and says what goes on",
  async ({ expect, onTestFinished }) => {
    const { store, work } = await openWorld(onTestFinished);
    const attempt = launchToy(store, { events: 20, end: "hang" });
    const worker = work();
    await emitting(attempt);
    worker.process.kill("SIGTERM");
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    const { pid } = processOf(attempt);
    const lastLine = worker.output().trim().split("\n").at(-1);
    expect(lastLine).toMatch(
      new RegExp(
        `the worker has stopped; 1 training goes on: run 1 \\(process ${pid}\\)\\. .* kill -INT -- -${pid}$`,
      ),
    );
    expect(isRunning(processOf(attempt))).toBe(true);

    const later = launchToy(store);
    await pause(200);
    expect(later.state).toBe("queued");
    work();
    store.cancel(attempt);
    await finished(attempt, later);
    expect(attempt.exit).toMatchObject({ reason: "stopped", askedBy: "ada" });
  },
);

test.concurrent(
  "a session that is not known any more is renewed, runs go on",
  async ({ expect, onTestFinished }) => {
    const { store, work } = await openWorld(onTestFinished);
    const attempt = launchToy(store, { events: 20, end: "hang" });
    work();
    await emitting(attempt);
    store.sessions.clear();
    await until("it has registered again", () => store.registrations.length === 2);
    expect(store.registrations[1].holding).toEqual([attempt.assignment.attemptId]);
    store.cancel(attempt);
    await finished(attempt);
    expect(attempt.exit?.reason).toBe("stopped");
  },
);

test.concurrent(
  "a trainer that ends as soon as it is asked is sent no other signal",
  async ({ expect, onTestFinished }) => {
    const patient = { sigintMs: 100_000, sigtermMs: 100_000 };
    const { store, work } = await openWorld(onTestFinished, { ladder: patient });
    const attempt = launchToy(store, { end: "polite" });
    work();
    await emitting(attempt, 20);
    store.cancel(attempt, "ada");
    await finished(attempt);
    expect(attempt.exit).toMatchObject({ code: 0, askedBy: "ada", reason: "stopped" });
    expect(attempt.exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGINT"]);
    expect(steps(attempt)).toEqual(upTo(21));
  },
);

test.concurrent("a wrong token is one sentence that names the file", async ({ expect, onTestFinished }) => {
  const { store, server, home } = await openWorld(onTestFinished);
  const worker = startToyWorker(server, home);
  writeFileSync(join(home, "token"), "stolen");
  expect(await worker.exited).toEqual({ code: 2, signal: null });
  expect(worker.output()).toBe(
    `${server.url} does not know the worker token in ${join(home, "token")}: unknown worker token\n`,
  );
  expect(store.registrations).toHaveLength(0);
});

test.concurrent(
  "no token or secret reaches arguments or environments; the attempt's token is in a file that only this user reads",
  async ({ expect, onTestFinished }) => {
    const { store, work, directoryOf } = await openWorld(onTestFinished);
    const attempt = launchToy(store, { end: "hang", events: 3 });
    const worker = work({ env: { MY_SECRET: "hunter2" } });
    await emitting(attempt);
    const tokens = [store.workerToken, attempt.assignment.token, ...store.sessions];
    const textOf = (pid = 0) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8") + readFileSync(`/proc/${pid}/environ`, "utf8");
    for (const pid of [worker.process.pid, attempt.start?.pid, attempt.start?.supervisorPid])
      for (const token of tokens) expect(textOf(pid)).not.toContain(token);
    const tokenFile = directoryOf(attempt).token;
    expect(textOf(attempt.start?.pid)).toContain(`ABLAB_POINTS_TOKEN_FILE=${tokenFile}`);
    expect(readFileSync(tokenFile, "utf8").trim()).toBe(attempt.assignment.token);
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
    expect(textOf(worker.process.pid)).toContain("hunter2");
    expect(textOf(attempt.start?.pid) + textOf(attempt.start?.supervisorPid)).not.toContain("hunter2");
    store.cancel(attempt);
    await finished(attempt);
  },
);

test.concurrent(
  "worker and supervisor stay small with the launcher's flags",
  async ({ expect, onTestFinished }) => {
    const { store, work } = await openWorld(onTestFinished);
    const attempt = launchToy(store, { events: 1500, pause_ms: 1, end: "hang" });
    const worker = work();
    await emitting(attempt, 1500);
    expect(readProcess(worker.process.pid ?? 0)?.rssMiB).toBeLessThan(120);
    expect(readProcess(attempt.start?.supervisorPid ?? 0)?.rssMiB).toBeLessThan(60);
    store.cancel(attempt);
    await finished(attempt);
  },
);

test.concurrent(
  "a run that ended takes no slot while the server cannot be told",
  async ({ expect, onTestFinished }) => {
    const { store, server, work } = await openWorld(onTestFinished);
    server.fault = ({ verb }) => (verb === "finish" && refusing ? "unavailable" : null);
    let refusing = true;
    const first = launchToy(store, { events: 1 });
    const second = launchToy(store, { events: 1 });
    work({ slots: 1 });
    await until("both ran", () => second.events.length === 1);
    expect([first.exit, second.exit]).toEqual([null, null]);
    refusing = false;
    await finished(first, second);
  },
);

test.concurrent(
  "a home that cannot be written refuses runs with the reason",
  async ({ expect, onTestFinished }) => {
    const { store, home, work } = await openWorld(onTestFinished);
    writeFileSync(join(home, "runs"), "in the way");
    const attempt = launchToy(store);
    work();
    await finished(attempt);
    expect(attempt.exit).toMatchObject({ code: null, reason: "refused" });
    expect(attempt.exit?.detail).toMatch(/ENOTDIR|EEXIST/);
  },
);
