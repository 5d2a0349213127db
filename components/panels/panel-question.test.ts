import { describe, expect, test } from "vitest";
import type { SeriesWindow } from "#server/contracts/series-window.ts";
import { WindowInput } from "#server/contracts/series.ts";
import { chartAxes, emptyPart, windowNotes } from "./chart-parts.ts";
import type { PanelLook } from "./panel-look.ts";
import { bucketsFor, panelQuestion } from "./panel-question.ts";

const look: PanelLook = {
  axis: "step",
  zoom: [10, 20],
  smoothing: { kind: "none" },
  xscale: "linear",
  yscale: "log",
  outliers: "show",
  height: 132,
  menu: [],
};
const window = (more: Partial<SeriesWindow> = {}): SeriesWindow =>
  ({ metric: "loss", axis: "step", total: 5, unplaced: 0, ...more }) as SeriesWindow;

describe("the question of a panel", () => {
  test("is of the zoomed part, and one that the server takes", () => {
    const run = "run_0000000000000000";
    const question = panelQuestion([run], ["loss"], look);
    expect(question).toMatchObject({ runIds: [run], metrics: ["loss"], from: 10, to: 20, buckets: 400 });
    expect(WindowInput.safeParse(question).success).toBe(true);
  });

  test("of a metric with epochs of its own is of all of it, on its own axis", () => {
    expect(panelQuestion(["r"], ["sft/loss"], { ...look, axis: "wall" })).toMatchObject({
      xAxis: "step",
      from: null,
      to: null,
    });
  });

  test("asks for fewer buckets of each line where there are many, and never for too few", () => {
    expect([1, 50, 100, 200].map(bucketsFor)).toEqual([400, 400, 200, 160]);
    for (let lines = 1; lines < 200; lines++)
      expect(bucketsFor(lines)).toBeGreaterThanOrEqual(bucketsFor(lines + 1));
  });
});

describe("what a panel says of its windows", () => {
  test("is nothing where all is drawn as the page says", () => {
    expect(windowNotes([window()], "step")).toBeUndefined();
  });

  test("names the axis of a metric that is not on the page's, and draws it there", () => {
    const own = window({ axis: "tokens" });
    expect(windowNotes([own], "step")).toContain("Over its own axis, tokens");
    expect(chartAxes("loss", [own], look).x.label).toBe("tokens");
  });

  test("counts points that have no place on the axis", () => {
    expect(
      windowNotes(
        [3, 1].map((unplaced) => window({ axis: "episodes", unplaced })),
        "episodes",
      ),
    ).toBe("4 points have no train episodes and are not drawn.");
  });

  test("says that the zoom is to blame where a series has points elsewhere", () => {
    expect(emptyPart([window({ total: 0 })], look)?.reason).toContain("None between 10");
    expect(emptyPart([window({ total: 0 }), window()], look)).toBeUndefined();
    expect(emptyPart([window({ total: 0 })], { ...look, zoom: null })).toBeUndefined();
    expect(emptyPart([], look)).toBeUndefined();
  });
});
