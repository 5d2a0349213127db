import { expect, test } from "vitest";
import { createFairTurns } from "./fair-turns.ts";

/** A clock that moves when told, and whose sleepers wake when told. */
function stopped() {
  let at = 0;
  const sleepers: { ms: number; wake: () => void }[] = [];
  return {
    sleepers,
    work: (ms: number, done: string[], name: string) => () => {
      at += ms;
      done.push(name);
    },
    clock: {
      now: () => at,
      sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ ms, wake })),
    },
  };
}

test("after a long piece its owner waits as long, and others do not", async () => {
  const { clock, sleepers, work } = stopped();
  const inTurn = createFairTurns(10, clock);
  const done: string[] = [];
  const first = inTurn("loud", work(500, done, "loud 1"));
  const second = inTurn("loud", work(500, done, "loud 2"));
  await Promise.all([
    first,
    inTurn("quiet", work(1, done, "quiet 1")),
    inTurn("quiet", work(1, done, "quiet 2")),
  ]);
  expect(done).toEqual(["loud 1", "quiet 1", "quiet 2"]);
  expect([sleepers.length, sleepers[0].ms >= 500]).toEqual([1, true]);
  sleepers[0].wake();
  await second;
  expect(done.at(-1)).toBe("loud 2");
});

test("short work waits for nothing, and what fails lets the next one go on", async () => {
  const { clock, sleepers } = stopped();
  const inTurn = createFairTurns(10, clock);
  const failed = inTurn("a", () => Promise.reject(new Error("no")));
  const next = inTurn("a", () => "next");
  await expect(failed).rejects.toThrow("no");
  expect([await next, sleepers.length]).toEqual(["next", 0]);
});

test("more of one owner than may wait is refused, and another's is taken", async () => {
  const { clock } = stopped();
  const inTurn = createFairTurns(2, clock);
  const never = new Promise<void>(() => undefined);
  void inTurn("loud", () => never);
  void inTurn("loud", () => 1);
  void inTurn("loud", () => 2);
  await expect(inTurn("loud", () => 3)).rejects.toMatchObject({ name: "TooBusy" });
  expect(await inTurn("quiet", () => 4)).toBe(4);
});
