import { expect, test } from "vitest";
import type { CurveRun, CurveWay } from "#server/contracts/curves.ts";
import { whyNotRanked } from "./why-not-ranked.ts";

const rewards = Array.from({ length: 6 }, (_, i) => ({ hash: `r${i}`, words: `formula ${i}`, runs: i + 1 }));
const way = (name: string, problems: string | null): CurveWay => ({
  way: name,
  problems,
  words: `words of ${name}`,
  runs: 1,
});
const definitions = ["root", "jaccard", "several"].map((definition) => ({
  definition,
  words: `counted by ${definition}`,
  runs: 1,
}));
const ways = [
  way("greedy", "p1"),
  way("sampled", "p1"),
  way("others", "p2"),
  way("several", null),
  way("unknown", null),
];
const run = (id: string, more: Partial<CurveRun> = {}): [string, CurveRun] => [
  id,
  {
    id,
    name: id,
    seed: 0,
    variant: "v",
    state: "finished",
    begun: true,
    queuedAt: 0,
    rewardHash: "r0",
    way: "greedy",
    definition: "root",
    ...more,
  },
];
const runs = new Map([
  run("a"),
  run("b", { rewardHash: "r1", way: "sampled" }),
  run("c", { way: "others" }),
  run("d", { way: "several" }),
  run("e", { way: null, definition: null }),
  run("f", { way: "unknown", definition: null }),
  run("g", { definition: "jaccard" }),
  run("h", { definition: "several" }),
]);
const why = (metric: string, ...drawn: string[]) =>
  whyNotRanked(metric, { data: { rewards, ways, definitions }, runs }, drawn);

test("training rewards of several formulas are not ranked, and the sentence names them", () => {
  expect(why("reward/raw", "a", "b")).toEqual({
    rule: "C01",
    why: expect.stringMatching(/^2 reward functions: .* formula 0 \(1 run\); formula 1 \(2 runs\)\.$/),
  });
  expect(why("reward/raw", "a", "c")).toBeNull();
  expect(why("group/std", "a", "b")).toBeNull();
});

test("evaluations on other problems or by another protocol are not ranked, each by its rule", () => {
  expect(why("eval/rr", "a", "b")).toEqual({
    rule: "C03",
    why: expect.stringContaining("Measured in 2 ways"),
  });
  expect(why("eval/rr", "a", "c")?.rule).toBe("C02");
  expect(why("eval/rr", "a", "a", "e")).toBeNull();
  expect(why("eval/rr", "d")?.why).toContain("Measured in several ways");
  expect(why("eval/rr", "e")).toBeNull();
});

test("where it is not on record how some were measured nothing ranks them; where it is of none the page cannot tell", () => {
  expect(why("eval/rr", "a", "f")).toEqual({
    rule: "C02",
    why: expect.stringMatching(
      /^How some of these runs were measured is not on record, .* not on record|words of unknown/,
    ),
  });
  expect(why("eval/rr", "a", "b", "f")?.why).toMatch(/^Measured in 2 ways: /);
  expect(why("eval/rr", "f")).toBeNull();
});

test("DA by several definitions is not ranked, where nothing else sets the runs apart; other metrics are", () => {
  expect(why("eval/da", "a", "g")).toEqual({
    rule: "C04",
    why: expect.stringMatching(
      /^DA by 2 definitions: .* counted by root \(1 run\); counted by jaccard \(1 run\)\.$/,
    ),
  });
  expect(why("eval/da", "h")?.why).toMatch(/^DA by several definitions: /);
  expect(why("eval/da", "c", "g")?.rule).toBe("C02");
  expect(why("eval/da", "a", "e")).toBeNull();
  expect(why("eval/rr", "a", "g")).toBeNull();
});

test("with runs that the page does not know it goes by all that fit, and names four of them", () => {
  expect(why("reward/raw", "a", "unknown")?.why).toMatch(/^6 reward functions: .*; and 2 others\.$/);
});
