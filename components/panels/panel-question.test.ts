import { describe, expect, test } from "vitest";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { WindowInput } from "#server/contracts/charts/series.ts";
import { chartAxes, drawnWindows, emptyPart, smoothedAside, windowNotes } from "./chart-parts.ts";
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

test("a series with damaged points says so where its line would be, once for all its windows", () => {
  const damaged = "Points of series 7 are damaged; restore a backup.";
  const windows = [window({ total: 0, hidden: 0, damaged }), window({ total: 0, hidden: 0, damaged })];
  expect(windowNotes(windows, "step")).toBe(damaged);
  expect(emptyPart(windows, { ...look, zoom: null })).toMatchObject({ kind: "empty", reason: damaged });
});

describe("the question of a panel", () => {
  test("is of the zoomed part, and one that the server takes", () => {
    const run = "run_0000000000000000";
    const question = panelQuestion([run], ["loss"], look);
    expect(question).toMatchObject({ runIds: [run], metrics: ["loss"], from: 10, to: 20, buckets: 400 });
    expect(WindowInput.safeParse(question).success).toBe(true);
  });

  test("is of earlier attempts as far as no later one has taken over, or of all they have", () => {
    expect(panelQuestion(["r"], ["loss"], look).overlap).toBe("latest");
    expect(panelQuestion(["r"], ["loss"], { ...look, overlap: "all" }).overlap).toBe("all");
  });

  test("is of the mean of values that share an x, or of the last of them", () => {
    expect(panelQuestion(["r"], ["loss"], look).sharedX).toBe("mean");
    expect(panelQuestion(["r"], ["loss"], { ...look, sharedX: "last" }).sharedX).toBe("last");
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

  test("is of automatic smoothing for a saved picture alone, since the toolbar is not in it", () => {
    const lines = [window({ runId: "a", smoothed: new Float64Array(5) })];
    expect(windowNotes(lines, "step", { kind: "auto" })).toBeUndefined();
    expect(smoothedAside(lines, { kind: "auto" })).toBe(
      "Bold: smoothed as its noise calls for; thin: as measured.",
    );
    expect(smoothedAside([window({ smoothed: null })], { kind: "auto" })).toBeUndefined();
    expect(smoothedAside(lines, { kind: "ema", weight: 0.9 })).toBeUndefined();
  });

  test("is how its lines are smoothed, and which of them is as measured", () => {
    const smoothed = window({ runId: "a", smoothed: new Float64Array(5) });
    const ema = { kind: "ema", weight: 0.9 } as const;
    expect(windowNotes([smoothed], "step", ema)).toBe(
      "Bold: exponential mean, weight 0.9; thin: as measured.",
    );
    expect(windowNotes([window({ smoothed: null })], "step", ema)).toBeUndefined();
  });

  test("draws those on the page's axis, and counts the runs that are on another", () => {
    const onStep = ["a", "b"].map((runId) => window({ runId, hidden: 0 }));
    const onTokens = ["c", "d"].map((runId) => window({ runId, hidden: 0, axis: "tokens" }));
    const mixed = [...onTokens, ...onStep];
    expect(drawnWindows(mixed, "step")).toEqual(onStep);
    expect(chartAxes("loss", mixed, look).x.label).toBe("train step");
    expect(windowNotes(mixed, "step")).toBe("2 of 4 runs have no train step and are not drawn.");
    expect(windowNotes([onTokens[0], ...onStep], "step")).toBe(
      "1 of 3 runs has no train step and is not drawn.",
    );
  });

  test("counts lines on another axis where their run has some that are drawn", () => {
    const lines = [window({ runId: "a", hidden: 0 }), window({ runId: "a", hidden: 0, axis: "tokens" })];
    expect(windowNotes(lines, "step")).toBe("1 line has no train step and is not drawn.");
    const other = window({ runId: "b", hidden: 0, axis: "tokens" });
    expect(windowNotes([...lines, other], "step")).toBe(
      "1 of 2 runs and 1 line have no train step and are not drawn.",
    );
  });

  test("says that nothing is in this part where only lines that are not drawn have points there", () => {
    const [empty, elsewhere] = [window({ total: 0 }), window({ axis: "tokens" })];
    expect(emptyPart([elsewhere, empty], look)?.title).toBe("No points in this part");
  });

  test("counts points that have no place on the axis", () => {
    expect(
      windowNotes(
        [3, 1].map((unplaced) => window({ axis: "episodes", unplaced })),
        "episodes",
      ),
    ).toBe("4 points have no train episodes and are not drawn.");
  });

  test("says where places are read off a line", () => {
    expect(windowNotes([window({ axis: "episodes", interpolated: true })], "episodes")).toBe(
      "x is interpolated between points of train episodes; a shorter stretch is exact.",
    );
  });

  test("counts what of an earlier attempt a later one has taken over, and says which where there is one", () => {
    const first = window({ runId: "a", attempt: 1, hidden: 100 });
    const second = window({ runId: "a", attempt: 2, hidden: 0 });
    const third = window({ runId: "a", attempt: 3, hidden: 0 });
    expect(windowNotes([first, second], "step")).toBe("100 points of attempt 1 lie behind attempt 2.");
    expect(windowNotes([first, second, third], "step")).toBe(
      "100 points of earlier attempts lie behind later ones.",
    );
    const other = window({ runId: "b", attempt: 1, hidden: 1 });
    expect(windowNotes([first, second, other], "step")).toContain("101 points of earlier attempts");
    expect(windowNotes([other, { ...second, runId: "b" }], "step")).toContain(
      "1 point of attempt 1 lies behind",
    );
  });

  test("says of points none of which is drawn why, instead of that there are none yet", () => {
    const behind = window({ attempt: 1, hidden: 3, total: 0 });
    const nowhere = window({ attempt: 2, hidden: 0, unplaced: 2, total: 0 });
    expect(emptyPart([behind, nowhere], { ...look, zoom: null })).toMatchObject({
      title: "None of its points is drawn",
      reason: "2 points have no train step and are not drawn. 3 points of attempt 1 lie behind attempt 2.",
    });
  });

  test("says that the zoom is to blame where a series has points elsewhere", () => {
    expect(emptyPart([window({ total: 0 })], look)?.reason).toContain("None between 10");
    expect(emptyPart([window({ total: 0 }), window()], look)).toBeUndefined();
    expect(emptyPart([window({ total: 0 })], { ...look, zoom: null })).toBeUndefined();
    expect(emptyPart([], look)).toBeUndefined();
  });
});
