import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./preparers.ts";
import type { XAxisSpec } from "./series.ts";
import { rawWindow } from "./testing.ts";
import { textWidth } from "./text.ts";
import { tickWidth } from "./x-ticks.ts";

const layout = (domain: [number, number], width: number, x: Partial<XAxisSpec> = {}) =>
  layoutPlot(
    prepareLines({
      series: [{ key: "a", label: "", window: rawWindow(domain.map((at): [number, number] => [at, 1])) }],
      x: { label: "train step", kind: "count", ...x },
      y: { kind: "number" },
    }),
    width,
    132,
  );

const texts = (of: ReturnType<typeof layout>) => of.xTicks.map(({ text }) => text).filter(Boolean);

test("the last x of the data has its number, at the end of the row, with the name of the axis before it", () => {
  const of = layout([0, 280], 320);
  expect(texts(of)).toEqual(["0", "100", "280"]);
  expect(of.xName).toMatchObject({ text: "train step", place: "row" });
  expect(of.xName.x).toBeLessThan(320 - textWidth("280", 10.5));
  expect(texts(layout([0, 262], 500))).toEqual(["0", "50", "100", "150", "200", "262"]);
});

test("a tick that would touch the last number gives way to it, and the first one stays", () => {
  expect(texts(layout([0, 202], 500))).toEqual(["0", "50", "100", "150", "202"]);
  for (const width of [150, 200, 260, 320]) {
    const shown = texts(layout([1, 40], width));
    expect([shown[0], shown.at(-1)]).toEqual(["1", "40"]);
  }
});

test("where the data ends before the axis does, its end has the number and the name stands after it", () => {
  const planned = layoutPlot(
    prepareLines({
      series: [
        {
          key: "a",
          label: "",
          window: rawWindow([
            [0, 1],
            [37, 1],
          ]),
        },
      ],
      x: { label: "train step", kind: "count", domain: [0, 100] },
      y: { kind: "number" },
    }),
    400,
    132,
  );
  expect(planned.xTicks.map(({ text }) => text)).toContain("37");
  expect(planned.xName).toMatchObject({ x: 400, place: "row" });
});

test("of a zoomed chart the last x in sight has the number", () => {
  const { xTicks } = layoutPlot(
    prepareLines({
      series: [
        { key: "a", label: "", window: rawWindow([1, 2, 3, 4, 5].map((at): [number, number] => [at, 1])) },
      ],
      x: { label: "train step", kind: "number" },
      y: { kind: "number" },
      zoom: [1.2, 4.4],
    }),
    500,
    132,
  );
  expect(xTicks.at(-1)).toMatchObject({ value: 4, text: "4" });
});

test("a tick under the name keeps its mark and loses its text", () => {
  expect(layout([0, 300], 320).xTicks.map(({ value, text }) => [value, text])).toEqual([
    [0, "0"],
    [100, "100"],
    [200, "200"],
    [300, "300"],
  ]);
});

test("where the name would leave fewer than two texts it stands above the axis", () => {
  const { xName, xTicks } = layout([0, 100], 150, { label: "generated tokens of all attempts" });
  expect(xName.place).toBe("plot");
  expect(xTicks.some((tick) => tick.text !== "")).toBe(true);
});

test("of a log axis with two decades the name stands beside the ticks, which are closer where it takes their room", () => {
  const { xName, xTicks } = layout([1, 12], 290, { label: "SFT epoch", kind: "number", scale: "log" });
  expect(xName.place).toBe("row");
  expect(xTicks.flatMap(({ text, exponent }) => (text ? [`${text}${exponent ?? ""}`] : []))).toEqual([
    "1",
    "2",
    "5",
    "12",
  ]);
  const wide = layout([1, 1200], 500, { label: "SFT epoch", kind: "number", scale: "log" });
  const plain = wide.xTicks.filter(({ text, exponent }) => text && exponent === undefined);
  expect(plain.map(({ text }) => text)).toEqual(["1.2k"]);
});

