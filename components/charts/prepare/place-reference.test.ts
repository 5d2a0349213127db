import { expect, test } from "vitest";
import { placeReference } from "./place-reference.ts";

const plot = { left: 30, right: 330, top: 10, bottom: 110 };
const row = (from: number, to: number, y: number) =>
  Array.from({ length: (to - from) / 5 }, (_, index) => ({ x: from + index * 5, y }));

test("the name stands at the right end above its line", () => {
  expect(placeReference(60, 80, plot, [])).toEqual({ x: 327, y: 56, anchor: "end" });
});

test("it goes below where the data lies above", () => {
  expect(placeReference(60, 80, plot, row(200, 330, 52))).toMatchObject({ y: 72, anchor: "end" });
});

test("it goes to the left where the right is full", () => {
  const full = [...row(200, 330, 52), ...row(200, 330, 66)];
  expect(placeReference(60, 80, plot, full)).toMatchObject({ y: 56, anchor: "start" });
});

test("it never leaves the plot", () => {
  expect(placeReference(14, 80, plot, row(30, 330, 20))).toMatchObject({ y: 26 });
  expect(placeReference(108, 80, plot, row(30, 330, 100))).toMatchObject({ y: 104 });
});
