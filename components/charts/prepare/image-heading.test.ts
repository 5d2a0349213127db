import { expect, test } from "vitest";
import { drawnWords, imageHeading } from "./image-heading.ts";
import { prepareLines } from "./prepare-lines.ts";
import { rawWindow, steps } from "./testing.ts";
import { textWidth } from "./text-width.ts";

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
