import { expect, test } from "vitest";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { isResumed } from "./run-lines-resumed.ts";

/** Which steps, from the first to the last, an attempt sent of each metric. */
type Sent = Record<string, readonly [first: number, last: number, n?: number, axis?: string]>;

function resumed(...attempts: Sent[]): boolean {
  const ids = attempts.map((_, i) => `attempt ${i}`);
  const all = ids.map((id) => ({ id, begun: null, hasPoints: true }));
  const series = attempts.flatMap((sent, i) =>
    Object.entries(sent).map(
      ([metric, [firstX, lastX, n = lastX - firstX + 1, axis = "step"]]) =>
        ({ attemptId: ids[i], metric, axis, n, firstX, lastX }) as SeriesFacts,
    ),
  );
  return isResumed(all, series);
}

test("a run is resumed where a later attempt goes on behind the first step of an earlier one", () => {
  expect(resumed({ kl: [1, 100] })).toBe(false);
  expect(resumed({ kl: [1, 100] }, { kl: [51, 130] })).toBe(true);
  expect(resumed({ kl: [1, 100] }, { kl: [1, 30] })).toBe(false);
  expect(resumed({}, { kl: [1, 30] })).toBe(false);
});

test("a metric that only one of the attempts sent, or whose only point is hidden, changes nothing of that", () => {
  expect(resumed({ kl: [1, 100] }, { kl: [101, 120], reward: [101, 120] })).toBe(true);
  expect(resumed({ kl: [1, 100] }, { reward: [101, 120] })).toBe(true);
  expect(resumed({ kl: [1, 70], rare: [60, 60] }, { kl: [51, 180], rare: [60, 180, 3] })).toBe(true);
  expect(resumed({ kl: [1, 70], rare: [60, 60] }, { kl: [1, 30] })).toBe(false);
});

test("what every attempt sends once at step 0 does not make a resumed one look new, nor a new one resumed", () => {
  const config = [0, 0] as const;
  expect(resumed({ kl: [1, 100], config }, { kl: [51, 51], config })).toBe(true);
  expect(resumed({ config }, { kl: [1, 30], config })).toBe(false);
  expect(resumed({ kl: [1, 2], config }, { kl: [3, 50], config })).toBe(true);
  expect(resumed({ kl: [1, 2], config }, { kl: [1, 50], config })).toBe(false);
});

test("a new beginning after a resumed attempt keeps the run only where that has no point left", () => {
  expect(resumed({ kl: [1, 50] }, { kl: [51, 80] }, { kl: [1, 20] })).toBe(false);
  const rare = [60, 60] as const;
  expect(resumed({ kl: [1, 50] }, { kl: [51, 80], rare }, { kl: [1, 20] })).toBe(true);
  expect(resumed({ kl: [1, 50] }, { kl: [1, 30] }, { kl: [31, 80] })).toBe(true);
});

test("attempts are compared over train step where both have it, else over what they share, and else go on", () => {
  const seconds = (first: number) => [first, 90, 90, "seconds"] as const;
  expect(resumed({ kl: [1, 50], gpu: seconds(0) }, { kl: [1, 50], gpu: seconds(3) })).toBe(false);
  expect(resumed({ gpu: seconds(0) }, { gpu: seconds(3) })).toBe(true);
  expect(resumed({ gpu: seconds(0) }, { gpu: seconds(0) })).toBe(false);
  expect(resumed({ gpu: seconds(0) }, { kl: [1, 50] })).toBe(true);
});

test("what the machine did goes on in every attempt, and so says nothing of where the training began", () => {
  const machine = (first: number) => [first, first + 90, 90, "seconds"] as const;
  expect(resumed({ "machine.cpu": machine(0) }, { "machine.cpu": machine(95), kl: [1, 50] })).toBe(false);
  expect(resumed({ "machine.cpu": machine(0) }, { "machine.cpu": machine(95) })).toBe(false);
  const later = { "machine.cpu": machine(95), kl: [51, 80] as const };
  expect(resumed({ "machine.cpu": machine(0), kl: [1, 60] }, later)).toBe(true);
});
