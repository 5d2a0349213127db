import { expect, test } from "vitest";
import { deleteTicksBefore } from "#db/queries/ticks.ts";
import { topics, type Tick } from "../../contracts/live.ts";
import { commit } from "../context.ts";
import { makeWorld, pointsEvents, started, type World } from "../testing.ts";
import { BACKLOG, liveTicks, tickBefore } from "./live-ticks.ts";

/** Follows ticks from `after` on and returns those that have come when `work` is done. */
async function heard(world: World, after: number | null, work: () => void): Promise<Tick[]> {
  const stop = new AbortController();
  const ticks: Tick[] = [];
  const following = (async () => {
    for await (const tick of liveTicks(world.ctx, after, stop.signal)) ticks.push(tick);
  })();
  await new Promise((resolve) => setImmediate(resolve));
  work();
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  await following;
  return ticks;
}

const touch = (world: World, name: string) => commit(world.ctx, (scope) => scope.touch(name));

test("a tick says which run got points and how far these reach, live and from the backlog", async () => {
  const { world, attempt } = started();
  const before = tickBefore({ ...world.ctx, now: () => world.clock.now + 60_000 });
  const live = await heard(world, before, () => void attempt.send(...pointsEvents({ "reward/raw": 1 }, 5)));
  expect(live).toHaveLength(1);
  expect(live[0]).toMatchObject({ advanced: { [attempt.runId]: 5 } });
  expect(live[0].topics).toContain(topics.run(attempt.runId));
  expect(await heard(world, before, () => {})).toEqual(live);
});

test("whoever comes back hears every tick since, each once and in order, also those that come while it catches up", async () => {
  const world = makeWorld();
  for (let i = 0; i < 5; i++) touch(world, `t${i}`);
  const ticks = await heard(world, 2, () => touch(world, "now"));
  expect(ticks.map(({ id }) => id)).toEqual([3, 4, 5, 6]);
  expect(ticks.at(-1)?.topics).toEqual(["now"]);
});

test("whoever was away for longer than ticks are kept is told that everything changed", async () => {
  const world = makeWorld();
  for (let i = 0; i < 5; i++) {
    world.clock.now += 1000;
    touch(world, `t${i}`);
  }
  deleteTicksBefore(world.ctx.db, world.clock.now);
  const ticks = await heard(world, 1, () => {});
  expect(ticks.map((tick) => tick.topics)).toEqual([[topics.everything]]);
  expect(ticks[0].id).toBe(5);
});

test("a page follows behind what was there a moment before it was read", () => {
  const world = makeWorld();
  expect(tickBefore(world.ctx)).toBe(0);
  touch(world, "early");
  world.clock.now += 60_000;
  touch(world, "just now");
  expect(tickBefore(world.ctx)).toBe(1);
  world.clock.now += 60_000;
  expect(tickBefore(world.ctx)).toBe(2);
});

test("whoever reads nothing for long is told that everything changed, and then each tick again", async () => {
  const world = makeWorld();
  const stop = new AbortController();
  const ticks = liveTicks(world.ctx, null, stop.signal);
  const first = ticks.next();
  const sent = 3 * BACKLOG + 3;
  for (let i = 0; i < sent; i++) touch(world, `t${i}`);
  const told = [(await first).value as Tick];
  while (told.length < BACKLOG && told.at(-1)?.id !== sent) told.push((await ticks.next()).value as Tick);
  stop.abort();
  expect(told[0].topics).toEqual([topics.everything]);
  expect(told.map(({ id }) => id)).toEqual(told.map((_, i) => sent - told.length + 1 + i));
});
