import { expect, test } from "vitest";
import type { ChartLine, ChartPanel } from "../../../contracts/reports/report-answer.ts";
import { textOf, type ReportElement, type ReportNode } from "../../../contracts/reports/report-tree.ts";
import { drawPanels, lineEnds } from "./draw-chart.ts";

const STEPS = [0, 10, 20, 30, 40];

const line = (label: string, more: Partial<ChartLine> = {}): ChartLine => ({
  label,
  baseline: false,
  seeds: 3,
  x: STEPS,
  mean: STEPS.map((x) => 1 + x / 10),
  low: STEPS.map((x) => 0.5 + x / 10),
  high: STEPS.map((x) => 1.5 + x / 10),
  n: STEPS.map(() => 3),
  ...more,
});
const panelOf = (lines: ChartLine[], more: Partial<ChartPanel> = {}): ChartPanel => ({
  metric: "group/std",
  title: "Group std",
  unit: "points",
  lines,
  ...more,
});

const isElement = (node: ReportNode): node is ReportElement => typeof node !== "string";
const every = (node: ReportNode): ReportElement[] =>
  isElement(node) ? [node, ...node.children.flatMap(every)] : [];

/** Elements of the drawing for a page or for a phone. */
function drawing(panel: ChartPanel, size: "r-wide" | "r-narrow" = "r-wide"): ReportElement[] {
  const svg = drawPanels([panel])
    .filter(isElement)
    .find(({ attributes }) => attributes.class?.includes(size));
  return svg ? every(svg) : [];
}
const ofClass = (elements: ReportElement[], name: string) =>
  elements.filter(({ attributes }) => attributes.class?.split(" ").includes(name));
const texts = (elements: ReportElement[]) => elements.map(textOf);
const said = (panel: ChartPanel) => drawPanels([panel]).map(textOf).join(" ");

test("where a seed was killed the mean of those that are left is dashed, and the caption says so", () => {
  const killed = panelOf([line("dgro", { n: [3, 3, 3, 2, 2] })]);
  for (const size of ["r-wide", "r-narrow"] as const) {
    const paths = ofClass(drawing(killed, size), "r-line");
    const dashed = paths.filter(({ attributes }) => attributes["stroke-dasharray"]);
    const solid = paths.filter(({ attributes }) => !attributes["stroke-dasharray"]);
    expect(dashed.map(({ attributes }) => attributes.d.split("L").length)).toEqual([5]);
    expect(solid.map(({ attributes }) => attributes.d.split("L").length)).toEqual([3]);
  }
  expect(said(killed)).toContain("Dashed where not every seed has a point");
  const whole = ofClass(drawing(panelOf([line("dgro")])), "r-line");
  expect(whole.map(({ attributes }) => attributes["stroke-dasharray"])).toEqual([undefined]);
});

test("names that begin alike are cut to where they differ", () => {
  const rates = ["0.0001", "0.0003", "0.001", "0.003"].map((rate) => line(`learning_rate ${rate}`));
  for (const size of ["r-wide", "r-narrow"] as const) {
    const labels = texts(ofClass(drawing(panelOf(rates), size), "r-label"));
    expect(new Set(labels).size).toBe(4);
    expect(labels.filter((label) => /0\.0*[13]$/.test(label))).toHaveLength(4);
  }
});

test("NaN and infinite points stand in a strip under the axis, counted", () => {
  const lost = panelOf([
    line("dgro", { mean: [1, 2, null, 4, 5], n: [3, 3, 0, 3, 3], nonFinite: [0, 0, 3, 0, 0] }),
  ]);
  const elements = drawing(lost);
  expect(texts(ofClass(elements, "r-strip"))).toEqual(["NaN"]);
  expect(ofClass(elements, "r-cross").map(textOf)).toEqual(["3 NaN, at 20"]);
  expect(said(lost)).toContain("3 points are NaN");
});

