import { assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { SPIKE, blocksOf, planSeries, pointsOf, xOf } from "./point-generator.ts";
import { hashPoints } from "./point-hash.ts";
import { FULL, QUICK, planGroups } from "./point-plan.ts";

const all = (points: number, float32 = true, index = 3) => {
  const series = planSeries(index, "m", points, { float32 });
  return { series, ...pointsOf(series, 0, points) };
};

test("any slice of a series is the same points again, wherever it is cut", () => {
  const series = planSeries(5, "m", 2000);
  const whole = pointsOf(series, 0, 2000);
  assert(
    property(nat(1999), nat(1999), (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const slice = pointsOf(series, from, to);
      expect(slice.x).toEqual(whole.x.slice(from, to));
      expect(slice.value).toEqual(whole.value.slice(from, to));
      expect(slice.at).toEqual(whole.at.slice(from, to));
    }),
    { numRuns: 50 },
  );
});

test("no plan has a series twice, and no series has an x twice", () => {
  for (const size of [QUICK, FULL]) {
    const series = planGroups(size).flatMap(({ runs }) => runs.flat());
    expect(new Set(series.map(({ index }) => index)).size).toBe(series.length);
  }
  for (let index = 0; index < 20; index++) {
    const { x } = all(3000, true, index);
    expect(x.every((one, i) => i === 0 || one > x[i - 1])).toBe(true);
  }
});

test("the full plan is 10 M points in 1,000 series and one series of 5 M", () => {
  const groups = Object.fromEntries(planGroups(FULL).map((group) => [group.role, group.runs.flat()]));
  const wide = [...groups["wide-json"], ...groups["wide-binary"]];
  expect([wide.length, wide.reduce((sum, { points }) => sum + points, 0)]).toEqual([1000, 10_000_000]);
  expect(groups.long.map(({ points }) => points)).toEqual([5_000_000]);
  expect(wide.filter(({ float32 }) => float32).length).toBe(500);
});

test("every series has one point at each spike and stays far below elsewhere", () => {
  for (let index = 0; index < 30; index++) {
    const { series, value } = all(500, index % 2 === 0, index);
    expect([value[series.up], value[series.down]]).toEqual([SPIKE, -SPIKE]);
    const rest = value.filter((v, i) => i !== series.up && i !== series.down && Number.isFinite(v));
    expect(Math.max(...rest.map(Math.abs))).toBeLessThan(5);
  }
});

test("values are float32 where that was planned, and need all of a float64 elsewhere", () => {
  const share = (values: Float64Array) => values.filter((v) => Object.is(Math.fround(v), v)).length / 5000;
  expect(share(all(5000, true).value)).toBe(1);
  expect(share(all(5000, false).value)).toBeLessThan(0.01);
});

test("NaN and both infinities are among the values", () => {
  const { value } = all(100_000);
  const strange = value.filter((v) => !Number.isFinite(v));
  expect(strange.length).toBeGreaterThan(5);
  expect(strange.length).toBeLessThan(60);
  expect(new Set(strange)).toEqual(new Set([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]));
});

test("wall times are whole milliseconds that go up and are late by a random bit", () => {
  const { at } = all(5000);
  const steps = at.slice(1).map((time, i) => time - at[i]);
  expect(at.every(Number.isInteger)).toBe(true);
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(new Set(steps).size).toBeGreaterThan(30);
});

test("the hash of a series does not depend on its blocks, and notices one bit", () => {
  const series = planSeries(9, "m", 10_000);
  const whole = hashPoints([pointsOf(series, 0, 10_000)]);
  expect(hashPoints(blocksOf(series, 777))).toEqual(whole);
  expect(whole.points).toBe(10_000);
  const changed = pointsOf(series, 0, 10_000);
  changed.value[500] = -changed.value[500];
  expect(hashPoints([changed]).sha256).not.toBe(whole.sha256);
  expect(xOf(series, 10)).toBe(pointsOf(series, 10, 11).x[0]);
});

test("a NaN of any payload hashes as a NaN", () => {
  const odd = pointsOf(planSeries(1, "m", 10), 0, 10);
  const plain = { ...odd, value: odd.value.slice() };
  plain.value[3] = Number.NaN;
  new BigUint64Array(odd.value.buffer)[3] = 0x7ff8_0000_dead_beefn;
  expect(hashPoints([odd])).toEqual(hashPoints([plain]));
});
