import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readFigure } from "./read-figure.ts";

test("lines, points and bars of a figure are read, also as base64, and other traces are named", () => {
  const bdata = Buffer.from(Float64Array.from([1, 2, 4]).buffer).toString("base64");
  const figure = readFigure({
    data: [
      { type: "scatter", name: "a", x: [0, 1, 2], y: { dtype: "f8", bdata } },
      { type: "scatter", mode: "markers", y: [5, null, 7] },
      { type: "bar", x: [0, 1], y: [1, 1] },
      { type: "sankey" },
    ],
    layout: { title: { text: "Title" }, xaxis: { title: "x" } },
  });
  expect(figure).toMatchObject({ title: "Title", xTitle: "x", categories: null, leftOut: ["sankey"] });
  expect(figure?.traces.map(({ form, x, y }) => [form, x, y])).toEqual([
    ["line", [0, 1, 2], [1, 2, 4]],
    ["marks", [0, 2], [5, 7]],
    ["bars", [0, 1], [1, 1]],
  ]);
});

test("values that no text can be made of stand nowhere, and hide nothing of the page", () => {
  const none = { toString: 1, valueOf: 1 };
  const figure = readFigure({
    data: [
      { x: [none, "a", [[["b"]]]], y: [1, 2, 3], name: none, mode: none },
      { y: { dtype: none, bdata: "AAAA" } },
    ],
    layout: { title: { text: { text: "deep" } } },
  });
  expect([figure?.categories, figure?.title, figure?.traces[0].name]).toEqual([["", "a"], "", "trace 0"]);
});

test("words on x are places in the order in which they come", () => {
  const figure = readFigure({ data: [{ type: "bar", x: ["kl", "no kl"], y: [1, 2] }] });
  expect([figure?.categories, figure?.traces[0].x]).toEqual([
    ["kl", "no kl"],
    [0, 1],
  ]);
});

test("whatever is sent as a figure is read or not, and throws nothing", () => {
  const trace = fc.record(
    {
      type: fc.constantFrom("bar", "scatter", "pie", {}),
      x: fc.jsonValue(),
      y: fc.jsonValue(),
      mode: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ data: fc.array(trace), layout: fc.jsonValue() })),
      (sent) => {
        for (const { x, y } of readFigure(sent)?.traces ?? []) {
          expect(x).toHaveLength(y.length);
          expect([...x, ...y].every(Number.isFinite)).toBe(true);
        }
      },
    ),
  );
});
