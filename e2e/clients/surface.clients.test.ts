import { describe, expect, test } from "vitest";
import type { ReadRun } from "./read-run.ts";
import { callSurface, surfaces } from "./surface.ts";

/** What reads back otherwise than it was written; docs/clients.md says how and why. */
const MLFLOW_DIFFERS = [
  "a param of 6,000 characters",
  "a tag of 4,999 characters",
  "a whole float",
  "an experiment that is not there",
  "deleted file",
  "huge steps",
  "run that is not there",
];

const of = (kind: string) => surfaces().filter(({ name }) => name.startsWith(kind));
const twenty = <T>(value: (i: number) => T): [number, T][] =>
  Array.from({ length: 20 }, (_, i) => [i, value(i)]);

/** Of a run that was resumed the first of two attempts is read. */
const FIRST_FIVE = Array.from({ length: 5 }, (_, i) => [i, i]);

/** Nothing raised, nothing was tried again without end, and the program says that it came through. */
function expectSurvived(code: number | null, output: string): void {
  expect([code, /Traceback|Retrying|retrying in/.test(output)], output).toEqual([0, false]);
}

/** What both of wandb and trackio log in their run "values". */
function expectValues({ curves, config, state }: ReadRun, states: readonly string[]): void {
  expect(states).toContain(state);
  expect(curves.loss).toEqual(twenty((i) => 1 / (i + 1)));
  // wandb sends -0.0 as 0.
  const odd = curves.odd.map(([x, value]) => [x, value + 0]);
  expect(odd).toEqual(twenty((i) => [NaN, Infinity, -Infinity, 0][i % 4]));
  expect(curves["nested.x"]).toEqual(twenty((i) => i));
  expect(curves.flag).toEqual(twenty((i) => (i % 2 === 0 ? 1 : 0)));
  expect(curves.jump).toEqual([
    [100, 1],
    [2 ** 40, 2],
  ]);
  expect(curves["numpy"]).toEqual([[20, 0.5]]);
  expect(curves["größe"].map(([, value]) => value)).toEqual([2]);
  expect(Object.keys(curves).filter((name) => /^m\d+$/.test(name))).toHaveLength(1000);
  const wrote = { float: "0.25", small: "0.00001", true: "true", list: '[1,2.5,"a"]', "nested.a.b": "[1]" };
  expect(config).toMatchObject(wrote);
}

describe.each(of("wandb"))("$name", (surface) => {
  test.skipIf(surface.python === null)("is called as a whole, and all of it is there", async () => {
    const wanted = ["values", "media", "steps", "failed", "finished", "resumed", "offline"];
    const { code, output, differs, read, runs } = await callSurface(surface, wanted);
    expectSurvived(code, output);
    expect([differs, read], output).toEqual([[], 14]);
    expectValues(runs.values, ["finished"]);
    // A client tells of an axis behind a pattern after its first rows; such a short run is over by then.
    expect(runs.values.curves["eval/acc"].map(([, value]) => value)).toEqual([0, 0.5, 1]);
    // A step that goes back is dropped by the client.
    expect(runs.steps.curves.x).toEqual([
      [0, 0],
      [5, 5],
      [7, 7],
    ]);
    expect(runs.steps.curves.huge).toHaveLength(3);
    expect([runs.failed.state, runs.finished.state, runs.offline.state]).toEqual([
      "failed",
      "finished",
      "finished",
    ]);
    expect(runs.resumed.curves.x).toEqual(Array.from({ length: 10 }, (_, i) => [i, i]));
    expect(runs.offline.curves.x).toEqual(FIRST_FIVE);
  });
});

describe.each(of("trackio"))("$name", (surface) => {
  test.skipIf(surface.python === null)("is called as a whole, and all of it is there", async () => {
    const { code, output, differs, read, runs } = await callSurface(surface, ["values", "steps", "resumed"]);
    expectSurvived(code, output);
    expect([differs, read], output).toEqual([["artifact"], 2]);
    // It tells no end: its runs become silent.
    expectValues(runs.values, ["running", "unreachable"]);
    expect(runs.steps.curves.x.map(([x]) => x)).toEqual([-2, 0, 3, 5, 7]);
    expect(runs.resumed.curves.x).toEqual(Array.from({ length: 10 }, (_, i) => [i, i]));
  });
});

describe.each(of("MLflow"))("$name", (surface) => {
  test.skipIf(surface.python === null)("is called as a whole, and reads back what it wrote", async () => {
    const { code, output, differs, read, runs } = await callSurface(surface, ["renamed", "FAILED", "KILLED"]);
    expectSurvived(code, output);
    expect(differs.toSorted(), output).toEqual(MLFLOW_DIFFERS);
    expect(read).toBeGreaterThan(60);
    expect([runs.renamed.state, runs.FAILED.state, runs.KILLED.state]).toEqual([
      "finished",
      "failed",
      "killed",
    ]);
    expect(runs.renamed.curves["system/reward"]).toEqual([[40, 2]]);
  });
});
