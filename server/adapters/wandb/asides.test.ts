import { expect, test } from "vitest";
import { MOST_ASIDES, readRows } from "./read-rows.ts";

test("of values that are no numbers so many are kept of one message, and further ones are counted", () => {
  const row = JSON.stringify(Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`m${i}`, "x"])));
  const read = readRows(Array.from({ length: 7 }, () => row));
  expect(read.asides).toHaveLength(MOST_ASIDES);
  expect(read.leftOut).toBe(13_000);
  expect(readRows([row])).not.toHaveProperty("leftOut");
});
