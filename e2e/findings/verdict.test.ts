import { describe, expect, test } from "vitest";
import type { AblationTable, ClaimVerdict } from "../../server/contracts/experiment.ts";
import { isEvaluationMetric } from "../../server/contracts/metrics.ts";
import { asPlainText } from "../../server/wording/typography.ts";
import { atEqualEpisodes } from "./ask.ts";
import { type Found, findingsDocument } from "./document.ts";
import { launchKeyOf, shareStarts, stagesOf } from "./question.ts";
import { QUESTIONS } from "./questions.ts";
import { answer, type Seen } from "./verdict.ts";

const RR = "eval/rr_at_5";

interface Told {
  value: number | null;
  bounds?: [number, number];
  n?: number;
  bySeed?: number[];
  difference?: { value: number; bounds?: [number, number]; verdict: ClaimVerdict };
}

/** A table as the bench answers it, with one column. */
function tableOf(rows: Record<string, Told>): AblationTable {
  const estimate = ({ value, bounds, n = 5 }: Told) => ({
    value,
    low: bounds?.[0] ?? null,
    high: bounds?.[1] ?? null,
    n,
    unit: "seed" as const,
    method: "t",
    definition: "",
  });
  return {
    experimentId: "exp_0000000000000000",
    title: "A question",
    baseline: Object.keys(rows)[0],
    columns: [
      {
        metric: RR,
        title: "RR@5",
        unit: "share",
        better: "higher",
        definition: "",
        problems: 300,
        caution: null,
        detectable: 0.12,
      },
    ],
    rows: Object.entries(rows).map(([config, told], place) => ({
      cell: config,
      config,
      baseline: place === 0,
      place,
      changed: [],
      seeds: [0, 1, 2, 3, 4],
      n: told.n ?? 5,
      planned: 5,
      states: {},
      runIds: [],
      metrics: { [RR]: estimate(told) },
      bySeed: {
        [RR]: (told.bySeed ?? []).map((value, seed) => ({ seed, runId: `run_${config}${seed}`, value })),
      },
      difference: {
        [RR]: {
          value: told.difference?.value ?? null,
          low: told.difference?.bounds?.[0] ?? null,
          high: told.difference?.bounds?.[1] ?? null,
          p: null,
          method: "not ranked: C01",
          verdict: told.difference?.verdict ?? "baseline",
        },
      },
      comparable: {},
      objections: [],
      episodes: null,
      durationMs: null,
      cpuSeconds: 2,
      trainStep: null,
      part: null,
    })),
    leftOut: [],
    caption: "",
    verdicts: [],
    asOf: 0,
  };
}

const seen = (rows: Record<string, Told>, more: Partial<Seen> = {}): Seen => ({
  table: tableOf(rows),
  apart: () => null,
  sharedStarts: () => false,
  perEpisode: () => {
    throw new Error("not asked for");
  },
  ...more,
});
const difference = (value: number, bounds: [number, number], verdict: ClaimVerdict) => ({
  baseline: { value: 0.5 },
  other: { value: 0.5 + value, difference: { value, bounds, verdict } },
});
const higher = {
  says: "It is higher",
  kind: "difference",
  cell: "other",
  metric: RR,
  direction: "higher",
} as const;

