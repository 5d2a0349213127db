import { expect, test } from "vitest";
import { atLeast, atMost, isMissed, timesBetter, type Figure } from "./figure.ts";
import { figuresJson, formatFigures } from "./print-figures.ts";

const figure = (more: Partial<Figure>): Figure => ({
  name: "ingest",
  measured: 2_000_000,
  unit: "points/s",
  target: atLeast(1_000_000),
  note: "how it was measured",
  ...more,
});
const machine = { cpus: 2, loadBefore: 0.25 };

test("a goal is missed below a least and above a most, and never where nothing was measured or promised", () => {
  expect(isMissed(figure({}))).toBe(false);
  expect(isMissed(figure({ measured: 999_999 }))).toBe(true);
  expect(isMissed(figure({ measured: 21, target: atMost(20) }))).toBe(true);
  expect(isMissed(figure({ measured: 20, target: atMost(20) }))).toBe(false);
  expect(isMissed(figure({ measured: null }))).toBe(false);
  expect(isMissed(figure({ target: null }))).toBe(false);
});

test("times better than a peer is above 1 when more was wanted and is more, or less was wanted and is less", () => {
  expect(timesBetter(figure({ peer: { name: "trackio", value: 200_000 } }))).toBe(10);
  expect(timesBetter(figure({ measured: 5, target: atMost(5), peer: { name: "Aim", value: 50 } }))).toBe(10);
  expect(timesBetter(figure({}))).toBeNull();
});

test("the table has goal, measured value, the ratio of both, peer, ratio and ceiling side by side, and marks what missed", () => {
  const rows = [
    figure({ peer: { name: "trackio", value: 163_000 }, ceiling: { value: 4e6, what: "plain HTTP" } }),
    figure({ name: "window, p99", measured: 31.4159, unit: "ms", target: atMost(20) }),
  ];
  expect(formatFigures(rows, machine).split("\n")).toEqual([
    "figure               goal   measured  unit      of goal          best peer        ratio  ceiling               how",
    "-----------  ------------  ---------  --------  -------  ------  ---------------  -----  --------------------  -------------------",
    "ingest       >= 1,000,000  2,000,000  points/s       2x          trackio 163,000  12.3x  4,000,000 plain HTTP  how it was measured",
    "window, p99         <= 20       31.4  ms          1.57x  MISSED  -                    -  -                     how it was measured",
    "",
    "1 of the figures missed their goal. 2 CPUs; load average before: 0.3 (above 1, other programs lengthen the times)",
  ]);
});

test("machines get every field, with what missed and the ratios worked out", () => {
  const told = JSON.parse(
    figuresJson([figure({ measured: 500_000, peer: { name: "trackio", value: 250_000 } })], machine),
  ) as unknown;
  expect(told).toMatchObject({
    cpus: 2,
    figures: [{ name: "ingest", measured: 500_000, missed: true, ratio: 0.5, timesBetter: 2 }],
  });
});
