import { expect, test } from "vitest";
import { chooseLabels, needsLegend } from "./choose-labels.ts";
import { prepareLines } from "./prepare-lines.ts";
import { rawWindow, steps } from "./testing.ts";
import type { LineSeries } from "../types.ts";

const lines = (count: number, more: (index: number) => Partial<LineSeries> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    key: `${index}`,
    label: `run ${index}`,
    window: rawWindow(steps(0, 5, index)),
    ...more(index),
  }));
const model = (series: LineSeries[], hidden: string[] = []) =>
  prepareLines({ series, x: { label: "train step", kind: "count" }, y: { kind: "number" }, hidden });

test("lines are labelled at their ends as long as each finds room, and then need no legend", () => {
  expect(chooseLabels(model(lines(8)), 132)).toHaveLength(8);
  expect(needsLegend(model(lines(8)), 132)).toBe(false);
});

test("where some find no room, none is labelled and all are listed; a higher chart labels them", () => {
  expect(chooseLabels(model(lines(20)), 132)).toEqual([]);
  expect(needsLegend(model(lines(20)), 132)).toBe(true);
  expect(chooseLabels(model(lines(20)), 600)).toHaveLength(20);
});

test("the rest has no label, so several of it are listed", () => {
  const rest = (count: number) => model(lines(6, (index) => (index < count ? { colour: "rest" } : {})));
  expect(needsLegend(rest(1), 132)).toBe(false);
  expect(needsLegend(rest(2), 132)).toBe(true);
});

test("attempts without a name are told apart by their seams, not by a list", () => {
  expect(needsLegend(model(lines(3, () => ({ label: "" }))), 132)).toBe(false);
});

test("a hidden line must find its way back, and the one that is left keeps its label", () => {
  const one = model(lines(2), ["1"]);
  expect(needsLegend(one, 132)).toBe(true);
  expect(chooseLabels(one, 132).map((line) => line.key)).toEqual(["0"]);
  expect(one.notes).toEqual(["1 of 2 lines hidden"]);
});
