import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Smoothing } from "#server/contracts/charts/series.ts";
import { readZoom, writeZoom } from "./panels-search.ts";
import { makeSmoothing, readSmoothing, writeSmoothing } from "../smoothing-text.ts";

describe("smoothing in an address", () => {
  test("is read as it was written, and is one that the server takes", () => {
    const kind = fc.constantFrom("none" as const, "ema" as const, "gaussian" as const, "mean" as const);
    fc.assert(
      fc.property(kind, fc.double({ noNaN: true }), (kind, amount) => {
        const smoothing = makeSmoothing(kind, amount);
        expect(readSmoothing(writeSmoothing(smoothing))).toEqual(smoothing);
        expect(Smoothing.safeParse(smoothing).success).toBe(true);
      }),
    );
  });

  test("starts somewhere visible", () => {
    expect(makeSmoothing("ema")).toEqual({ kind: "ema", weight: 0.9 });
    expect(makeSmoothing("mean", 3.6)).toEqual({ kind: "mean", width: 4 });
  });

  test("is nothing where it is nothing", () => {
    for (const text of [
      "",
      "ema",
      "ema:",
      "ema:x",
      "ema:0.5:1",
      "median:3",
      "none:1",
      "toString:1",
      "ema:Infinity",
    ])
      expect([text, readSmoothing(text)]).toEqual([text, null]);
  });
});

describe("zoom in an address", () => {
  test("is read as it was written, to the last bit", () => {
    const end = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(end, end, (a, b) => {
        fc.pre(a !== b);
        const zoom: [number, number] = [Math.min(a, b), Math.max(a, b)];
        const [from, to] = readZoom(writeZoom(zoom)) ?? [];
        expect([from, to].map((n) => Number(n) + 0)).toEqual(zoom.map((n) => n + 0));
      }),
    );
  });

  test("that is no stretch is none", () => {
    for (const text of ["", "..", "1..", "..2", "2..1", "1..1", "1..2..3", "a..b", "1..Infinity"])
      expect([text, readZoom(text)]).toEqual([text, null]);
  });
});
