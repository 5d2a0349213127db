import { expect, test } from "vitest";
import { draws } from "../testing.ts";
import { unequalRunSpread } from "./unequal-spread.ts";

/** Share of worlds of independent runs in which something is found. */
function runAlarmRate(sds: number[], sizes: number[], worlds: number): number {
  const random = draws(sizes[0]);
  let alarms = 0;
  for (let world = 0; world < worlds; world++) {
    const cells = sds.map((sd, i) => Array.from({ length: sizes[i] }, () => 5 + sd * random.normal()));
    if (unequalRunSpread(cells)) alarms++;
  }
  return alarms / worlds;
}

test("of independent runs with equal scatter, in cells of any sizes, it speaks up in at most 5 %", () => {
  for (const sizes of [
    [3, 3, 3, 3],
    [8, 3, 5, 4],
    [3, 3],
  ])
    expect(
      runAlarmRate(
        sizes.map(() => 1),
        sizes,
        2000,
      ),
    ).toBeLessThan(0.065);
});

test("of independent runs it sees an eightfold scatter beside two calm cells", () => {
  expect(runAlarmRate([1, 8, 1, 1], [3, 3, 3, 3], 400)).toBeGreaterThan(0.6);
  expect(runAlarmRate([2, 8, 1, 1], [5, 5, 5, 5], 400)).toBeGreaterThan(0.8);
});

test("of independent runs it says how many times as much the cell scatters as the others", () => {
  const calm = [1, 2, 3, 2];
  const found = unequalRunSpread([calm, calm.map((v) => v + 9), calm.map((v) => 20 * v)]);
  expect(found).toMatchObject({ index: 2 });
  expect(found?.ratio).toBeCloseTo(20, 10);
});

test("of independent runs it names the cell that was given, and has no ratio where the others do not move", () => {
  expect(unequalRunSpread([[4], [1, 1, 1], [1, 5, 9]])).toMatchObject({ index: 2, ratio: null });
  expect(unequalRunSpread([[1, 2, 3], [5]])).toBeNull();
  expect(
    unequalRunSpread([
      [1, 1, 1],
      [2, 2, 2],
    ]),
  ).toBeNull();
});
