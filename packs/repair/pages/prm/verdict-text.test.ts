import { expect, test } from "vitest";
import type {
  LabelDistribution,
  LabelShare,
  RewardedRun,
  RulesAgreement,
} from "#packs/repair/contracts/prm.ts";
import {
  agreementFinding,
  bandFact,
  bandFinding,
  isGamed,
  poorlyRanked,
  verdictText,
} from "./verdict-text.ts";

const share = (label: number, more: Partial<LabelShare>): LabelShare => ({
  label,
  meaning: "",
  count: 10,
  share: { value: 0.24, low: 0.22, high: 0.26 },
  expected: { low: 0.1, high: 0.2 },
  verdict: "above",
  beyond: 0.02,
  ...more,
});
const distribution = (...labels: LabelShare[]) => ({ labels }) as LabelDistribution;

test("a bar says above or below with the least distance, and never flags what cannot be told", () => {
  expect(verdictText(share(0.2, {}))).toEqual({ outside: true, text: "2.0\u202fpp or more above" });
  expect(verdictText(share(0.2, { verdict: "below", beyond: -0.0912 })).text).toBe(
    "9.1\u202fpp or more below",
  );
  expect(verdictText(share(0.2, { beyond: 0.0004 })).text).toBe("just above");
  expect(verdictText(share(0.2, { verdict: "unclear" }))).toEqual({ outside: false, text: "cannot tell" });
  expect(verdictText(share(0.3, { verdict: "no band", expected: null }))).toEqual({
    outside: false,
    text: "no band",
  });
});

test("the finding names the labels whose whole interval is outside, with figures", () => {
  const found = bandFinding(distribution(share(0.2, {}), share(0.5, { verdict: "unclear" })));
  expect(found?.claim).toBe("Label 0.2 leaves its band.");
  expect(found?.evidence).toBe("0.2 is 24.0\u202f% [22.0, 26.0], above 20\u202f%.");
  expect(bandFinding(distribution(share(0.5, { verdict: "unclear" })))).toBeNull();
});

test("the fact counts only labels that have a band", () => {
  const mixed = distribution(
    share(1, { verdict: "inside" }),
    share(0.5, { verdict: "unclear" }),
    share(0.3, { verdict: "no band", expected: null }),
    share(0.2, {}),
  );
  expect(bandFact(mixed)).toEqual({ value: "1 of 3", note: "0.2 above, 0.5 cannot tell", outside: true });
  expect(bandFact(distribution(share(1, { verdict: "no band", expected: null })))).toMatchObject({
    value: "none stated",
    outside: false,
  });
  expect(bandFact(distribution(share(1, { verdict: "inside" })))).toEqual({
    value: "0 of 1",
    note: "every interval lies inside its band",
    outside: false,
  });
});

test("labels miss repairs from a fifth of the root's removals at 0 on, and the other rules stand beside it", () => {
  const row = (rules: "reports" | "progress", isOwn: boolean, rootsAtZero: number): RulesAgreement => ({
    rules,
    isOwn,
    roots: 998,
    rootsAtZero,
    innocents: 558,
    innocentsAtOne: 0.13,
  });
  const both = (own: "reports" | "progress") =>
    ({
      agreement: [
        row("reports", own === "reports", 523 / 998),
        row("progress", own === "progress", 34 / 998),
      ],
    }) as LabelDistribution;
  expect(agreementFinding(both("reports"))).toEqual({
    claim: "The labels miss repairs.",
    evidence: "52.4\u202f% of 998 removals of a shown root are labeled 0. By progress 3.4\u202f%.",
  });
  expect(agreementFinding(both("progress"))).toBeNull();
  const few = [{ ...row("reports", true, 0.5), roots: 8 }];
  expect(agreementFinding({ agreement: few } as LabelDistribution)).toBeNull();
  expect(agreementFinding({ agreement: [] as RulesAgreement[] } as LabelDistribution)).toBeNull();
});

const run = (score: [number, number] | null, quick: [number, number] | null, more: object = {}) =>
  ({
    model: { id: "m", name: "prm-s0", ranks: "ranks poorly (c 0.68)", poor: true },
    scoreChange: score && { low: score[0], high: score[1] },
    quickChange: quick && { low: quick[0], high: quick[1] },
    ...more,
  }) as RewardedRun;

test("a model is gamed where its score surely rose and RR@5 surely fell, and never by points alone", () => {
  const [rose, fell, either]: [number, number][] = [
    [0.01, 0.03],
    [-0.3, -0.1],
    [-0.1, 0.2],
  ];
  expect(isGamed(run(rose, fell))).toBe(true);
  for (const [score, quick] of [
    [rose, rose],
    [rose, either],
    [either, fell],
    [fell, fell],
    [rose, null],
    [null, fell],
  ])
    expect(isGamed(run(score, quick))).toBe(false);
});

test("a model that ranks poorly is named with its c before the runs that it rewards, each model once", () => {
  const well = { model: { id: "w", name: "good", ranks: "c 0.85", poor: false } };
  expect(poorlyRanked([run(null, null), run(null, null), run(null, null, well)])).toEqual([
    {
      claim: "prm-s0 ranks poorly (c 0.68) and rewards 2 runs here.",
      evidence: "Of two steps with different labels it puts more than one in four in the wrong order.",
    },
  ]);
});
