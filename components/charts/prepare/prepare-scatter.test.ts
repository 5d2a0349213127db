import { expect, test } from "vitest";
import { prepareScatter, type ScatterGroup } from "./prepare-scatter.ts";

const AXES = { x: { title: "steps", unit: "steps" }, y: { title: "DA", unit: "share" } } as const;
const group = (key: string, points: [number, number][], more: Partial<ScatterGroup> = {}): ScatterGroup => ({
  key,
  name: key,
  colour: 1,
  open: false,
  joined: false,
  points: points.map(([x, y], seed) => ({ x, y, seed })),
  ...more,
});
const draw = (groups: ScatterGroup[]) =>
  prepareScatter(groups, AXES, { left: 30, right: 430, top: 0, bottom: 200 });

test("a configuration is a dot at the mean of its runs, which are small dots around it", () => {
  const { dots } = draw([
    group("rr5", [
      [4, 0.5],
      [6, 0.7],
    ]),
    group("oracle", [[10, 1]]),
  ]);
  expect(dots.map(({ key, radius }) => [key, radius > 3])).toEqual([
    ["rr5 0", false],
    ["rr5 1", false],
    ["rr5", true],
    ["oracle", true],
  ]);
  const [first, second, own] = dots;
  expect(own.y).toBeCloseTo((first.y + second.y) / 2, 9);
  expect(own.text).toMatch(/^rr5: DA 60\.0.%, steps 5\.00.steps; mean over seeds, n 2$/);
  expect(dots[3].text).toMatch(/mean over seeds, n 1$/);
  expect(dots[3].y).toBe(0);
});

test("axes begin at 0, a share near 1 has all of it, and ticks are written with their unit's digits", () => {
  const { xTicks, yTicks } = draw([group("oracle", [[10, 0.9]])]);
  expect(yTicks.map(({ text }) => text)).toEqual(["0", "20", "40", "60", "80", "100"]);
  expect([yTicks[0].at, yTicks[5].at]).toEqual([200, 0]);
  expect(xTicks[0]).toMatchObject({ value: 0, at: 30 });
});

test("the means that are joined are joined in the order of x, the others not", () => {
  const { lines } = draw([
    group("slow", [[9, 0.8]], { joined: true }),
    group("alone", [[5, 0.4]]),
    group("fast", [[4, 0]], { joined: true }),
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0].from.y).toBe(200);
  expect(lines[0].key).toBe("slow");
});

test("a configuration without a run is not drawn, and nothing at all has axes", () => {
  const { dots, lines, yTicks } = draw([group("gone", [])]);
  expect([dots, lines]).toEqual([[], []]);
  expect(yTicks.length).toBeGreaterThan(1);
});

test("every mean has its name beside it, two on one spot too", () => {
  const { labels } = draw([group("oracle", [[4, 0]]), group("rr5", [[4, 0]]), group("sft", [[8, 0.6]])]);
  expect(labels.map(({ text }) => text)).toEqual(["oracle", "rr5", "sft"]);
  const [one, other] = labels;
  expect(Math.abs(one.y - other.y) >= 13 || Math.abs(one.x - other.x) > 20).toBe(true);
});
