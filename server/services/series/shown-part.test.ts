import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { blocksOf, shownFacts, shownPart } from "./shown-part.ts";
import { METRIC, oneRun } from "./testing.ts";

const { world, attemptId } = oneRun([
  [1, 5],
  [2, 7],
  [2, 3],
  [3, Number.NaN],
  [4, 100],
  [5, -100],
]);
const store = pointStore(world.ctx.db);
const [series] = store.series([attemptId], [METRIC]);

test("facts of a line are those of its points that no later attempt hides", () => {
  expect(shownFacts(store, series, 4)).toEqual({
    metric: METRIC,
    axis: "step",
    n: 4,
    nan: 1,
    posInf: 0,
    negInf: 0,
    mean: 5,
    min: 3,
    max: 7,
    lastX: 3,
    lastAt: store.rows(series.id, { from: 3, to: 3 }).next().value?.at.at(-1),
    lastValue: Number.NaN,
  });
  expect(shownFacts(store, series, 3)).toMatchObject({ n: 3, lastX: 2, lastValue: 3 });
});

test("where nothing is hidden they are those of the series, and a line that is hidden has none", () => {
  expect(shownFacts(store, series, null)).toBe(series);
  expect(shownFacts(store, series, 6)).toBe(series);
  expect(shownFacts(store, series, 1)).toBeNull();
});

test("points are told up to where a later attempt begins", () => {
  const part = shownPart(store, series, { from: 2, to: null, hiddenFrom: 4 });
  expect(part && [...blocksOf(store, part)].flatMap(({ value }) => [...value])).toHaveLength(part?.n ?? 0);
  expect(shownPart(store, series, { from: 4, to: null, hiddenFrom: 4 })).toBeNull();
});
