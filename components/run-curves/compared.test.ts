import { expect, test } from "vitest";
import type { CurveRun } from "#server/contracts/charts/curves.ts";
import type { RunStanding } from "#server/contracts/on-record.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { comparedLines } from "./curve-panel.tsx";

const standing = (reward: number): RunStanding => ({
  reward,
  ways: [],
  statedProblems: null,
  runProtocol: null,
  unrecorded: [],
  trainSteps: [],
  startWeights: [],
  seenNames: [],
});
const standings = new Map(["a", "b", "c", "d"].map((id, reward) => [id, standing(reward)]));
/** c and d are not on this page. */
const runs = new Map(["a", "b"].map((id) => [id, { id } as CurveRun]));
const scene = { runs, standings };
const rewards = (found: RunStanding[]) => found.map(({ reward }) => reward);

const window = (runId: string, points: number, nan = 0, axis = "step") =>
  ({
    runId,
    axis,
    total: points,
    n: Uint32Array.of(points),
    nan: Uint32Array.of(nan),
    posInf: Uint32Array.of(0),
    negInf: Uint32Array.of(0),
  }) as SeriesWindow;
const lines = (windows: SeriesWindow[], ...hidden: string[]) =>
  rewards(comparedLines(windows, "step", scene, { runs: new Set(hidden) }));

test("of lines those are compared that have a finite value in sight, each run once, and are not hidden", () => {
  expect(lines([window("a", 3), window("a", 2), window("b", 1)])).toEqual([0, 1]);
  expect(lines([window("a", 3), window("b", 0)])).toEqual([0]);
  expect(lines([window("a", 3), window("b", 2, 2)])).toEqual([0]);
  expect(lines([window("a", 3), window("b", 3, 2)], "a")).toEqual([1]);
});

test("a line of another axis, or of the page before, is not compared", () => {
  expect(lines([window("a", 3), window("b", 3, 0, "epoch")])).toEqual([0]);
  expect(lines([window("a", 3), window("c", 3)])).toEqual([0]);
});
