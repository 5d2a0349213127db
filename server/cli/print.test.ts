import { expect, test } from "vitest";
import { textTable } from "./print.ts";

test("what stands in a table begins no row of its own", () => {
  const table = textTable(["left", ">size"], [["a\nb\tc", "8 B"]]);
  expect(table.split("\n")).toEqual(["left   size", "-----  ----", "a?b?c   8 B"]);
});
