import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { startFakeServer } from "../fake-server.ts";
import { FakeStore } from "../fake-store.ts";
import { supervise, toy } from "../testing/supervise.ts";
import { launchToy, steps, until, upTo } from "../testing/world.ts";

/** What a node sends by itself, while no worker looks: a real supervisor, a real trainer, a real server. */

const EIGHT_EVENTS = toy("hang").map((word) => (word === "--events=2" ? "--events=8" : word));

async function setUp(onEnd: (clean: () => void | Promise<void>) => void) {
  const store = new FakeStore();
  const server = await startFakeServer(store);
  onEnd(() => server.kill());
  const attempt = launchToy(store);
  attempt.state = "assigned";
  const { attemptId, fence, token } = attempt.assignment;
  const post = { url: `${server.url}/api/worker/attempts/${attemptId}/events`, fence };
  const start = () =>
    supervise(onEnd, EIGHT_EVENTS, {
      beatMs: 200,
      post,
      before: ({ token: file }) => writeFileSync(file, `${token}\n`, { mode: 0o600 }),
    });
  return { server, attempt, start };
}

test.concurrent("events arrive though no worker looks", async ({ expect, onTestFinished }) => {
  const { attempt, start } = await setUp(onTestFinished);
  start();
  await until("its events", () => attempt.events.length > 3);
  expect(steps(attempt)).toEqual(upTo(attempt.events.length));
});

test.concurrent(
  "without a route nothing happens, and what was stored meanwhile is not sent again",
  async ({ expect, onTestFinished }) => {
    const { server, attempt, start } = await setUp(onTestFinished);
    await server.kill();
    const run = start();
    await run.emitting();
    attempt.events.push(
      { t: "points", step: 1, at: 1, values: {} },
      { t: "points", step: 2, at: 1, values: {} },
    );
    await server.restart();
    await until("the rest", () => attempt.events.length > 4);
    expect(steps(attempt)).toEqual(upTo(attempt.events.length));
    run.stop(100, 100);
    expect((await run.settled()).reason).toBe("stopped");
  },
);

test.concurrent(
  "an attempt that belongs to somebody else is not posted for",
  async ({ expect, onTestFinished }) => {
    const { server, attempt, start } = await setUp(onTestFinished);
    attempt.assignment = { ...attempt.assignment, fence: 9 };
    const run = start();
    await until("it was told", () => server.seen.length > 0);
    run.stop(100, 100);
    await run.settled();
    expect([attempt.events.length, server.seen.length]).toEqual([0, 1]);
  },
);
