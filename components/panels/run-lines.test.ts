import { expect, test } from "vitest";
import { prepareLines } from "#server/plot/preparers.ts";
import { toCsv } from "#components/charts/prepare/csv.ts";
import type { LineSeries } from "#server/plot/series.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { runLines, togetherLines } from "./run-lines.ts";

function window(attempt: number, metric = "loss"): SeriesWindow {
  const one = Float64Array.of(attempt);
  const none = Uint32Array.of(0);
  return {
    runId: "run_1",
    metric,
    attempt,
    attemptId: `attempt_${attempt}`,
    axis: "step",
    ownAxis: "step",
    raw: true,
    total: 1,
    unplaced: 0,
    hidden: 0,
    after: null,
    held: { n: 1, nan: 0, posInf: 0, negInf: 0, mean: 1, lastX: 1, lastValue: 1 },
    x0: one,
    x1: one,
    first: one,
    last: one,
    min: one,
    max: one,
    mean: one,
    smoothed: null,
    n: Uint32Array.of(1),
    nan: none,
    posInf: none,
    negInf: none,
    at0: null,
    at1: null,
  };
}

/** Run, its name, attempt and metric of every row of the CSV. */
function rows(series: LineSeries[]): string[][] {
  const model = prepareLines({ series, x: { label: "train step", kind: "number" }, y: { kind: "number" } });
  const lines = toCsv(model, { metric: "the title", runName: "dgro s1" }).trim().split("\n").slice(1);
  return lines.map((line) => line.split(",").slice(2, 6));
}

test("every row of the CSV of a run says its run and attempt, of an only attempt too", () => {
  expect(rows(runLines([window(1)], "Loss", undefined))).toEqual([["run_1", "dgro s1", "1", "loss"]]);
  expect(rows(togetherLines([window(1)], [{ metric: "loss", label: "Loss" }], undefined))).toEqual([
    ["run_1", "dgro s1", "1", "loss"],
  ]);
});

test("attempts are told apart, and an attempt is said once", () => {
  expect(runLines([window(1), window(2)], "Loss", "live").map(({ end }) => end)).toEqual([undefined, "live"]);
  const model = prepareLines({
    series: runLines([window(1), window(2)], "Loss", "live"),
    x: { label: "train step", kind: "number" },
    y: { kind: "number" },
  });
  expect(model.lines.map(({ name }) => name)).toEqual(["attempt 1", "attempt 2"]);
});

test("metrics in one panel have a colour each, and the label stands at the latest attempt", () => {
  const lines = togetherLines(
    [window(1), window(2), window(1, "kl")],
    [
      { metric: "loss", label: "Loss" },
      { metric: "kl", label: "KL" },
    ],
    undefined,
  );
  expect(lines.map(({ label, name, colour }) => [label, name, colour])).toEqual([
    ["", "Loss", 1],
    ["Loss", "Loss", 1],
    ["KL", "KL", 2],
  ]);
});
