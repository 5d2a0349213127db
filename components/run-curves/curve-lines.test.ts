import { describe, expect, test } from "vitest";
import type { RunColour } from "#server/plot/colours.ts";
import type { CurveRun } from "#server/contracts/charts/curves.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { curveLines, runOfLine, type CurveLook } from "./curve-lines.ts";
import { runNames } from "./curve-names.ts";

const run = (i: number, more: Partial<CurveRun> = {}): CurveRun => ({
  id: `run_${i}`,
  name: `run ${i}`,
  seed: i,
  variant: `v${i % 2}`,
  state: "finished",
  begun: true,
  queuedAt: 0,
  standing: 0,
  ...more,
});

function window(runId: string, attempt = 1): SeriesWindow {
  const one = Float64Array.of(1);
  const none = Uint32Array.of(0);
  const columns = { x0: one, x1: one, first: one, last: one, min: one, max: one, mean: one };
  const counts = { n: Uint32Array.of(1), nan: none, posInf: none, negInf: none };
  const axes = { axis: "step", ownAxis: "step", after: null };
  return {
    runId,
    metric: "loss",
    attempt,
    attemptId: `${runId} ${attempt}`,
    raw: true,
    total: 1,
    unplaced: 0,
    hidden: 0,
    held: { n: 1, nan: 0, posInf: 0, negInf: 0, mean: 1, lastX: 1, lastValue: 1 },
    smoothed: null,
    at0: null,
    at1: null,
    ...axes,
    ...columns,
    ...counts,
  };
}

const look = (runs: CurveRun[]): CurveLook => ({
  runs: new Map(runs.map((r) => [r.id, r])),
  names: runNames(runs, new Map()),
  variants: new Map([
    ["v0", { label: "baseline" }],
    ["v1", { label: "no KL" }],
  ]),
  colours: new Map<string, RunColour>([
    ["v0", "ink"],
    ["v1", 1],
  ]),
  baseline: "v0",
});

describe("a line", () => {
  test("has the colour of its run's configuration and is named at its end", () => {
    const runs = [run(0), run(1)];
    const lines = curveLines(
      runs.map((r) => window(r.id)),
      look(runs),
    );
    expect(lines.map((l) => [l.label, l.colour, l.baseline])).toEqual([
      ["run 0", "ink", true],
      ["run 1", 1, false],
    ]);
    expect(lines.map((l) => runOfLine(l.key))).toEqual(["run_0", "run_1"]);
  });

  test("of one of several seeds of the baseline is no stronger than the others", () => {
    const runs = [run(0), run(1), run(2)];
    const lines = curveLines(
      runs.map((r) => window(r.id)),
      look(runs),
    );
    expect(lines.map((l) => [l.colour, l.baseline])).toEqual([
      ["ink", false],
      [1, false],
      ["ink", false],
    ]);
  });

  test("of a run that has its name in common says at its end which one it is", () => {
    const runs = [run(0, { name: "grpo" }), run(1, { name: "grpo" })];
    const lines = curveLines(
      runs.map((r) => window(r.id)),
      look(runs),
    );
    expect(lines.map((l) => l.label)).toEqual(["grpo, seed 0", "grpo, seed 1"]);
    expect(lines.map((l) => l.name)).toEqual(lines.map((l) => l.label));
  });

  test("of many is named by the tooltip alone, and keeps its colour", () => {
    const runs = Array.from({ length: 9 }, (_, i) => run(i));
    const lines = curveLines(
      runs.map((r) => window(r.id)),
      look(runs),
    );
    expect(lines.every((l) => l.label === "" && l.name !== "")).toBe(true);
    expect(lines[1].colour).toBe(1);
  });

  test("of a later attempt is told apart, and only the last attempt is named and lives", () => {
    const runs = [run(1, { state: "running" })];
    const lines = curveLines([window("run_1", 1), window("run_1", 2)], look(runs));
    expect(lines.map((l) => [l.attempt, l.label, l.end])).toEqual([
      [1, "", undefined],
      [2, "run 1", "live"],
    ]);
    expect(new Set(lines.map((l) => l.key)).size).toBe(2);
  });

  test("of a run that the page does not list is not drawn", () => {
    expect(curveLines([window("run_7")], look([run(1)]))).toEqual([]);
  });
});
