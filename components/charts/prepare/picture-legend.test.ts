import { expect, test } from "vitest";
import type { LineSeries } from "../types.ts";
import { legendEntries, pictureLegend } from "./picture-legend.ts";
import { prepareLines } from "./prepare-lines.ts";
import { rawWindow, steps } from "./testing.ts";
import { textWidth } from "./text-width.ts";

const HEIGHT = 250;
const model = (lines: Partial<LineSeries>[], hidden: string[] = []) =>
  prepareLines({
    series: lines.map((line, i) => ({
      key: `${i}`,
      label: "",
      name: `run ${i}`,
      window: rawWindow(steps(0, 5, i)),
      ...line,
    })),
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
    hidden,
  });
const seeds = (variant: string, colour: LineSeries["colour"], n: number) =>
  Array.from({ length: n }, () => ({ variant, colour }));

test("a picture whose lines are named at their ends has no legend, nor has an only line", () => {
  expect(
    legendEntries(
      model([
        { label: "a", colour: 1 },
        { label: "b", colour: 2 },
      ]),
      HEIGHT,
    ),
  ).toEqual([]);
  expect(legendEntries(model([{}]), HEIGHT)).toEqual([]);
});

test("seeds of a configuration are one entry with its name and how many there are, without the hidden ones", () => {
  const lines = [...seeds("base", "ink", 3), ...seeds("no KL", 1, 5), ...seeds("noisy", 2, 1)];
  expect(legendEntries(model(lines, ["0", "7"]), HEIGHT)).toEqual([
    { colour: "ink", text: "base, 2 lines" },
    { colour: 1, text: "no KL, 4 lines" },
    { colour: 2, text: "noisy" },
  ]);
});

test("lines without a configuration are named one by one, and the grey ones are counted last", () => {
  const lines = [{ colour: "rest" as const }, { colour: 1 }, { colour: "rest" as const }, { colour: 2 }];
  expect(legendEntries(model(lines), HEIGHT)).toEqual([
    { colour: 1, text: "run 1" },
    { colour: 2, text: "run 3" },
    { colour: "rest", text: "2 others" },
  ]);
});

test("entries keep to the width of the picture and never lie over each other", () => {
  const entries = Array.from({ length: 12 }, (_, i) => ({ colour: i + 1, text: `configuration ${i}` }));
  const { entries: placed, more, height } = pictureLegend(entries, 320);
  expect([placed.length, more]).toEqual([12, null]);
  for (const [i, { x, y, text }] of placed.entries()) {
    expect(x + textWidth(text, 11)).toBeLessThanOrEqual(320);
    expect(y).toBeLessThan(height);
    const next = placed[i + 1];
    if (next?.y === y) expect(next.x).toBeGreaterThan(x + textWidth(text, 11));
  }
});

test("what finds no row is counted, and no entry means no room", () => {
  const entries = Array.from({ length: 99 }, (_, i) => ({ colour: 1, text: `a rather long name ${i}` }));
  const { entries: placed, more, height } = pictureLegend(entries, 300);
  expect(more?.text).toBe(`and ${99 - placed.length} more`);
  expect(more?.y).toBeLessThan(height);
  expect(pictureLegend([], 300)).toEqual({ height: 0, entries: [], more: null });
});
