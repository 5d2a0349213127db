import { describe, expect, test } from "vitest";
import type { ClaimVerdict } from "../../server/contracts/claim-verdict.ts";
import { asPlainText } from "../../server/wording/typography.ts";
import { atEqualEpisodes } from "./ask.ts";
import { difference, higher, RR, seen, tableOf, type Told } from "./testing.ts";
import { answer } from "./verdict.ts";

describe("a claim", () => {
  test("appears where the interval of the difference lies on its side, and only then", () => {
    const of = (rows: Record<string, Told>, claim: Parameters<typeof answer>[0] = higher) =>
      answer(claim, seen(rows)).verdict;
    const up = difference(0.07, [0.04, 0.1], "significant");
    expect(of(up)).toBe("appears");
    expect(of(up, { ...higher, direction: "lower" })).toBe("opposite");
    expect(of(difference(0.07, [-0.04, 0.18], "not_significant"))).toBe("not_seen");
  });

  test("that names no side appears on either, and has no opposite", () => {
    const of = (value: number, bounds: [number, number], verdict: ClaimVerdict) =>
      answer({ ...higher, direction: "either" }, seen(difference(value, bounds, verdict))).verdict;
    expect(of(0.07, [0.04, 0.1], "significant")).toBe("appears");
    expect(of(-0.07, [-0.1, -0.04], "significant")).toBe("appears");
    expect(of(-0.07, [-0.18, 0.04], "not_significant")).toBe("not_seen");
  });

  test("that holds only if all cells scatter alike does not appear", () => {
    expect(
      answer(higher, seen(difference(0.07, [-0.01, 0.15], "significant_if_equal_variances"))).verdict,
    ).toBe("not_seen");
  });

  test("that does not appear says what the design could have shown", () => {
    const { evidence } = answer(higher, seen(difference(0.07, [-0.04, 0.18], "not_significant")));
    expect(asPlainText(evidence)).toBe(
      "+7.0 pp [−4.0, +18.0], 5 seeds, not significant; minimum detectable effect 12.0 pp (80 % power)",
    );
  });

  test("on what may not be ranked is open, and a refusal that was expected appears", () => {
    const rows = {
      baseline: { value: 0.5 },
      other: { value: 0.7, difference: { value: 0.2, verdict: "not_ranked" } },
    } as const;
    expect(answer(higher, seen(rows)).verdict).toBe("open");
    const refused = answer({ says: "", kind: "refused", cell: "other", metric: RR }, seen(rows));
    expect(refused.verdict).toBe("appears");
    expect(asPlainText(refused.evidence)).toBe("baseline 50.0 %, other 70.0 %; not ranked: C01");
  });

  test("about a level holds its interval, not its mean, against the number or the other configuration", () => {
    const rows = { baseline: { value: 0.4 }, other: { value: 0.6, bounds: [0.45, 0.75] } } satisfies Record<
      string,
      Told
    >;
    const level = (than: number | { cell: string }) =>
      answer({ says: "", kind: "level", cell: "other", metric: RR, direction: "higher", than }, seen(rows))
        .verdict;
    expect(level(0.5)).toBe("not_seen");
    expect(level({ cell: "baseline" })).toBe("appears");
    expect(level(0.8)).toBe("opposite");
  });

  describe("about a level of a configuration that varies", () => {
    const rows = {
      baseline: { value: 0.55, bySeed: [0.4, 0.7, 0.5, 0.55, 0.6] },
      other: { value: 0.6, bounds: [0.58, 0.62], bySeed: [0.6, 0.62, 0.58, 0.61, 0.59] },
    } satisfies Record<string, Told>;
    const claim = {
      says: "",
      kind: "level",
      cell: "other",
      metric: RR,
      direction: "higher",
      than: { cell: "baseline" },
    } as const;

    test("holds the difference seed by seed against 0 where both go back to one policy of the seed", () => {
      const { verdict, evidence } = answer(claim, seen(rows, { sharedStarts: () => true }));
      expect(verdict).toBe("not_seen");
      // t(0.975, 4) = 2.7764 of any table, times std([.2, -.08, .08, .06, -.01], ddof=1) / sqrt(5) = .130
      expect(asPlainText(evidence)).toContain("of baseline: +5.0 pp [−8.0, +18.0], 5 seeds in pairs");
    });

    test("holds mean against mean where nothing but the number of the seed is shared", () => {
      const { evidence } = answer(claim, seen(rows));
      // scipy: ttest_ind(other, baseline, equal_var=False).confidence_interval() = [-.0881, .1881]
      expect(asPlainText(evidence)).toMatch(/of baseline: \+5\.0 pp \[−8\.8, \+18\.8\], 5 seeds$/);
    });

    test("never pairs seeds of which one side has others", () => {
      const shifted = tableOf(rows);
      for (const one of shifted.rows[1].bySeed[RR]) one.seed += 1;
      const { evidence } = answer(claim, { ...seen(rows, { sharedStarts: () => true }), table: shifted });
      expect(asPlainText(evidence)).toMatch(/5 seeds$/);
    });

    test("is open where the bench does not call both one quantity", () => {
      const apart = () => "not ranked: of other problems";
      const { verdict, evidence } = answer(claim, seen(rows, { apart }));
      expect(verdict).toBe("open");
      expect(asPlainText(evidence)).toContain("of baseline; not ranked: of other problems");
    });
  });

  test("over starts is the paired difference with its t interval", () => {
    // scipy 1.17.1: t.ppf(0.975, 2) * std([.2, .3, .25], ddof=1) / sqrt(3) = .124
    const rows = {
      "greedy-0": { value: 0.5 },
      "greedy-1": { value: 0.6 },
      "greedy-2": { value: 0.5 },
      "sampled-0": { value: 0.3 },
      "sampled-1": { value: 0.3 },
      "sampled-2": { value: 0.25 },
    };
    const claim = {
      says: "",
      kind: "starts",
      first: "greedy",
      second: "sampled",
      metric: RR,
      direction: "lower",
    } as const;
    const { verdict, evidence } = answer(claim, seen(rows));
    expect(verdict).toBe("appears");
    expect(asPlainText(evidence)).toBe("53.3 %, then 28.3 %: −25.0 pp [−37.4, −12.6], 3 starts");
  });

  test("over starts is open where one of them has no value, whatever the others show", () => {
    const rows = {
      "greedy-0": { value: 0.5 },
      "greedy-1": { value: 0.6 },
      "greedy-2": { value: 0.5 },
      "greedy-3": { value: null },
      "sampled-0": { value: 0.3 },
      "sampled-1": { value: 0.3 },
      "sampled-2": { value: 0.25 },
      "sampled-3": { value: 0.3 },
    };
    const claim = { says: "", kind: "starts", first: "greedy", second: "sampled", metric: RR } as const;
    const { verdict, evidence } = answer({ ...claim, direction: "lower" }, seen(rows));
    expect(verdict).toBe("open");
    expect(asPlainText(evidence)).toBe("1 start has no value of both: 3");
  });

  test("per episode compares what both had when the one that drew less was at its end", () => {
    const line = (step: number, slope: number) =>
      Array.from({ length: 20 }, (_, i) => ({ x: (i + 1) * step, y: (i + 1) * slope }));
    const { episodes, cell, baseline } = atEqualEpisodes(
      new Map([[0, line(400, 0.02)]]),
      new Map([[0, line(100, 0.01)]]),
    );
    expect(episodes).toBe(2000);
    expect(cell.get(0)).toBeCloseTo(0.06, 12);
    expect(baseline.get(0)).toBeCloseTo(0.155, 12);
  });

  test("names what a table lacks", () => {
    expect(() => answer({ ...higher, cell: "gone" }, seen(difference(0, [0, 0], "significant")))).toThrow(
      'has no "gone". It has: baseline, other.',
    );
  });
});
