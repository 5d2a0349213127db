import { readFileSync } from "node:fs";
import { test } from "vitest";
import { emitting, finished, launchToy, openWorld, steps, tell, until, upTo } from "./testing/world.ts";

/** What the network and the server can do to a run: nothing that shows in what is stored in the end. */

test.concurrent("a server that is down does not touch the training", async ({ expect, onTestFinished }) => {
  const { store, server, work, directoryOf } = await openWorld(onTestFinished);
  const attempt = launchToy(store, { events: 60, pause_ms: 10, code: 7, end: "told" });
  const worker = work();
  await emitting(attempt);
  await server.kill();
  const before = attempt.events.length;
  await tell(attempt);
  await until("the training ended meanwhile", () => directoryOf(attempt).exit()?.settled);
  await until("it is missed", () => worker.output().includes("does not answer"));
  expect(attempt.events.length).toBe(before);
  await server.restart();
  await finished(attempt);
  expect(steps(attempt)).toEqual(upTo(61));
  expect(attempt.exit).toMatchObject({ code: 7 });
  expect(worker.output().match(/does not answer \(\w+\); trainings go on/g)).toHaveLength(1);
  expect(worker.output().match(/answers again/g)).toHaveLength(1);
});

test.concurrent("a worker that starts before its server waits for it", async ({ expect, onTestFinished }) => {
  const { store, server, work } = await openWorld(onTestFinished);
  await server.kill();
  const attempt = launchToy(store, { events: 3 });
  const worker = work();
  await until("it says so", () => worker.output().includes("does not answer"));
  await server.restart();
  await finished(attempt);
  expect(attempt.exit?.reason).toBe("ok");
});

test.concurrent(
  "lost, cut, doubled and refused answers change nothing",
  async ({ expect, onTestFinished }) => {
    const { store, server, work, directoryOf } = await openWorld(onTestFinished, { maxEventsPerBatch: 3 });
    const attempt = launchToy(store, { events: 30, code: 3 });
    const faults = ["lost", "truncated", "twice", "unavailable", "garbage", null, null] as const;
    let k = 0;
    server.fault = () => faults[k++ % faults.length];
    work();
    await finished(attempt);
    expect(steps(attempt)).toEqual(upTo(30));
    expect(attempt.log.equals(readFileSync(directoryOf(attempt).log))).toBe(true);
    expect(attempt.exit).toMatchObject({ code: 3, reason: "error" });
  },
);

test.concurrent("past the cap a log keeps beginning and end", async ({ expect, onTestFinished }) => {
  const { store, work } = await openWorld(onTestFinished, { maxLogBytes: 4000 });
  const attempt = launchToy(store, { events: 600, pause_ms: 0 });
  work();
  await finished(attempt);
  const log = attempt.log.toString();
  expect(log.length).toBeLessThanOrEqual(4000);
  expect(log).toMatch(/^step 1\nstep 2\n/);
  expect(log).toMatch(/\n\[\d+ bytes are not stored: the log may have 4000 bytes\. Its end follows\.\]\n/);
  expect(log).toMatch(/\nstep 600\n$/);
});

test.concurrent("a claim whose answer was lost still runs once", async ({ expect, onTestFinished }) => {
  const { store, server, work, directoryOf } = await openWorld(onTestFinished);
  const attempt = launchToy(store, { events: 10 });
  let claims = 0;
  server.fault = ({ verb }) => (verb === "claim" && claims++ < 2 ? "lost" : null);
  work();
  await finished(attempt);
  expect(claims).toBeGreaterThan(2);
  expect(steps(attempt)).toEqual(upTo(10));
  expect(readFileSync(directoryOf(attempt).log, "utf8").match(/step 1\n/g)).toHaveLength(1);
});
