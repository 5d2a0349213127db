import { expect, test } from "vitest";
import type { CurveStanding, CurveWay } from "#server/contracts/curves.ts";
import { whyNotRanked } from "./why-not-ranked.ts";

const way = (words: string, problems: string[], several = false): CurveWay => ({ words, problems, several });
const [GREEDY, SAMPLED, OTHERS, PROTOCOLS, SETS] = [0, 1, 2, 3, 4];
const ways = [
  way("greedy", ["p1"]),
  way("sampled", ["p1"]),
  way("others", ["p2"]),
  way("several protocols", ["p1"], true),
  way("several sets", ["p1", "p2"], true),
];
const rewards = Array.from({ length: 6 }, (_, i) => `formula ${i}`);

const run = (more: Partial<CurveStanding> = {}): CurveStanding => ({
  reward: 0,
  way: GREEDY,
  definitions: ["root"],
  unrecorded: [],
  ...more,
});
const unknown = run({ way: null, definitions: [], unrecorded: ["eval/rr"] });
const partly = (way: number) => run({ way, unrecorded: ["eval/rr", "eval/da"] });

/** What is said of a panel of these runs. */
const why = (metric: string, ...runs: CurveStanding[]) => whyNotRanked(metric, { rewards, ways }, runs);

test("training rewards of several formulas are not ranked, and the sentence counts the runs of each, the commonest first", () => {
  expect(why("reward/raw", run(), run({ reward: 1 }), run({ reward: 1 }))).toEqual({
    rule: "C01",
    why: expect.stringMatching(/^2 reward functions: .* formula 1 \(2 runs\); formula 0 \(1 run\)\.$/),
  });
  const many = rewards.map((_, reward) => run({ reward }));
  expect(why("reward/raw", ...many)?.why).toMatch(/formula 3 \(1 run\); and 2 others\.$/);
  expect(why("reward/raw", ...many.slice(0, 5))?.why).toMatch(/; and 1 other\.$/);
  expect(why("reward/raw", run(), run({ way: OTHERS }))).toBeNull();
  expect(why("group/std", run(), run({ reward: 1 }))).toBeNull();
});

test("evaluations on other problems or by another protocol are not ranked, each by its rule", () => {
  expect(why("eval/rr", run(), run({ way: SAMPLED }))).toEqual({
    rule: "C03",
    why: expect.stringMatching(/^Measured in 2 ways: .* greedy \(1 run\); sampled \(1 run\)\.$/),
  });
  expect(why("eval/rr", run(), run({ way: OTHERS }))?.rule).toBe("C02");
  expect(why("eval/rr", run(), run())).toBeNull();
  expect(why("eval/other", run(), run({ way: OTHERS }))).toBeNull();
});

test("a run that was measured in several ways while it trained is not ranked, by what of them differed", () => {
  expect(why("eval/rr", run({ way: PROTOCOLS }), run())).toEqual({
    rule: "C03",
    why: expect.stringMatching(/^Measured in several ways: /),
  });
  expect(why("eval/rr", run({ way: PROTOCOLS }))?.rule).toBe("C03");
  expect(why("eval/rr", run({ way: PROTOCOLS }), run({ way: OTHERS }))?.rule).toBe("C02");
  expect(why("eval/rr", run({ way: SETS }))?.rule).toBe("C02");
});

test("where it is not on record how some were measured nothing ranks them; where it is of none the page cannot tell", () => {
  expect(why("eval/rr", run(), unknown)).toEqual({
    rule: null,
    why: expect.stringMatching(/^How some of these .* greedy \(1 run\); not on record \(1 run\)\.$/),
  });
  expect(why("eval/op", run(), run({ way: null, definitions: [] }))?.rule).toBeNull();
  expect(why("eval/rr", run(), run({ way: SAMPLED }), unknown)).toEqual({
    rule: "C03",
    why: expect.stringMatching(/^Measured in 2 ways: .*; not on record \(1 run\); sampled/),
  });
  expect(why("eval/rr", unknown, unknown)).toBeNull();
});

test("what of a run is on record counts, also where some of its values are not", () => {
  expect(why("eval/rr", partly(GREEDY), partly(OTHERS))).toEqual({
    rule: "C02",
    why: expect.stringMatching(
      /^Measured in 2 ways: .* greedy, partly not on record \(1 run\); others, partly not on record \(1 run\)\.$/,
    ),
  });
  expect(why("eval/rr", partly(GREEDY), unknown)?.why).toMatch(/^How some of these values .*; not on record/);
  expect(why("eval/rr", partly(GREEDY), run())?.rule).toBeNull();
  expect(why("eval/op", partly(GREEDY), run())).toBeNull();
  expect(why("eval/rr", partly(GREEDY))).toBeNull();
});

test("DA by several definitions is not ranked, where nothing else sets the runs apart; other metrics are", () => {
  const jaccard = run({ definitions: ["jaccard"] });
  expect(why("eval/da", run(), jaccard)).toEqual({
    rule: "C04",
    why: expect.stringMatching(/^DA by 2 definitions: .* jaccard \(1 run\); root \(1 run\)\.$/),
  });
  expect(why("eval/da", run({ definitions: ["jaccard", "root"] }))?.why).toMatch(
    / jaccard and root \(1 run\)\.$/,
  );
  expect(why("eval/da", run({ definitions: ["several"] }), run({ definitions: ["several"] }))).toBeNull();
  expect(why("eval/da", run({ way: OTHERS }), jaccard)?.rule).toBe("C02");
  expect(why("eval/da", partly(GREEDY), jaccard)?.rule).toBe("C04");
  expect(why("eval/da", run(), jaccard, run({ way: null, definitions: [] }))?.why).toContain(
    "not on record (1 run)",
  );
  expect(why("eval/rr", run(), jaccard)).toBeNull();
});