describe("a claim", () => {
  test("appears where the interval of the difference lies on its side, and only then", () => {
    const of = (rows: Record<string, Told>, claim: Parameters<typeof answer>[0] = higher) =>
      answer(claim, seen(rows)).verdict;
    const up = difference(0.07, [0.04, 0.1], "differs");
    expect(of(up)).toBe("appears");
    expect(of(up, { ...higher, direction: "lower" })).toBe("opposite");
    expect(of(difference(0.07, [-0.04, 0.18], "not_separable"))).toBe("not_seen");
  });

  test("that names no side appears on either, and has no opposite", () => {
    const of = (value: number, bounds: [number, number], verdict: ClaimVerdict) =>
      answer({ ...higher, direction: "either" }, seen(difference(value, bounds, verdict))).verdict;
    expect(of(0.07, [0.04, 0.1], "differs")).toBe("appears");
    expect(of(-0.07, [-0.1, -0.04], "differs")).toBe("appears");
    expect(of(-0.07, [-0.18, 0.04], "not_separable")).toBe("not_seen");
  });

  test("that holds only if all cells scatter alike does not appear", () => {
    expect(answer(higher, seen(difference(0.07, [-0.01, 0.15], "differs_if_alike"))).verdict).toBe(
      "not_seen",
    );
  });

  test("that does not appear says what the design could have shown", () => {
    const { evidence } = answer(higher, seen(difference(0.07, [-0.04, 0.18], "not_separable")));
    expect(asPlainText(evidence)).toBe(
      "+7.0 pp [−4.0, +18.0], 5 seeds, not separable; this design could show 12.0 pp with 80 % power, if cells scatter as here",
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
    expect(() => answer({ ...higher, cell: "gone" }, seen(difference(0, [0, 0], "differs")))).toThrow(
      'has no "gone". It has: baseline, other.',
    );
  });
});

describe("the questions", () => {
  test("expect something of configurations that they launch, in columns that they print", () => {
    for (const { id, stages, expects, also, shows, hides = [] } of QUESTIONS) {
      const keys = new Set(stages.map(({ key }) => key));
      expect(expects.length, id).toBeGreaterThan(0);
      for (const one of expects) {
        const cells = one.kind === "starts" ? [`${one.first}-0`, `${one.second}-0`] : [one.cell];
        for (const cell of cells) expect(keys, id).toContain(cell);
        // Whether two configurations may be compared is asked of their evaluations.
        if (one.kind === "level" && typeof one.than !== "number")
          expect(isEvaluationMetric(one.metric), `${id}: ${one.says}`).toBe(true);
        expect(shows, `${id}: ${one.says}`).toContain(one.metric);
      }
      expect(shows, id).toEqual(expect.arrayContaining(also));
      for (const key of hides) expect(keys, id).toContain(key);
    }
  });

  test("pair seeds where both measure a policy of the seed, and nowhere else", () => {
    const pairs = QUESTIONS.flatMap((question) =>
      question.expects.flatMap((one) =>
        one.kind === "level" && typeof one.than !== "number" && shareStarts(question, one.cell, one.than.cell)
          ? [`${one.cell} and ${one.than.cell}`]
          : [],
      ),
    );
    expect(pairs).toEqual(["on-random and on-original"]);
  });

  test("asked again are the same launch, with other seeds another one", () => {
    const [question] = QUESTIONS;
    const key = (seeds: number[]) => launchKeyOf(stagesOf(question, seeds, {}));
    expect(key([0, 1])).toBe(key([0, 1]));
    expect(key([0, 1])).not.toBe(key([0, 1, 2]));
    expect(key([0, 1])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

test("the document counts what is not shown, and prints each value with its interval", () => {
  const rows = difference(0.07, [-0.04, 0.18], "not_separable");
  const table = tableOf({ ...rows, other: { ...rows.other, bounds: [0.4, 0.74] } });
  const question = { ...QUESTIONS[0], title: "A title", shows: [RR], hides: ["baseline"] };
  const answers = [answer(higher, { ...seen({}), table })];
  const text = asPlainText(
    findingsDocument(
      [
        {
          question,
          table,
          answers,
          runs: { count: 10, unfinished: 1, cpuSeconds: 61, recipes: ["grpo 1.1"] },
        },
      ],
      5,
      { questions: [question] },
    ),
  );
  expect(text).toContain("Of 1 claim, 0 appear, 0 appear the other way round, 1 are not shown, 0 are open.");
  expect(text).toContain("10 runs of grpo 1.1, 1 of them not finished and in no mean;");
  expect(text).toContain("| It is higher | not shown | +7.0 pp");
  expect(text).toContain("| other | 5 | 57.0 [40.0, 74.0] |");
  expect(text).not.toContain("| baseline |");
});

test("a document that is written again for one question keeps the others, in their order, and counts all", () => {
  const found = (place: number, verdict: "appears" | "open"): Found => ({
    question: { ...QUESTIONS[place], shows: [RR], hides: [] },
    table: tableOf({ baseline: { value: 0.5 } }),
    answers: [{ says: `Claim ${place}`, verdict, evidence: "seen" }],
    runs: { count: 5, unfinished: 0, cpuSeconds: 1, recipes: ["grpo 1.1"] },
  });
  const all = { questions: QUESTIONS };
  const before = findingsDocument([found(1, "open"), found(0, "open"), found(2, "open")], 5, all);
  const again = findingsDocument([found(1, "appears")], 5, { ...all, before });
  expect(again).toContain(
    "Of 3 claims, 1 appear, 0 appear the other way round, 0 are not shown, 2 are open.",
  );
  expect(
    again.replace("Of 3 claims, 1 appear", "Of 3 claims, 0 appear").replace("2 are open", "3 are open"),
  ).toBe(before.replace("| Claim 1 | open |", "| Claim 1 | **appears** |"));
  expect(findingsDocument([], 5, { ...all, before: again })).toBe(again);
});
