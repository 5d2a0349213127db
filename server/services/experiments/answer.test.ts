import { expect, test } from "vitest";
import type { ClaimVerdict } from "../../contracts/claim-verdict.ts";
import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { type Answer, answerOf } from "./answer.ts";
import { verdictOf } from "./verdict.ts";

const column = (metric: string, more: Partial<TableColumn> = {}) =>
  ({ metric, title: metric, unit: "share", detectable: null, primary: false, ...more }) as TableColumn;
const MAIN = column("RR@5", { primary: true, detectable: 0.289 });
const COLUMNS = [MAIN, column("RR"), column("Clean")];

/** A row by its verdict on each column, in their order; differences of 6.1 pp. */
const row = (config: string, ...verdicts: ClaimVerdict[]) =>
  ({
    config,
    baseline: verdicts[0] === "baseline",
    n: 3,
    metrics: Object.fromEntries(COLUMNS.map(({ metric }) => [metric, { value: 0.5, n: 3 }])),
    comparable: Object.fromEntries(
      COLUMNS.map(({ metric }, i) => [metric, (verdicts[i] ?? "untested") !== "not_ranked"]),
    ),
    difference: Object.fromEntries(
      COLUMNS.map(({ metric }, i) => [
        metric,
        {
          value: 0.061,
          low: 0.032,
          high: 0.09,
          p: 0.01,
          method: "t for unequal spreads",
          verdict: verdicts[i] ?? "untested",
        },
      ]),
    ),
    findings: verdicts[0] === "not_ranked" ? [{ rule: "C02", severity: "error", metric: null }] : [],
  }) as unknown as AblationRow;

const base = row("baseline", "baseline", "baseline", "baseline");
/** The headline with its notes, as one text. */
const textOf = ({ answer: text, notes }: Answer) => [text, ...notes].join(" ").replaceAll("\u202f", " ");
const answer = (...rows: AblationRow[]) => textOf(answerOf(MAIN, COLUMNS, [base, ...rows]));

test("where nothing separates it says what the seeds could show, and which other metrics do", () => {
  const rows = [
    row("no_kl", "not_significant", "significant"),
    row("dynamic", "not_significant", "significant", "significant"),
  ];
  expect(answer(...rows)).toBe(
    "No significant difference from baseline on RR@5. Largest: no_kl (+6.1 pp [+3.2, +9.0]). Minimum detectable effect with 3 seeds: 28.9 pp. Exploratory: no_kl and dynamic differ on RR; dynamic differs on Clean.",
  );
  expect(answer(row("no_kl", "not_significant", "not_significant", "significant"))).toBe(
    "No significant difference from baseline on RR@5. Largest: no_kl (+6.1 pp [+3.2, +9.0]). Minimum detectable effect with 3 seeds: 28.9 pp. Exploratory: no_kl differs on Clean.",
  );
});

test("other metrics are named beside the primary one alone, not with each of themselves", () => {
  const rows = [base, row("no_kl", "not_significant", "not_significant", "significant")];
  const exploratory = COLUMNS.filter((column) => column !== MAIN);
  for (const column of exploratory)
    expect(textOf(answerOf(column, COLUMNS, rows))).not.toMatch(/exploratory/i);
  expect(exploratory.length).toBeGreaterThan(0);
});

test("what differs is named with its interval, what may and what does not are told apart", () => {
  const rows = [
    row("strict", "significant", "significant"),
    row("no_kl", "significant_if_equal_variances"),
    row("dynamic", "not_significant"),
    row("noise", "not_ranked"),
  ];
  expect(answer(...rows)).toBe(
    "strict (+6.1 pp [+3.2, +9.0]) differs significantly from baseline on RR@5; 1 other does not. Significant only if variances are equal: no_kl (+6.1 pp [+3.2, +9.0]). 1 configuration is not ranked. Exploratory: strict differs on RR.",
  );
});

test("many that differ are counted, with the largest difference towards the better side", () => {
  const rows = ["a", "b", "c", "d"].map((name, i) => {
    const one = row(name, "significant");
    const own = { ...one.difference[MAIN.metric], value: 0.06 - i / 100 };
    return { ...one, difference: { ...one.difference, [MAIN.metric]: own } };
  });
  const of = (better: TableColumn["better"]) =>
    textOf(answerOf({ ...MAIN, better }, COLUMNS, [base, ...rows, row("e", "not_significant")]));
  expect(of("higher")).toBe(
    "4 of 5 configurations differ significantly from baseline on RR@5. Largest: a (+6.0 pp [+3.2, +9.0]).",
  );
  expect(of("lower")).toMatch(/Largest: d \(\+3\.0 pp/);
});

test("a metric of which nothing may be said has no answer, with the reason", () => {
  expect(answer(row("noise", "not_ranked"))).toBe("No verdict on RR@5: not ranked: C02.");
  expect(answer()).toBe("No other configuration to compare on RR@5 yet.");
});

test("where every seed has the same value it names the differences and why there is no interval", () => {
  const constant = (config: string, verdict: ClaimVerdict, value: number, difference: number) => {
    const one = row(config, verdict);
    const bySeed = { [MAIN.metric]: [0, 1, 2].map((seed) => ({ seed, runId: config, value })) };
    const own = { ...one.difference[MAIN.metric], value: difference, low: null, high: null };
    return { ...one, bySeed, difference: { ...one.difference, [MAIN.metric]: own } };
  };
  const before = constant("before", "baseline", 0.6, 0);
  const told = (...rows: AblationRow[]) => textOf(answerOf(MAIN, COLUMNS, [before, ...rows]));
  expect(told(constant("after", "untested", 1, 0.4))).toBe(
    "On RR@5, after (+40.0 pp) differs from before by the same in each of 3 seeds: no variation between seeds, so no interval.",
  );
  expect(told(constant("after", "untested", 0.6, 0))).toBe(
    "No difference from before on RR@5: every seed has the same value.",
  );
});

test("what differs while something of it is not on record is said not to be known to be comparable", () => {
  const unknown = { ...row("mine", "significant"), notLogged: { "RR@5": ["reward function"] } };
  expect(answer(unknown)).toBe(
    "mine (+6.1 pp [+3.2, +9.0]) differs significantly from baseline on RR@5. Comparability unknown: reward function not logged.",
  );
  expect(answer({ ...unknown, notLogged: { RR: ["reward function"] } })).not.toContain("not logged");
  expect(verdictOf(MAIN, [base, unknown])).toContain("Comparability unknown: reward function not logged.");
});

test("what stands beside by intent is no gap of the answer, and what may not be ranked is", () => {
  const rows = [row("no_kl", "significant"), row("sft", "not_ranked")];
  expect(answer(...rows)).toMatch(/1 configuration is not ranked\./);
  expect(answer(rows[0], { ...rows[1], beside: "the start of both" })).not.toMatch(/not ranked/);
});

test("two seeds with one value each way are too few to say that nothing spreads", () => {
  const seeds = (of: AblationRow, n: number, value: number): AblationRow => ({
    ...of,
    n,
    metrics: { ...of.metrics, "RR@5": { ...of.metrics["RR@5"], n } },
    bySeed: { "RR@5": Array.from({ length: n }, (_, seed) => ({ seed, runId: `r${seed}`, value })) },
  });
  const of = (n: number) =>
    textOf(answerOf(MAIN, COLUMNS, [seeds(base, n, 0.4), seeds(row("no_kl"), n, 0.461)]));
  expect(of(3)).toMatch(/differs from baseline by the same in each of 3\sseeds: no variation/);
  expect(of(2)).toMatch(/^No verdict on RR@5: .*2\sseeds are too few to compare/);
});
