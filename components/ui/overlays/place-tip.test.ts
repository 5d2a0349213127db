import { expect, test } from "vitest";
import { placeTip } from "./tooltip-host.tsx";

const viewport = { width: 400, height: 300 };
const tip = { width: 100, height: 20 };

test("a tooltip stands centred above its target", () => {
  expect(placeTip({ left: 150, top: 100, width: 20, height: 10 }, tip, viewport)).toEqual({
    left: 110,
    top: 74,
  });
});

test("it goes below where there is no room above", () => {
  expect(placeTip({ left: 150, top: 10, width: 20, height: 10 }, tip, viewport)).toEqual({
    left: 110,
    top: 26,
  });
});

test("it never leaves the viewport", () => {
  expect(placeTip({ left: 0, top: 100, width: 20, height: 10 }, tip, viewport).left).toBe(8);
  expect(placeTip({ left: 390, top: 100, width: 10, height: 10 }, tip, viewport).left).toBe(292);
});
