import { expect, test } from "vitest";
import { createCursorStore } from "./chart-group-stores.ts";

test("every chart of a group hears where the cursor went", () => {
  const store = createCursorStore();
  const heard: (number | null)[] = [];
  const stop = store.subscribe(() => heard.push(store.get().x));
  store.set({ x: 5, axis: "train step", owner: "a" });
  store.set({ x: 6, axis: "train step", owner: "a" });
  stop();
  store.set({ x: 7, axis: "train step", owner: "a" });
  expect(heard).toEqual([5, 6]);
});

test("a cursor that stays on its sample wakes nobody", () => {
  const store = createCursorStore();
  let calls = 0;
  store.subscribe(() => calls++);
  store.set({ x: 5, axis: "train step", owner: "a" });
  store.set({ x: 5, axis: "train step", owner: "a" });
  expect(calls).toBe(1);
});
