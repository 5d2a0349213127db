import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { AttemptLeft, openAttempt } from "./attempt.ts";
import { createClient } from "./calls/client.ts";
import { startFakeServer } from "./fake-server.ts";
import { FakeStore } from "./fake-store.ts";
import { openLocal } from "./executors/local/local.ts";
import { openRunDirectory } from "./run-directory.ts";
import { launchToy, steps, temporaryFolder, upTo } from "./testing/world.ts";

/** Message by message, without the loops around them: a mistake cannot be healed by a later message. */

const forever = new AbortController().signal;

async function setUp(events: number) {
  const store = new FakeStore({ maxEventsPerBatch: 4 });
  const server = await startFakeServer(store);
  onTestFinished(() => server.kill());
  const remote = launchToy(store);
  const directory = openRunDirectory(temporaryFolder(onTestFinished), remote.assignment.attemptId);
  mkdirSync(directory.path, { recursive: true });
  const line = (step: number) => `${JSON.stringify({ t: "points", step, at: 1, values: { x: step } })}\n`;
  writeFileSync(directory.events, upTo(events).map(line).join(""));
  writeFileSync(directory.log, "0123456789");
  const said: string[] = [];
  const terms = () => ({ ...store.terms, workerId: "wkr_0", token: "", forget: [] });
  const log = (text: string) => said.push(text);
  const attempt = openAttempt(remote.assignment, {
    client: createClient(server.url),
    executor: openLocal(),
    directory,
    terms,
    log,
  });
  onTestFinished(() => attempt.close());
  const bodies = (verb: string) => server.seen.filter((seen) => seen.verb === verb).map(({ body }) => body);
  return { store, server, remote, directory, attempt, said, bodies };
}

test("batches follow each other and say when there is more", async () => {
  const { remote, attempt } = await setUp(10);
  const told = [];
  for (let k = 0; k < 4; k++) told.push(await attempt.tellEvents(false, forever));
  expect(told).toEqual(["more", "more", "enough", "enough"]);
  expect(steps(remote)).toEqual(upTo(10));
});

test("many events at one look are a stream, whose next look can wait; what the end finds never is", async () => {
  const { remote, store, attempt } = await setUp(10);
  store.terms.maxEventsPerBatch = 100;
  expect(await attempt.tellEvents(false, forever)).toBe("stream");
  expect(steps(remote)).toEqual(upTo(10));
  expect(await attempt.tellEvents(true, forever)).toBe("enough");
});

test("a gap is mended from where the server says, in the next message", async () => {
  const { remote, attempt, bodies } = await setUp(10);
  await attempt.tellEvents(false, forever);
  await attempt.tellEvents(false, forever);
  remote.events.length = 2;
  await attempt.tellEvents(false, forever);
  await attempt.tellEvents(false, forever);
  expect(bodies("events").map((body) => (body as { firstSeq: number }).firstSeq)).toEqual([1, 5, 9, 3]);
  expect(steps(remote)).toEqual(upTo(6));
});

test("a new worker that starts from one is told where the server is", async () => {
  const { remote, attempt, bodies } = await setUp(10);
  remote.events.push(...upTo(9).map((step) => ({ t: "points" as const, step, at: 1, values: {} })));
  remote.log = Buffer.from("01234");
  await attempt.tellEvents(false, forever);
  await attempt.tellEvents(false, forever);
  await attempt.tellLog(false, forever);
  await attempt.tellLog(false, forever);
  expect(steps(remote)).toEqual(upTo(10));
  expect(remote.log.toString()).toBe("0123456789");
  expect(bodies("events")).toHaveLength(2);
});

test("a server that is ahead of what the folder shows is believed no further than that", async () => {
  const { remote, attempt, directory } = await setUp(3);
  remote.events.push(...upTo(5).map((step) => ({ t: "points" as const, step, at: 1, values: {} })));
  await attempt.tellEvents(false, forever);
  for (const step of [4, 5, 6])
    appendFileSync(directory.events, `${JSON.stringify({ t: "points", step, at: 1, values: {} })}\n`);
  await attempt.tellEvents(false, forever);
  expect(steps(remote)).toEqual(upTo(6));
});

test("an end is taken only after its events, which are sent again if the server lacks them", async () => {
  const { remote, attempt } = await setUp(3);
  const exit = {
    code: 0,
    signal: null,
    askedBy: null,
    reason: "ok" as const,
    endedAt: 1,
    escalation: [],
    detail: "",
    leftovers: 0,
  };
  await attempt.tellEvents(true, forever);
  remote.events.length = 1;
  expect(await attempt.tellEnd(exit, forever)).toBe("rewound");
  await attempt.tellEvents(true, forever);
  expect(await attempt.tellEnd(exit, forever)).toBe("accepted");
  expect(remote).toMatchObject({ state: "finished", exit });
  expect(steps(remote)).toEqual(upTo(3));
});

test("the assignment can be handed out again with another token, and an older fence is not taken", async () => {
  const { remote, directory, attempt } = await setUp(1);
  const renewed = { ...remote.assignment, token: "another", fence: 3 };
  remote.assignment = renewed;
  attempt.renew(renewed);
  attempt.renew({ ...renewed, token: "stale", fence: 2 });
  await attempt.tellEvents(false, forever);
  expect(remote.events).toHaveLength(1);
  expect(directory.assignment()).toEqual(renewed);
});

test("every message throws when the attempt belongs to somebody else", async () => {
  const { remote, attempt } = await setUp(1);
  remote.assignment = { ...remote.assignment, fence: 2 };
  await expect(attempt.tellEvents(false, forever)).rejects.toThrow(AttemptLeft);
  await expect(attempt.tellLog(false, forever)).rejects.toThrow(AttemptLeft);
  await expect(attempt.beat()).rejects.toMatchObject({ why: "fenced" });
});

test("a no that may be mended from outside is said once and asked again", async () => {
  const { server, remote, attempt, said } = await setUp(1);
  const { token } = remote.assignment;
  remote.assignment = { ...remote.assignment, token: "restored from a backup" };
  const stop = new AbortController();
  server.fault = () => {
    if (server.seen.length === 1) remote.assignment = { ...remote.assignment, token };
    return null;
  };
  expect(await attempt.tellEvents(false, stop.signal)).toBe("enough");
  expect(said).toEqual([expect.stringMatching(/the server refuses .*events: not this attempt's token/)]);
  expect(remote.events).toHaveLength(1);
});
