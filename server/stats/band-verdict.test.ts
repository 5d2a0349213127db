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

test("without an interval nothing is decided, and without a band there is nothing to decide", () => {
  expect(verdict(null, null)).toBe("unclear");
  expect(bandVerdict({ low: 0.1, high: 0.2 }, null)).toBe("no band");
});
