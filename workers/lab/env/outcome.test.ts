import { expect, test } from "vitest";
import {
  CHECK,
  DIAGNOSE,
  DROP,
  flat,
  GET_IIS,
  RELAX_LARGE,
  RELAX_SMALL,
  SUBMIT,
  UPDATE_BOUNDS,
} from "./actions.ts";
import { actionPoints, optimalityPreservation } from "./outcome.ts";
import { started } from "./testing/problems.ts";

test.each([
  [6, 6, 1],
  [9, 6, 0.5],
  [3, 6, 0.5],
  [-3, -6, 0.5],
  [13, 6, 0],
  [Infinity, 6, 0],
  [0, 0, 1],
  [1e-10, 0, 0.9],
  [1, 0, 0],
])("an objective of %d against %d preserves %d", (z, original, expected) => {
  expect(optimalityPreservation(z, original)).toBeCloseTo(expected, 12);
});

test.each([
  // The reports' process reward by action, without its jitter: -1; member of the IIS +10, dropped +5; other +1; none known +3.
  ["a DROP of a shown member", DROP, true, 1, 14],
  ["another repair of a shown member", RELAX_LARGE, true, 1, 9],
  ["a widened bound of a shown member", UPDATE_BOUNDS, true, 2, 9],
  ["a repair of another element", DROP, false, 1, 0],
  ["a repair before any IIS was shown", RELAX_SMALL, false, 0, 2],
  ["GET_IIS", GET_IIS, false, 0, 2],
  ["CHECK", CHECK, true, 1, -1],
  ["SUBMIT", SUBMIT, false, 1, -1],
])("%s is worth its points", (_, type, isShown, requests, points) => {
  expect(actionPoints(type, isShown, requests)).toBe(points);
});

test("an episode's process is the mean over its actions, and its Jaccard index counts what was named in vain", () => {
  const env = started();
  const { colCount } = env.problem.model;
  const [root] = env.problem.rootAny;
  const other = root === colCount ? colCount + 1 : colCount;
  expect(env.outcome()).toMatchObject({ jaccard: 0, process: 0 });
  env.step(flat(env.entityCount - 1, GET_IIS));
  env.step(flat(root, DIAGNOSE));
  const { size } = env.problem.rootAny;
  expect(env.outcome().jaccard).toBeCloseTo(1 / size, 12);
  env.step(flat(other, DIAGNOSE));
  const named = env.problem.rootAny.has(other) ? 2 / size : 1 / (size + 1);
  expect(env.outcome().jaccard).toBeCloseTo(named, 12);
  expect(env.outcome().process).toBeCloseTo((2 - 1 - 1) / 3, 12);
});
