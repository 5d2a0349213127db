import { expect, test } from "vitest";
import { shownWords } from "./shown-words.ts";

const say = (
  data: { shown: number; total: number; missing?: number; groups?: number; groupsTotal?: number },
  view: Partial<Parameters<typeof shownWords>[1]> = {},
) =>
  shownWords(
    {
      runs: Array.from({ length: data.shown }) as never,
      total: data.total,
      missing: Array.from({ length: data.missing ?? 0 }, String),
      groups: Array.from({ length: data.groups ?? 0 }) as never,
      groupsTotal: data.groupsTotal ?? data.groups ?? 0,
    },
    { page: 0, show: "100", lines: "runs", ...view },
  );

test("what is shown is said, and what is not", () => {
  expect(say({ shown: 3, total: 3 })).toBe("All 3 runs.");
  expect(say({ shown: 100, total: 340 })).toBe("Showing 100 of 340 runs, newest first.");
  expect(say({ shown: 40, total: 340 }, { page: 3 })).toBe(
    "Showing 40 of 340 runs, newest first, from number 301 on.",
  );
});

test("where there is no run nothing is said of an order or a number", () => {
  expect(say({ shown: 0, total: 0 })).toBe("");
  expect(say({ shown: 0, total: 0 }, { lines: "mean-ci" })).toBe("");
  expect(say({ shown: 0, total: 0, missing: 2 })).toBe(
    "2 runs of the address are not in this data directory.",
  );
});

test("what is put together counts all runs, and says where there are too many configurations", () => {
  expect(say({ shown: 100, total: 340, groups: 20 }, { lines: "mean-ci" })).toBe(
    "Seeds of 20 configurations are put together, over all 340 runs.",
  );
  expect(say({ shown: 100, total: 340, groups: 64, groupsTotal: 90 }, { lines: "mean-ci" })).toBe(
    "Seeds of 64 of 90 configurations are put together, over all 340 runs.",
  );
});

test("runs that are not here are said", () => {
  expect(say({ shown: 1, total: 1, missing: 1 })).toContain(
    "1 run of the address is not in this data directory.",
  );
});
