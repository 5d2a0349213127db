import { expect, test } from "vitest";
import { unreadWords } from "./unread-address.tsx";

test("a view or an order that there is not is said, and one that there is is not", () => {
  expect(unreadWords("running", "zzz")).toEqual([
    "There is no view “running”; these are all runs.",
    "There is no column “zzz” to sort by.",
  ]);
  expect(unreadWords("live", "-ended")).toEqual([]);
  expect(unreadWords(null, null)).toEqual([]);
});
