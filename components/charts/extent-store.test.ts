import { expect, test } from "vitest";
import { createExtentStore } from "./chart-group-stores.ts";

test("an axis is as long as the longest of its charts, and unknown before the first", () => {
  const store = createExtentStore();
  expect(store.get("train step")).toBeNull();
  store.widen("train step", [0, 200]);
  store.widen("train step", [50, 450]);
  store.widen("k", [1, 5]);
  expect(store.get("train step")).toEqual([0, 450]);
  expect(store.get("k")).toEqual([1, 5]);
});
