import { describe, expect, test } from "vitest";
import { prepareLines } from "#server/plot/preparers.ts";
import type { LineSeries } from "#server/plot/series.ts";
import { rawWindow, steps } from "#server/plot/testing.ts";
import { textWidth } from "#server/plot/text.ts";
import {
  drawnWords,
  imageHeading,
  legendEntries,
  pictureLegend,
  NOTES_SIZE,
  pictureNotes,
} from "./picture.ts";

describe("image heading", () => {
  const words = (heading: ReturnType<typeof imageHeading>) =>
    heading.lines.map(({ texts }) => texts.map(({ text }) => text));
  const model = (names: string[], runs: (string | undefined)[] = [], hidden: string[] = []) =>
    prepareLines({
      series: names.map((name, i) => ({
        key: `${i}`,
        label: name,
        run: runs[i],
        window: rawWindow(steps(0, 5, i)),
      })),
      x: { label: "train step", kind: "count" },
      y: { kind: "number" },
      hidden,
    });

  test("a saved picture has the title with its unit, and under it what is drawn", () => {
    const heading = imageHeading({ title: "Reward, raw", unit: "points", subject: "grpo-s1" }, 320);
    expect(words(heading)).toEqual([["Reward, raw", "points"], ["grpo-s1"]]);
    expect(heading.lines[1].y).toBeGreaterThan(heading.lines[0].y + 11);
    expect(heading.height).toBeGreaterThan(heading.lines[1].y);
  });

  test("without unit or subject nothing stands in for them", () => {
    expect(words(imageHeading({ title: "Loss", unit: "", subject: "" }, 320))).toEqual([["Loss"]]);
    expect(words(imageHeading({ title: "Loss", unit: "", subject: "Loss" }, 320))).toEqual([["Loss"]]);
  });

  test("it says on which page it stood and on which day it was saved, and nothing twice", () => {
    const heading = (place: string[], subject: string) =>
      words(imageHeading({ title: "Reward, raw", unit: "", subject, place, day: "2026-11-22" }, 400)).at(-1);
    expect(heading(["Reward scaling", "Curves"], "21 runs")).toEqual([
      "Reward scaling · Curves · 21 runs · 2026-11-22",
    ]);
    expect(heading(["Reward scaling", "grpo-s1"], "grpo-s1")).toEqual([
      "Reward scaling · grpo-s1 · 2026-11-22",
    ]);
    expect(heading([], "")).toEqual(["2026-11-22"]);
    const narrow = imageHeading({ title: "", unit: "", subject: "grpo-s1", day: "2026-11-22" }, 70);
    expect(words(narrow).slice(1)).toEqual([["grpo-s1"], ["2026-11-22"]]);
  });

  test("a heading is as wide as the picture: what a band means goes under the title whole", () => {
    const unit = "points, mean over seeds, band = 95 % t interval";
    const [first, ...below] = words(imageHeading({ title: "Reward, raw", unit, subject: "" }, 180));
    expect(first).toEqual(["Reward, raw"]);
    expect(below.flat().join(" ")).toBe(unit);
    const long = imageHeading(
      { title: "a".repeat(99), unit, subject: "b".repeat(99), place: ["a long name of an experiment"] },
      180,
    );
    for (const { texts } of long.lines)
      expect(texts.reduce((sum, { text, size }) => sum + textWidth(text, size), 0)).toBeLessThanOrEqual(180);
  });

  test("several runs are counted without the hidden ones, few lines are named, many are counted", () => {
    expect(drawnWords(model(["a", "b", "c"], ["r1", "r2", "r3"]))).toBe("3 runs");
    expect(drawnWords(model(["a", "b", "c"], ["r1", "r2", "r3"], ["0"]))).toBe("2 runs");
    expect(drawnWords(model(["clean", "noisy"]))).toBe("clean, noisy");
    expect(drawnWords(model(["a", "b", "c", "d"]))).toBe("4 lines");
  });
});

describe("picture legend", () => {
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

  test("configurations that share a colour, as the baselines of two experiments do, are an entry each", () => {
    const lines = [...seeds("base", "ink", 3), ...seeds("other base", "ink", 2), ...seeds("no KL", 1, 2)];
    expect(legendEntries(model(lines), HEIGHT).map(({ text }) => text)).toEqual([
      "base, 3 lines",
      "other base, 2 lines",
      "no KL, 2 lines",
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
});

describe("picture notes", () => {
  const NOTE = "Outliers clipped: at least 1 point above 1.50. 21 points are NaN, +Inf or −Inf. n 3 seeds.";

  test("a saved picture says all that stands under its chart, in lines as wide as it is", () => {
    const { lines, height } = pictureNotes(NOTE, 200);
    expect(lines.map(({ text }) => text).join(" ")).toBe(NOTE);
    for (const { text, y } of lines) {
      expect(textWidth(text, NOTES_SIZE)).toBeLessThanOrEqual(200);
      expect(y).toBeLessThan(height);
    }
    expect(lines[1].y - lines[0].y).toBeGreaterThan(NOTES_SIZE);
  });

  test("without a note there is no room for one", () => {
    expect(pictureNotes("", 200)).toEqual({ height: 0, lines: [] });
  });
});
