import { expect, test } from "vitest";
import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import {
  type AblationRow,
  type AblationTable,
  ExperimentAnswer,
  type TableColumn,
} from "../../contracts/experiment.ts";
import { differencesOf, shortAnswer } from "./short-answer.ts";

const METRIC = "eval/rr_at_5";

/** A row by its verdict and its difference in percentage points; three seeds unless said. */
const row = (config: string, verdict: ClaimVerdict, points: number | null, seeds = 3) =>
  ({
    config,
    baseline: verdict === "baseline",
    n: seeds,
    metrics: { [METRIC]: { value: 0.5, n: seeds } },
    comparable: { [METRIC]: verdict !== "not_ranked" },
    difference: {
      [METRIC]: {
        value: points === null ? null : points / 100,
        low: points === null || seeds < 3 ? null : points / 100 - 0.05,
        high: points === null || seeds < 3 ? null : points / 100 + 0.05,
        p: 0.01,
        method: "",
        verdict,
      },
    },
    findings:
      verdict === "not_ranked"
        ? [
            { rule: "C02", severity: "error", metric: null },
            { rule: "D01", severity: "warning", metric: null },
            { rule: "C07", severity: "info", metric: null },
          ]
        : [],
  }) as unknown as AblationRow;

function answer(rows: AblationRow[], more: Partial<TableColumn> = {}) {
  const column = {
    metric: METRIC,
    title: "RR@5",
    unit: "share",
    better: "higher",
    detectable: 0.289,
    ...more,
  };
  const short = shortAnswer({ columns: [column], rows } as unknown as AblationTable);
  return { ...short, words: short.words.replaceAll("\u202f", " ") };
}
const base = row("baseline", "baseline", null);

test("the best difference is the highest where higher is better, the lowest where lower is, else the largest", () => {
  const rows = [
    base,
    row("a", "not_significant", 6),
    row("b", "significant", -20),
    row("c", "significant", 9),
  ];
  expect(answer(rows).best?.config).toBe("c");
  expect(answer(rows, { better: "lower" }).best?.config).toBe("b");
  expect(answer(rows, { better: null }).best?.config).toBe("b");
  expect(ExperimentAnswer.parse(answer(rows))).toEqual(answer(rows));
});

test("a configuration that may not be ranked is neither the best nor drawn, and what objects is counted by severity", () => {
  const { best, rows, notRanked, flags } = answer([
    base,
    row("other_reward", "not_ranked", 40),
    // What is measured otherwise on purpose was never to be ranked.
    { ...row("episodes", "not_ranked", 30), beside: "on purpose", findings: [] },
    row("a", "not_significant", 1),
  ]);
  expect(best?.config).toBe("a");
  expect(rows.map(({ config }) => config)).toEqual(["a"]);
  expect(notRanked).toBe(1);
  expect(flags).toEqual([
    { severity: "error", rules: ["C02"] },
    { severity: "warning", rules: ["D01"] },
  ]);
});

test("where nothing separates it says so with what the seeds could show", () => {
  expect(answer([base, row("a", "not_significant", 6)]).words).toBe(
    "no significant difference; minimum detectable effect with 3 seeds 28.9 pp",
  );
});

test("a configuration that differs for the worse is named beside the best one", () => {
  const rows = [base, row("a", "not_significant", 5), row("b", "significant", -46.7)];
  expect(answer(rows).words).toBe("1 of 2 differs: b −46.7 pp");
  expect(answer([...rows, row("c", "significant", 30)]).words).toBe("2 of 3 differ: this and b −46.7 pp");
});

test("one seed has a difference without an interval, and nothing is claimed of it", () => {
  const { best, words } = answer([row("baseline", "baseline", null, 1), row("a", "untested", 6, 1)]);
  expect(best).toMatchObject({ config: "a", low: null, high: null, n: 1 });
  expect(words).toBe("no interval yet, 1 seed is too few to compare");
});

test("without a baseline or without a metric there is no difference", () => {
  expect(answer([base])).toMatchObject({ best: null, words: "no other configuration to compare" });
  expect(shortAnswer({ columns: [], rows: [base] } as unknown as AblationTable).metric).toBeNull();
});

test("a run is compared with the baseline run of its own seed, and not at all where its row may not be ranked", () => {
  const seeds = (prefix: string, values: (number | null)[], first = 0) =>
    values.map((value, i) => ({ seed: first + i, runId: `${prefix}${first + i}`, value }));
  const withSeeds = (one: AblationRow, bySeed: ReturnType<typeof seeds>): AblationRow => ({
    ...one,
    bySeed: { [METRIC]: bySeed },
  });
  const rows = [
    withSeeds(base, [...seeds("b", [0.5, 0.75]), ...seeds("b", [0.6], -1)]),
    withSeeds(row("a", "not_significant", 1), seeds("a", [0.75, null, 0.9])),
    withSeeds(row("other", "not_ranked", 1), seeds("o", [0.9])),
    withSeeds(row("sent", "untested", 1), seeds("s", [0.9], -1)),
  ];
  const column = { metric: METRIC, title: "RR@5", unit: "share", better: "higher", primary: true };
  const found = differencesOf({ columns: [column], rows } as unknown as AblationTable);
  expect(found.get("b0")).toEqual({ kind: "baseline" });
  expect(found.get("a0")).toEqual({ kind: "difference", value: 0.25, unit: "share", title: "RR@5" });
  expect(found.get("o0")?.kind).toBe("not_ranked");
  expect(["a1", "a2", "s-1"].map((id) => found.has(id))).toEqual([false, false, false]);
});