test("a line is broken where points are missing, and where none is finite", () => {
  const gap = line("dgro", {
    x: [0, 10, 20, 90, 100],
    low: STEPS.map(() => null),
    high: STEPS.map(() => null),
  });
  const [path] = ofClass(drawing(panelOf([gap])), "r-line");
  expect(path.attributes.d.match(/M/g)).toHaveLength(2);
});

test("an attempt that took over has a dotted vertical with its name", () => {
  const first = line("run", {
    seeds: 1,
    x: [0, 10],
    mean: [1, 2],
    low: [null, null],
    high: [null, null],
    n: [1, 1],
  });
  const resumed = panelOf(
    [
      { ...first, attempt: 1 },
      { ...first, x: [20, 30], attempt: 2 },
    ],
    {
      seams: [{ x: 20, label: "attempt 2" }],
    },
  );
  const elements = drawing(resumed);
  expect(ofClass(elements, "r-seam").map(({ attributes }) => attributes["stroke-dasharray"])).toEqual([
    "1 3",
  ]);
  expect(texts(ofClass(elements, "r-name"))).toContain("attempt 2");
  expect(texts(ofClass(elements, "r-label"))).toEqual([]);
});

test("two runs of one name have a colour and a label each", () => {
  const single = { seeds: 1, n: STEPS.map(() => 1), low: STEPS.map(() => null), high: STEPS.map(() => null) };
  const twice = panelOf([line("run", { ...single, runId: "a" }), line("run", { ...single, runId: "b" })]);
  const elements = drawing(twice);
  expect(texts(ofClass(elements, "r-label"))).toEqual(["run", "run"]);
  expect(ofClass(elements, "r-line").map(({ attributes }) => attributes.class)).toEqual([
    "r-line r-c1",
    "r-line r-c2",
  ]);
  expect(said(twice)).toContain("Lines: single runs.");
});

test("of many lines the caption says what the band and the bars are", () => {
  const many = ["a", "b", "c"].map((label) => line(label)).concat(line("base", { baseline: true }));
  expect(ofClass(drawing(panelOf(many)), "r-band")).toHaveLength(1);
  expect(said(panelOf(many))).toContain(
    "Band: the baseline's; bars at the right: the last 95 % t interval of the others.",
  );
  expect(said(panelOf(many.slice(0, 2)))).not.toContain("Band: the baseline's");
});

test("a chart without a band leaves the reason to the sentences about seeds", () => {
  const equal = line("dgro", { low: STEPS.map(() => null), high: STEPS.map(() => null) });
  expect(said(panelOf([equal]))).not.toMatch(/No band|fewer than/);
});

test("the values at the end of a line have the interval that is drawn, in Markdown too", () => {
  const share = { metric: "eval/rr", title: "RR", unit: "share" };
  const near = line("grpo", {
    mean: STEPS.map(() => 0.916),
    low: STEPS.map(() => 0.792),
    high: STEPS.map(() => 1.041),
  });
  expect(said(panelOf([near], share))).toContain("[79.2, 100.0]");
  expect(said(panelOf([near], share))).toContain("Intervals are cut at 100\u202f%.");
  expect(lineEnds(panelOf([near], share))).toMatchObject({
    rows: [{ interval: "[79.2, 100.0]" }],
    cut: "Intervals are cut at 100\u202f%.",
  });
  const spread = line("dgro", { low: STEPS.map(() => -0.04) });
  expect(lineEnds(panelOf([spread])).rows[0].interval).toBe("[0.0, 5.5]");
  expect(lineEnds(panelOf([line("dgro")])).cut).toBeNull();
});

test("a share has the whole axis, with ticks in per cent", () => {
  const share = { metric: "group/zero_share", title: "Zero-variance groups", unit: "share" };
  const level = line("dgro", {
    mean: [0.2, 0.3, 0.2, 0.3, 0.2],
    low: STEPS.map(() => 0.1),
    high: STEPS.map(() => 0.4),
  });
  const ticks = texts(ofClass(drawing(panelOf([level], share)), "r-end"));
  expect([ticks.at(0), ticks.at(-1)]).toEqual(["0", "100"]);
});

