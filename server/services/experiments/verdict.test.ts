import { describe, expect, test } from "vitest";
import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { verdictOf } from "./verdict.ts";

const METRIC = "eval/da";
const COLUMN = {
  metric: METRIC,
  title: "DA",
  unit: "share",
  caution: null,
  detectable: null,
  primary: true,
} as TableColumn;

interface Told {
  n?: number;
  value?: number;
  method?: string;
  verdict?: ClaimVerdict;
  rules?: string[];
}

function row(config: string, told: Told = {}): AblationRow {
  const { n = 3, value = null, method = "", verdict = "untested", rules = [] } = told;
  return {
    config,
    baseline: verdict === "baseline",
    n,
    metrics: { [METRIC]: { value: n === 0 ? null : 0.5, low: null, high: null, n } },
    difference: { [METRIC]: { value, low: null, high: null, p: null, method, verdict } },
    comparable: { [METRIC]: verdict !== "not_ranked" },
    findings: rules.map((rule) => ({ rule, severity: "error", metric: METRIC })),
  } as unknown as AblationRow;
}

const baseline = (n = 3) => row("baseline", { n, verdict: "baseline" });
const forbidden = (config: string, n: number, ...rules: string[]) =>
  row(config, { n, verdict: "not_ranked", rules });
const EQUAL = "difference only: equal to the baseline in every seed";

describe("a column without any interval", () => {
  test("with enough seeds quotes a comparable row, whatever other rows have one seed or are forbidden", () => {
    const rows = [
      forbidden("sft", 1, "C05"),
      baseline(),
      row("episodes", { n: 1, method: "too few" }),
      row("no_kl", { method: EQUAL }),
    ];
    expect(verdictOf(COLUMN, rows)).toBe(`DA: ${EQUAL}. Not ranked: sft.`);
  });

  test("where every row is forbidden names the rules and no number of seeds", () => {
    const rows = [baseline(), forbidden("no_kl", 3, "C01"), forbidden("dynamic", 1, "C02", "C01")];
    expect(verdictOf(COLUMN, rows)).toBe("DA: not ranked: C01, C02.");
  });

  test("counts the seeds that have a value in the comparable rows alone", () => {
    const rows = [
      baseline(2),
      row("no_kl", { n: 2 }),
      row("switched off", { n: 0 }),
      forbidden("sft", 1, "C02"),
    ];
    expect(verdictOf(COLUMN, rows)).toBe(
      "DA: no interval yet, 2 seeds are too few to compare. Not ranked: sft.",
    );
    expect(verdictOf(COLUMN, [baseline(3), rows[2]])).toBe(
      "DA: waiting for the first value of another configuration.",
    );
  });
});

describe("a column with claims", () => {
  const clear = row("dynamic", { value: 0.205, verdict: "significant" });
  const alike = row("no_kl", { value: 0.05, verdict: "significant_if_equal_variances" });
  const none = row("asym", { value: 0.01, verdict: "not_significant" });
  const known = { ...COLUMN, detectable: 0.1234, detectableWith: { seeds: 5, value: 0.06 } };
  const power =
    "; minimum detectable effect 12.3\u202fpp (80 % power); with 5 seeds 6.0\u202fpp; a plan assumes a larger SD than was observed";

  test("says what differs, what does only under an assumption, and how many do not", () => {
    expect(verdictOf(COLUMN, [baseline(), clear, alike, none])).toBe(
      "DA: dynamic (+20.5\u202fpp) differs from baseline. no_kl (+5.0\u202fpp) is significant only if variances are equal. 1 other does not differ significantly.",
    );
    expect(verdictOf(COLUMN, [baseline(), clear])).toBe("DA: dynamic (+20.5\u202fpp) differs from baseline.");
  });
  test("where nothing separates says what this design could show, and what two more seeds would", () => {
    expect(verdictOf(known, [baseline(), none])).toBe(
      `DA: asym does not differ significantly from baseline with 3 seeds${power}.`,
    );
    expect(verdictOf(known, [baseline(), none, row("b", { verdict: "not_significant" })])).toMatch(
      /^DA: 2 configurations do not differ significantly/,
    );
    expect(verdictOf(known, [baseline(), alike, none])).toBe(
      `DA: no_kl (+5.0\u202fpp) is significant only if variances are equal. asym does not differ significantly from baseline with 3 seeds${power}.`,
    );
  });
  test("an exploratory claim of few seeds says how many such a claim needs", () => {
    const exploratory = { ...COLUMN, primary: false };
    expect(verdictOf(exploratory, [baseline(), clear])).toMatch(
      /differs from baseline, with 3\sseeds where such a claim needs 5\.$/,
    );
    const five = [baseline(5), row("dynamic", { n: 5, value: 0.205, verdict: "significant" })];
    expect(verdictOf(exploratory, five)).toMatch(/differs from baseline\.$/);
  });
  test("an exploratory column says that it is one", () => {
    expect(verdictOf({ ...COLUMN, primary: false }, [baseline(), clear])).toMatch(
      /^DA, exploratory: dynamic/,
    );
  });
});

test("an exploratory claim rests on the fewest seeds of its sides, those of the baseline too", () => {
  const exploratory = { ...COLUMN, primary: false };
  const told = (ofBaseline: number, own: number) =>
    verdictOf(exploratory, [
      baseline(ofBaseline),
      row("no_kl", { n: own, value: 0.1, verdict: "significant" }),
    ]);
  expect(told(3, 6)).toMatch(/, with 3\sseeds where such a claim needs 5\./);
  expect(told(6, 4)).toMatch(/, with 4\sseeds where such a claim needs 5\./);
  expect(told(5, 5)).not.toMatch(/where such a claim needs/);
});
