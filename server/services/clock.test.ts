import { expect, test } from "vitest";
import { heartbeatAttempt } from "./attempts/heartbeat.ts";
import { reapSilentAttempts } from "./attempts/finish.ts";
import { elapsedSince, isDueAgain, watchSteps } from "./clock.ts";
import { getRun } from "./runs/get.ts";
import { pointsEvents, started } from "./testing.ts";
import { isOnline } from "./workers/list.ts";
import { selectWorkers } from "#db/queries/workers.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const LOOK_MS = 500;

/** A world whose clock is set by others, beside one that only goes forward; a server looks for silence as it does. */
function movedWorld() {
  const { world, attempt } = started();
  let steady = 0;
  const boot = () => (world.ctx.comparableSince = watchSteps(world.ctx.now, () => steady));
  boot();
  attempt.send(...pointsEvents({}, 1));
  const pass = (ms: number, each: () => void = () => {}) => {
    for (let k = 0; k < ms; k += LOOK_MS) {
      world.clock.now += LOOK_MS;
      steady += LOOK_MS;
      each();
      reapSilentAttempts(world.ctx, world.ctx.comparableSince!());
    }
  };
  const beat = () =>
    void heartbeatAttempt(attempt.ctx, attempt.attemptId, {
      fence: 1,
      sentAt: world.clock.now,
      alive: true,
      rssMiB: null,
      cpuSeconds: null,
    });
  const state = () => getRun(world.ctx, attempt.runId).row.state;
  return {
    world,
    attempt,
    pass,
    beat,
    state,
    boot,
    /** The clock of the machine is set. */
    set: (ms: number) => (world.clock.now += ms),
    /** The machine sleeps: its clock goes on, the steady one does or does not. */
    sleep: (ms: number, isCounted: boolean) => {
      world.clock.now += ms;
      if (isCounted) steady += ms;
    },
  };
}

const STEPS: [string, (moved: ReturnType<typeof movedWorld>) => void][] = [
  ["a step forward", ({ set }) => set(HOUR)],
  ["a step of years", ({ set }) => set(20 * YEAR)],
  ["a step back", ({ set }) => set(-HOUR)],
  ["two steps", ({ set, pass, beat }) => (set(-HOUR), pass(2000, beat), set(2 * HOUR))],
  ["a sleep that is not counted", ({ sleep }) => sleep(8 * HOUR, false)],
  ["a sleep that is counted", ({ sleep }) => sleep(8 * HOUR, true)],
  ["a restart after a step forward", ({ set, boot }) => (set(HOUR), boot())],
  ["a restart after a step back", ({ set, boot }) => (set(-HOUR), boot())],
];

test.each(STEPS)("%s makes no run unreachable, and silence after it is seen as soon as ever", (_, step) => {
  const moved = movedWorld();
  const { pass, beat, state, world } = moved;
  pass(40_000, beat);
  step(moved);
  const seen = new Set<string>();
  pass(40_000, () => {
    if (world.clock.now % 1000 === 0) beat();
    seen.add(state());
  });
  expect(seen.has("unreachable")).toBe(false);
  pass(29_000);
  expect(state()).toBe("running");
  pass(2000);
  expect(state()).toBe("unreachable");
  beat();
  expect(state()).toBe("running");
});

test("a run that nobody is behind any more is seen 30 s after a step, whichever way", () => {
  for (const by of [HOUR, -HOUR]) {
    const { pass, state, set } = movedWorld();
    set(by);
    pass(29_000);
    expect(state()).toBe("running");
    pass(2000);
    expect(state()).toBe("unreachable");
  }
});

test("a worker that is heard is not away after a step, and one that is not heard is", () => {
  for (const by of [HOUR, -HOUR]) {
    const { world, pass, set } = movedWorld();
    const [worker] = selectWorkers(world.ctx.db);
    set(by);
    pass(500);
    expect(isOnline(world.ctx, worker)).toBe(true);
    pass(10_000);
    expect(isOnline(world.ctx, worker)).toBe(false);
  }
});

test("what is done every so often is done again after a step back, and not late", () => {
  const { world, pass, set } = movedWorld();
  const at = world.clock.now;
  expect(isDueAgain(world.ctx, undefined, 5000)).toBe(true);
  set(-HOUR);
  pass(500);
  expect(isDueAgain(world.ctx, at, 5000)).toBe(false);
  pass(5000);
  expect(isDueAgain(world.ctx, at, 5000)).toBe(true);
  expect(elapsedSince(world.ctx, at)).toBeLessThan(6000);
});
