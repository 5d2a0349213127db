import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeTooltip } from "./place-tooltip.ts";

test("a tooltip stands beside the cursor, where the chart has more room", () => {
  expect(placeTooltip({ px: 300, roomier: "right" }, 200, 1200)).toBe(312);
  expect(placeTooltip({ px: 700, roomier: "left" }, 200, 1200)).toBe(488);
});

test("it changes sides where it would leave the window", () => {
  expect(placeTooltip({ px: 1100, roomier: "right" }, 200, 1200)).toBe(888);
  expect(placeTooltip({ px: 100, roomier: "left" }, 200, 1200)).toBe(112);
});

test("on a phone it lies over the cursor and is still whole", () => {
  expect(placeTooltip({ px: 200, roomier: "left" }, 300, 390)).toBe(8);
  expect(placeTooltip({ px: 180, roomier: "right" }, 300, 390)).toBe(82);
});

test("wherever the cursor is, a tooltip that fits into the window is inside it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("left", "right" as const),
      (viewport, at, share, roomier) => {
        const width = share * (viewport - 16);
        const left = placeTooltip({ px: at * viewport, roomier }, width, viewport);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(left + width).toBeLessThanOrEqual(viewport - 8 + 1e-9);
      },
    ),
  );
});
