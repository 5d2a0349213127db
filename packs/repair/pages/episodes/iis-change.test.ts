import { expect, test } from "vitest";
import { iisChange, iisSizes } from "./iis-chips.tsx";

test("members are kept, left or entered, whatever their order", () => {
  expect(iisChange(["c4", "c8", "x5"], ["x5", "c10"])).toEqual({
    kept: ["x5"],
    left: ["c4", "c8"],
    entered: ["c10"],
  });
  expect(iisChange(["a", "b"], ["b", "a"])).toEqual({ kept: ["a", "b"], left: [], entered: [] });
  expect(iisChange(["a"], [])).toEqual({ kept: [], left: ["a"], entered: [] });
});

test("a list that was not computed is unknown, not empty", () => {
  expect(iisChange(null, ["a"])).toBeNull();
  expect(iisChange(["a"], null)).toBeNull();
  expect([iisSizes(null, ["a"]), iisSizes(["a", "b"], null), iisSizes(["a"], [])]).toEqual([
    "? → 1",
    "2 → ?",
    "1 → 0",
  ]);
});
