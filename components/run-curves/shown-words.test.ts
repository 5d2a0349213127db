import { expect, test } from "vitest";
import { seedsWords, shownWords } from "./shown-words.ts";

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
    { page: 0, show: "100", as: "curves", lines: "runs", ...view },
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

test("more than 12 runs are their configurations where the address says nothing, unless none has two of them", () => {
  const many = (total: number, groups: number) => say({ shown: total, total, groups }, { lines: null });
  expect(many(12, 4)).toBe("All 12 runs.");
  expect(many(13, 4)).toBe("13 runs as 4 configurations.");
  expect(many(13, 13)).toBe("All 13 runs.");
  expect(say({ shown: 13, total: 13, groups: 4 }, { lines: "runs" })).toBe("All 13 runs.");
  expect(say({ shown: 13, total: 13, groups: 4 }, { as: "scatter", lines: "mean-ci" })).toBe("All 13 runs.");
});

test("what is put together counts all runs, and says where there are too many configurations", () => {
  expect(say({ shown: 100, total: 340, groups: 20 }, { lines: "mean-ci" })).toBe(
    "340 runs as 20 configurations.",
  );
  expect(say({ shown: 100, total: 340, groups: 64, groupsTotal: 90 }, { lines: "mean-ci" })).toBe(
    "340 runs as 64 of 90 configurations.",
  );
});

test("runs that are not here are said", () => {
  expect(say({ shown: 1, total: 1, missing: 1 })).toContain(
    "1 run of the address is not in this data directory.",
  );
});

test("a configuration says its seeds, how many of them have begun, and runs without a seed on record", () => {
  const seeds = (n: number, saidSeeds: number, begun: number) =>
    seedsWords({ runIds: Array.from({ length: n }, String), saidSeeds, begun });
  expect(seeds(3, 3, 3)).toBe("3\u00a0seeds");
  expect(seeds(3, 3, 2)).toBe("2 of 3\u00a0seeds");
  expect(seeds(2, 0, 2)).toBe("2\u00a0runs without a seed on record");
});
