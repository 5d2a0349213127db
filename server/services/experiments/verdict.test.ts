import { describe, expect, test } from "vitest";
import type { AblationRow, TableColumn } from "../../contracts/experiment.ts";
import { verdictOf } from "./verdict.ts";

const METRIC = "eval/da";
const COLUMN = { metric: METRIC, title: "DA", unit: "share", caution: null, detectable: null } as TableColumn;

interface Told {
  n: number;
  method: string;
  comparable?: boolean;
  baseline?: boolean;
}

/** A row whose difference has no interval; `n` is the seeds that have a value. */
function row(config: string, { n, method, comparable = true, baseline = false }: Told): AblationRow {
  return {
    config,
    baseline,
    n,
    metrics: { [METRIC]: { value: n === 0 ? null : 0.5, low: null, high: null, n } },
    difference: { [METRIC]: { value: null, low: null, high: null, p: null, method } },
    comparable: { [METRIC]: comparable },
    objections: [],
  } as unknown as AblationRow;
}

const baseline = (n = 3) => row("baseline", { n, method: "this is the baseline", baseline: true });
const EQUAL = "difference only: all 3 seeds are equal";

describe("a column without any interval", () => {
  test("with enough seeds quotes a comparable row, whatever other rows have one seed or are forbidden", () => {
    const rows = [
      row("sft", { n: 1, method: "not ranked: C05", comparable: false }),
      baseline(),
      row("episodes", { n: 1, method: "difference only: 1 seed" }),
      row("no_kl", { n: 3, method: EQUAL }),
    ];
    expect(verdictOf(COLUMN, rows)).toBe(`DA: the values leave nothing to test (${EQUAL}). Not ranked: sft.`);
  });

  test("where every row is forbidden names the rules and no number of seeds", () => {
    const rows = [
      baseline(),
      row("no_kl", { n: 3, method: "not ranked: C01", comparable: false }),
      row("dynamic", { n: 1, method: "not ranked: C01", comparable: false }),
    ];
    expect(verdictOf(COLUMN, rows)).toBe("DA: nothing may be ranked: C01.");
  });

  test("counts the seeds that have a value in the comparable rows alone", () => {
    const rows = [
      baseline(2),
      row("no_kl", { n: 2, method: "too few" }),
      row("switched off", { n: 0, method: "no values" }),
      row("sft", { n: 1, method: "not ranked: C02", comparable: false }),
    ];
    expect(verdictOf(COLUMN, rows)).toBe(
      "DA: no interval yet, 2 seeds are too few to compare. Not ranked: sft.",
    );
    expect(verdictOf(COLUMN, [baseline(3), rows[2]])).toBe(
      "DA: no configuration has a value to compare with baseline.",
    );
  });
});
