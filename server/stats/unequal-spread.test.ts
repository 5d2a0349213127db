import { expect, test } from "vitest";
import { draws } from "./testing.ts";
import { unequalRunSpread, unequalSpread } from "./unequal-spread.ts";

/** Share of worlds in which something is found. */
function alarmRate(sds: number[], seeds: number, worlds: number): number {
  const random = draws(seeds);
  let alarms = 0;
  for (let world = 0; world < worlds; world++) {
    const blocks = Array.from({ length: seeds }, () => 3 * random.normal());
    const table = sds.map((sd) => blocks.map((block) => block + sd * random.normal()));
    if (unequalSpread(table)) alarms++;
  }
  return alarms / worlds;
}

test("with equal scatter it speaks up in at most 5 % of tables, whatever the seeds share", () => {
  for (const seeds of [3, 5, 8]) expect(alarmRate([1, 1, 1, 1, 1], seeds, 2000)).toBeLessThan(0.065);
});

test("a tenfold scatter is seen with 3 seeds, a threefold one with 8", () => {
  expect(alarmRate([1, 10, 1, 1, 1], 3, 400)).toBeGreaterThan(0.75);
  expect(alarmRate([1, 3, 1, 1, 1], 8, 400)).toBeGreaterThan(0.65);
});

test("it names the cell and the ratio", () => {
  const calm = [0, 1, 2, 3, 4, 5].map((j) => Math.sin(j));
  const found = unequalSpread([
    calm,
    calm.map((v, j) => v + 0.1 * Math.cos(3 * j)),
    calm.map((v, j) => v + 5 * Math.sin(5 * j + 1)),
  ]);
  expect(found?.index).toBe(2);
  expect(found?.ratio).toBeGreaterThan(5);
});

test("when only one cell moves there is no ratio to the others", () => {
  expect(
    unequalSpread([
      [1, 1, 1, 1],
      [2, 2, 2, 2],
      [0, 5, 1, 9],
    ]),
  ).toMatchObject({ index: 2, ratio: null });
});

test("two cells, or no residuals at all, have nothing to compare", () => {
  expect(
    unequalSpread([
      [1, 2, 3],
      [9, 0, 4],
    ]),
  ).toBeNull();
  expect(
    unequalSpread([
      [1, 2, 3],
      [2, 3, 4],
      [3, 4, 5],
    ]),
  ).toBeNull();
});

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

test("of independent runs it sees what residuals of blocks hide: an eightfold scatter beside two calm cells", () => {
  expect(runAlarmRate([1, 8, 1, 1], [3, 3, 3, 3], 400)).toBeGreaterThan(0.6);
  expect(runAlarmRate([2, 8, 1, 1], [5, 5, 5, 5], 400)).toBeGreaterThan(0.8);
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