test("beyond twelve configurations no colour is used twice: the others are grey and counted", () => {
  const many = Array.from({ length: 14 }, (_, i) => line(`c${i}`));
  const elements = drawing(panelOf(many));
  const colours = ofClass(elements, "r-line").map(({ attributes }) => attributes.class);
  expect(colours.filter((name) => name.includes("r-rest"))).toHaveLength(2);
  expect(new Set(colours).size).toBe(13);
  expect(said(panelOf(many))).toContain("2 others in gray");
});

test("what was published before seeds were counted along a line is drawn whole", () => {
  const { n: _, ...old } = line("dgro");
  const paths = ofClass(drawing(panelOf([old])), "r-line");
  expect(paths).toHaveLength(1);
  expect(paths[0].attributes["stroke-dasharray"]).toBeUndefined();
  expect(ofClass(drawing(panelOf([old])), "r-band")).toHaveLength(1);
});

test("a panel without any point says so", () => {
  expect(said(panelOf([]))).toContain("No points are stored yet.");
});

test("a name that stands apart from its line is tied to it", () => {
  const near = [0, 0.01, 0.02, 0.03].map((off, i) =>
    line(`cell ${i}`, { mean: STEPS.map((x) => 1 + off + x / 10) }),
  );
  const leaders = ofClass(drawing(panelOf(near)), "r-leader");
  expect(leaders.length).toBeGreaterThan(0);
  for (const { attributes } of leaders) expect(attributes.d).toMatch(/^M/);
});

test("a configuration has the colour of its place in the experiment, whichever lines stand beside it", () => {
  const colourOf = (lines: ChartLine[]) =>
    ofClass(drawing(panelOf(lines)), "r-line").map(({ attributes }) => attributes.class);
  const base = line("base", { baseline: true, place: 0 });
  const all = colourOf([base, line("a", { place: 1 }), line("b", { place: 2 }), line("c", { place: 3 })]);
  const some = colourOf([base, line("c", { place: 3 })]);
  expect(some.at(-1)).toBe(all.at(-1));
});

test("the interval of a reward ends where the rewards that are drawn end, in the picture and in words", () => {
  const reward = (possible?: ChartPanel["possible"]) =>
    panelOf(
      [
        line("grpo", {
          mean: STEPS.map(() => 0.1),
          low: STEPS.map(() => -0.3),
          high: STEPS.map(() => 0.5),
        }),
      ],
      { metric: "reward/raw", title: "Reward, raw", possible },
    );
  const [known] = lineEnds(reward([0, 1])).rows;
  const [unknown] = lineEnds(reward()).rows;
  expect([known.interval, unknown.interval].map((text) => text?.startsWith("[0"))).toEqual([true, false]);
  expect(said(reward([0, 1]))).toContain("Intervals are cut at 0");
  expect(said(reward())).not.toContain("Intervals are cut");
  const lowest = (panel: ChartPanel) =>
    Math.min(...texts(ofClass(drawing(panel), "r-tick")).map((text) => Number(text.replace("\u2212", "-"))));
  expect([lowest(reward([0, 1])), lowest(reward()) < 0]).toEqual([0, true]);
});

test("what the caption of an earlier figure says already is said by its name", () => {
  const said = new Map<string, string>();
  const notes = ["Mean over seeds, band = 95 % t interval; n 3 seeds."];
  const first = drawPanels([panelOf([line("a"), line("b")])], notes, "Figure 1", said)
    .map(textOf)
    .join(" ");
  const second = drawPanels(
    [panelOf([line("a"), line("b")])],
    [...notes, "3 points are NaN."],
    "Figure 2",
    said,
  )
    .map(textOf)
    .join(" ");
  expect(first).toContain("Figure 1. Mean over seeds");
  expect(second).toContain("Figure 2. 3 points are NaN. Otherwise as Figure 1.");
  expect(second).not.toContain("Mean over seeds");
});
