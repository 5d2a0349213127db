import { expect, test } from "vitest";
import { bandVerdict } from "./band-verdict.ts";

const BAND = { low: 0.2, high: 0.3 };
const verdict = (low: number | null, high: number | null) => bandVerdict({ low, high }, BAND);

test("inside and outside are said only when the whole interval is", () => {
  expect(verdict(0.21, 0.29)).toBe("inside");
  expect(verdict(0.1, 0.19)).toBe("below");
  expect(verdict(0.31, 0.4)).toBe("above");
});

test("an interval that touches or crosses an edge decides nothing, wherever its estimate lies", () => {
  expect(verdict(0.25, 0.31)).toBe("unclear");
  expect(verdict(0.15, 0.25)).toBe("unclear");
  expect(verdict(0.1, 0.4)).toBe("unclear");
  expect(verdict(0.2, 0.25)).toBe("unclear");
  expect(verdict(0.25, 0.3)).toBe("unclear");
  expect(verdict(0.1, 0.2)).toBe("unclear");
  expect(verdict(0.3, 0.4)).toBe("unclear");
});

test("a simulated bound has to clear the edge by two Monte-Carlo standard errors", () => {
  const near = (low: number, high: number, errors: { low: number; high: number }) =>
    bandVerdict({ low, high }, BAND, errors);
  expect(near(0.305, 0.4, { low: 0.003, high: 0 })).toBe("unclear");
  expect(near(0.305, 0.4, { low: 0.002, high: 0.1 })).toBe("above");
  expect(near(0.1, 0.195, { low: 0, high: 0.003 })).toBe("unclear");
  expect(near(0.1, 0.195, { low: 0.1, high: 0.002 })).toBe("below");
  expect(near(0.205, 0.295, { low: 0.003, high: 0 })).toBe("unclear");
  expect(near(0.205, 0.295, { low: 0.002, high: 0.002 })).toBe("inside");
});

test("without an interval nothing is decided, and without a band there is nothing to decide", () => {
  expect(verdict(null, null)).toBe("unclear");
  expect(bandVerdict({ low: 0.1, high: 0.2 }, null)).toBe("no band");
});
