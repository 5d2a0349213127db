import { expect, test } from "vitest";
import type { GroupCell, MetricCell, NonFinite } from "#server/contracts/run-table.ts";
import { cellTip } from "./cell.tsx";
import { leftOut } from "./left-out.ts";

const cell = (nonFinite: Partial<NonFinite> | null, value: MetricCell["value"] = 5): MetricCell => ({
  kind: "metric",
  value,
  n: 40,
  nonFinite: nonFinite && { nan: 0, posInf: 0, negInf: 0, ...nonFinite },
  x: 7,
  attempt: null,
  share: null,
});
const marks = (metric: string, reducer: "max" | "min" | "best" | "best_at" | "mean" | "last" | "n") =>
  [{ posInf: 3 }, { negInf: 1 }, { nan: 2 }].map(
    (nonFinite) => leftOut({ kind: "metric", metric, axis: "step", reducer }, cell(nonFinite))?.mark ?? "",
  );

test("a highest value says that the series holds an infinity above it, a lowest one that it holds one below", () => {
  expect(marks("loss", "max")).toEqual(["inf", "", "NaN"]);
  expect(marks("loss", "min")).toEqual(["", "−inf", "NaN"]);
});

test("a best value goes by the direction of its metric, and one without a direction says nothing", () => {
  expect(marks("eval/rr", "best")).toEqual(["inf", "", "NaN"]);
  expect(marks("policy/kl", "best_at")).toEqual(["", "−inf", "NaN"]);
  expect(marks("unheard/of", "best")).toEqual(["", "", ""]);
});

test("a mean says every kind of point that it leaves out; a last value and a count leave none out", () => {
  expect(marks("loss", "mean")).toEqual(["inf", "−inf", "NaN"]);
  expect(marks("loss", "last")).toEqual(["", "", ""]);
  expect(marks("loss", "n")).toEqual(["", "", ""]);
  expect(leftOut({ kind: "metric", metric: "loss", axis: "step", reducer: "mean" }, cell(null))).toBeNull();
});

test("the tooltip says that an extreme is of finite points, and counts the others", () => {
  expect(cellTip("metric:loss:max", cell({ posInf: 3, nan: 1 }))).toBe(
    "highest finite value of 40 points at step 7; 3 points are inf; 1 point is NaN",
  );
  expect(cellTip("metric:loss:max", cell({ negInf: 2 }))).toBe(
    "highest of 40 points at step 7, 2 of them not finite",
  );
  expect(cellTip("metric:loss:last", cell({ nan: 2 }))).toBe(
    "last of 40 points at step 7, 2 of them not finite",
  );
});

test("where no point is finite, the dash says which points there are", () => {
  const tip = cellTip("metric:loss:max", { ...cell({ negInf: 40 }, null), x: null });
  expect(tip).toBe("no finite value of 40 points; 40 points are −inf");
});

test("the mean of a group says how many of its runs hold an infinity", () => {
  const group: GroupCell = {
    kind: "group",
    mean: 5,
    n: 3,
    of: 3,
    resumed: 0,
    low: null,
    high: null,
    nonFinite: { nan: 0, posInf: 2, negInf: 0 },
    method: "mean over 3 runs",
    refused: null,
  };
  expect(leftOut({ kind: "metric", metric: "loss", axis: "step", reducer: "max" }, group)?.mark).toBe("inf");
  expect(cellTip("metric:loss:max", group)).toBe(
    "mean over 3 runs; 3 of 3 runs have a finite value; 2 runs have inf",
  );
  expect(leftOut({ kind: "metric", metric: "loss", axis: "step", reducer: "min" }, group)).toBeNull();
});