test("charts beside each other have the name of their axis at the same place, wherever their ticks begin", () => {
  const places = [0, 4, 13, 17, 22].map(
    (from) => layout([from, 300], 300, { label: "train episodes" }).xName,
  );
  expect(new Set(places.map(({ place, x }) => `${place} ${x}`)).size).toBe(1);
  const narrow = layout([256, 10_240], 210, { label: "train episodes", kind: "number" });
  expect(narrow.xName.place).toBe("row");
  expect(narrow.xTicks.filter(({ text }) => text !== "").length).toBeGreaterThanOrEqual(2);
});

test("the first tick is as round as the others: an axis that begins at an odd number has none there", () => {
  const of = (domain: [number, number]) => texts(layout(domain, 400, { kind: "number" }));
  expect(of([1024, 40_960])).toEqual(["10k", "20k", "40.96k"]);
  expect(of([1, 280])).toEqual(["1", "50", "100", "150", "200", "280"]);
  expect(of([17, 280])).toEqual(["50", "100", "150", "200", "280"]);
  expect(of([16.25, 280])).toEqual(["50", "100", "150", "200", "280"]);
});

test("a narrow chart of a stretch between round numbers has two ticks all the same", () => {
  const ticks = layout([1024, 2048], 130, { kind: "number" }).xTicks;
  expect(ticks.length).toBeGreaterThan(1);
  for (const { value } of ticks.slice(0, -1)) expect(value % 100).toBe(0);
  expect(ticks.at(-1)).toMatchObject({ value: 2048, text: "2.048k" });
});

test("durations say their unit with the name", () => {
  expect(layout([0, 3 * 3600_000], 400, { label: "wall time", kind: "duration" }).xName.text).toBe(
    "wall time, h:mm",
  );
});

const between = (points: number[], label: string, zoom?: [number, number]) =>
  layoutPlot(
    prepareLines({
      series: [{ key: "a", label: "", window: rawWindow(points.map((at): [number, number] => [at, 1])) }],
      x: { label, kind: "number" },
      y: { kind: "number" },
      zoom,
    }),
    500,
    132,
  ).xTicks.map((tick) => tick.value);

test("an axis that counts has ticks at whole numbers only, whatever it is called", () => {
  for (const label of ["train step", "train episodes", "tokens", "SFT epoch"])
    expect([label, between([1, 2, 3], label)]).toEqual([label, [1, 2, 3]]);
  expect(between([1, 2, 3, 4, 5], "train step", [1.2, 4.4])).toEqual([2, 3, 4]);
});

test("an axis that measures has ticks between whole numbers, and so has an epoch in parts", () => {
  expect(between([1, 1.7, 3], "CPU seconds")).toContain(1.5);
  expect(between([0.25, 0.5, 3], "SFT epoch")).toContain(0.5);
});

test("whatever the domain and the width, no two texts under the axis touch", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.double({ min: -6, max: 15, noNaN: true }),
      fc.integer({ min: 90, max: 1600 }),
      fc.constantFrom("count", "number", "duration" as const),
      fc.boolean(),
      (low, exponent, width, kind, log) => {
        const from = log ? Math.abs(low) + 1e-3 : low;
        const to = from + Math.max(10 ** exponent, Math.abs(from) * 1e-12);
        const { xTicks, xName, x } = layout([from, to], width, { kind, scale: log ? "log" : "linear" });
        const boxes = xTicks
          .filter((tick) => tick.text !== "")
          .map((tick) => {
            const [px, wide] = [x.toPx(tick.value), tickWidth(tick)];
            const left = tick.anchor === "start" ? px : tick.anchor === "end" ? px - wide : px - wide / 2;
            return [left, left + wide];
          });
        if (xName.place === "row") boxes.push([xName.x - textWidth(xName.text, 10.5), xName.x]);
        boxes.sort((a, b) => a[0] - b[0]);
        for (let index = 1; index < boxes.length; index++)
          expect(boxes[index][0]).toBeGreaterThanOrEqual(boxes[index - 1][1]);
        expect(xName.text).toContain("train step");
      },
    ),
    { numRuns: 500 },
  );
});
