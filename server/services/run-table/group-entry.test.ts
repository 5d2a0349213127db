import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import { groupEntry, groupKey } from "./group-entry.ts";

test("the key of a group fits into an address, and runs that lack the thing have a key that no value has", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (a, b) => {
      expect(groupKey(a)).toMatch(/^[\w.~-]{1,16}$/);
      expect(groupKey(a)).not.toBe(groupKey(null));
      if (a !== b) expect(groupKey(a)).not.toBe(groupKey(b));
    }),
  );
  expect(groupKey("grpo")).toBe("grpo");
});

const run = (more: Partial<GroupedRunRow>): GroupedRunRow =>
  ({ state: "finished", attempt: 1, startedAt: 100, endedAt: null, seed: 0, ...more }) as GroupedRunRow;
const PROBLEMS = new Map([
  ["a", 300],
  ["b", 300],
  ["c", 450],
]);
const head = (...runs: GroupedRunRow[]) =>
  groupEntry([{ kind: "built-in", name: "recipe" }], { value: "grpo", open: false, runs }, String, PROBLEMS);

test("a mean time is of the runs that have ended, and says how many these are", () => {
  expect(head(run({ endedAt: 200 }), run({ endedAt: 400 }), run({})).meanTime).toEqual({ ms: 200, n: 2 });
  expect(head(run({}), run({ startedAt: null })).meanTime).toBeNull();
});

test("a head counts its runs of several attempts", () => {
  expect(head(run({}), run({ attempt: 2 }), run({ attempt: null }), run({ attempt: 4 })).resumed).toBe(2);
});

test("a head says how many problems its runs were evaluated on, where these are equally many", () => {
  const evaluated = (...ids: string[]) => head(...ids.map((runId) => run({ runId }))).problems;
  expect(evaluated("a", "b", "none")).toEqual({ n: 300, runs: 2 });
  expect(evaluated("a", "c")).toEqual({ n: null, runs: 2 });
  expect(evaluated("none")).toBeNull();
});

test("a head names the seeds that its runs say, and counts apart those that say none", () => {
  const { seeds, withoutSeed } = head(
    ...[2, -1, 0, -1, 2, -2].map((seed, i) => run({ seed, runId: `r${i}` })),
  );
  expect({ seeds, withoutSeed }).toEqual({ seeds: [0, 2], withoutSeed: 3 });
});
