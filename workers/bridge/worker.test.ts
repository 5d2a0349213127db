import { test } from "vitest";
import type { FakeAttempt } from "./fake-store.ts";
import { toyRecipe } from "./fixtures/toy-recipe.ts";
import { isRunning } from "./proc.mjs";
import { shareWorld } from "./testing/shared-world.ts";
import { PROTOCOL_VERSION } from "../protocol/version.ts";
import { emitting, finished, processOf, steps, straysOf, tell, until, upTo } from "./testing/world.ts";

/** What becomes of one run: one real worker program, real trainers and real HTTP; only the far end is a fake. */

const { world, worker, launch } = shareWorld();
const killSupervisor = ({ start }: FakeAttempt) => process.kill(start?.supervisorPid ?? 0, "SIGKILL");

test.concurrent(
  "a run is followed from claim to end, and everything it said arrives once",
  async ({ expect }) => {
    const attempt = launch({ events: 39, code: 7, end: "told" });
    await until("a sign of life", () =>
      attempt.heartbeats.some(({ alive, rssMiB }) => alive && rssMiB !== null && rssMiB > 10),
    );
    await tell(attempt);
    await finished(attempt);
    expect(steps(attempt)).toEqual(upTo(40));
    expect(attempt.events[0]).toMatchObject({ t: "points", values: { "toy/value": 1.5, "toy/nan": "NaN" } });
    const lines = upTo(40).map((k) => `step ${k}\n`);
    expect(attempt.log.toString()).toBe(lines.join(""));
    expect(attempt.exit).toMatchObject({
      code: 7,
      signal: null,
      askedBy: null,
      reason: "error",
      leftovers: 0,
    });
    expect(attempt.start).toMatchObject({
      fence: 1,
      device: "cpu",
      bootId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const args = ["toy", "--seed=1", "--events=39", "--pause_ms=5", "--code=7", "--end=told"];
    expect(attempt.start?.argv.slice(2)).toEqual(args);
    expect(attempt.finishes).toBe(1);
    await until("it is closed", () => world().directoryOf(attempt).closed()?.why === "delivered");
    expect(straysOf(attempt.assignment.attemptId)).toEqual([]);
  },
);

test.concurrent("the worker says who it is and what it can run", async ({ expect }) => {
  await until("it is registered", () => world().store.registrations.length > 0);
  expect(world().store.registrations[0]).toMatchObject({
    protocol: PROTOCOL_VERSION,
    name: "toy",
    slots: 64,
    recipes: [
      { slug: "toy", version: "1.0.0" },
      { slug: "toy-gpus", version: "1.0.0" },
      { slug: "toy-either", version: "1.0.0" },
    ],
    holding: [],
  });
  await until("one line", () =>
    /worker toy is registered at http:\S+ as wkr_0123456789abcdef, 64 slots\n/.test(worker().output()),
  );
});

test.concurrent("what cannot run here is refused with the reason", async ({ expect }) => {
  const other = world().store.launch({ recipe: "dpo", recipeVersion: "1.0.0", params: {} });
  const old = world().store.launch({ recipe: toyRecipe.slug, recipeVersion: "0.1.0", params: {} });
  const wrong = launch({ end: "explode" });
  await finished(other, old, wrong);
  for (const attempt of [other, old, wrong]) {
    expect(attempt.exit).toMatchObject({ code: null, signal: null, reason: "refused" });
    expect(attempt.start).toBeNull();
  }
  expect(other.exit?.detail).toMatch(/no recipe "dpo"/);
  expect(old.exit?.detail).toMatch(/wants toy 0\.1\.0/);
  expect(wrong.exit?.detail).toMatch(/End \(end\) must be one of/);
});

test.concurrent("a stop walks the server's ladder and says who asked", async ({ expect }) => {
  const stubborn = launch({ end: "stubborn" });
  await emitting(stubborn, 20);
  world().store.cancel(stubborn, "bob");
  await finished(stubborn);
  expect(stubborn.exit).toMatchObject({ code: null, signal: "SIGKILL", askedBy: "bob", reason: "stopped" });
  expect(stubborn.exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGINT", "SIGTERM", "SIGKILL"]);
});

test.concurrent(
  "kill -9 of the supervisor: the training goes on to an end that nobody saw",
  async ({ expect }) => {
    const attempt = launch({ events: 60, code: 7, end: "told" });
    await emitting(attempt);
    killSupervisor(attempt);
    await emitting(attempt, 60);
    expect(isRunning(processOf(attempt))).toBe(true);
    await tell(attempt);
    await finished(attempt);
    expect(steps(attempt)).toEqual(upTo(61));
    expect(attempt.exit).toMatchObject({
      code: null,
      signal: null,
      askedBy: null,
      reason: "supervisor_lost",
    });
  },
);

test.concurrent("a training without supervisor can be stopped", async ({ expect }) => {
  const attempt = launch({ end: "stubborn", events: 5 });
  await emitting(attempt, 5);
  killSupervisor(attempt);
  world().store.cancel(attempt);
  await finished(attempt);
  expect(attempt.exit).toMatchObject({ code: null, askedBy: "ada", reason: "supervisor_lost" });
  expect(attempt.exit?.escalation.map(({ signal }) => signal)).toEqual(["SIGINT", "SIGTERM", "SIGKILL"]);
});

test.concurrent("a daemon of a training without supervisor does not stay", async ({ expect }) => {
  const attempt = launch({ end: "told_daemon" });
  await emitting(attempt);
  killSupervisor(attempt);
  await tell(attempt);
  await finished(attempt);
  expect(attempt.exit).toMatchObject({ reason: "supervisor_lost", leftovers: 1 });
  expect(straysOf(attempt.assignment.attemptId)).toEqual([]);
});

test.concurrent("kill -9 of the trainer is told as the signal it was", async ({ expect }) => {
  const killed = launch({ end: "hang" });
  const torn = launch({ end: "torn", events: 10 });
  await emitting(killed, 20);
  process.kill(processOf(killed).pid, "SIGKILL");
  await finished(killed, torn);
  expect(killed.exit).toMatchObject({ code: null, signal: "SIGKILL", askedBy: null, reason: "unknown" });
  expect(steps(torn)).toEqual(upTo(10));
  expect(torn.exit?.signal).toBe("SIGKILL");
});

test.concurrent(
  "an assignment that is handed out again while it runs is not started again",
  async ({ expect }) => {
    const attempt = launch({ events: 39, end: "told" });
    const original = world().store.claim.bind(world().store);
    let again = 0;
    world().store.claim = (token, body) => {
      const reply = original(token, body);
      if (attempt.state !== "running" || (reply.body as { assignment: unknown }).assignment) return reply;
      again += 1;
      return { ...reply, body: { ...(reply.body as object), assignment: attempt.assignment } };
    };
    await until("it is handed out again", () => again > 0);
    await tell(attempt);
    await finished(attempt);
    const { attemptId } = attempt.assignment;
    expect(
      world().server.seen.filter((seen) => seen.attemptId === attemptId && seen.verb === "start"),
    ).toHaveLength(1);
    expect(attempt.log.toString().match(/step 1\n/g)).toHaveLength(1);
    expect(steps(attempt)).toEqual(upTo(40));
  },
);
