import { BELOW_DETECTABLE, SEED_TICKS } from "#server/wording/claims.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AblationRow, AblationTable, TableColumn } from "#server/contracts/experiment.ts";
import { LeadForest } from "./lead-forest.tsx";
import { rankedFirst } from "./table-columns.ts";

const METRIC = "eval/rr_at_5";
const WORDS = "C02, other problems; C03, another protocol";

function drawn(
  detectable: number | null,
  isRanked = true,
  { better = "higher", seeds = [0, 1, 2] }: { better?: string | null; seeds?: number[] } = {},
): string {
  const forbidding = ["C02", "C03"].map((rule) => ({ rule, severity: "error", metric: METRIC }));
  const row = (config: string, value: number, baseline: boolean) => ({
    cell: config,
    config,
    baseline,
    bySeed: { [METRIC]: seeds.map((seed) => ({ seed, value })) },
    comparable: { [METRIC]: isRanked || baseline },
    findings: isRanked ? [] : forbidding,
    difference: {
      [METRIC]: isRanked
        ? { value: 0.1, low: 0.05, high: 0.15, p: 0.01, method: "t", verdict: "significant" }
        : {
            value: null,
            low: null,
            high: null,
            p: null,
            method: `not ranked: ${WORDS}`,
            verdict: "not_ranked",
          },
    },
  });
  const table = { baseline: "grpo", rows: [row("grpo", 0.5, true), row("dgro", 0.6, false)] };
  const lead = { metric: METRIC, title: "RR@5", unit: "share", better, detectable };
  return renderToStaticMarkup(
    createElement(LeadForest, {
      table: table as unknown as AblationTable,
      lead: lead as TableColumn,
      colours: new Map(),
    }),
  );
}

test("the foot explains a grey zone where there is one, and ticks where there are some", () => {
  expect(drawn(0.03)).toContain(`${BELOW_DETECTABLE} ${SEED_TICKS}`);
  expect(drawn(null)).not.toContain("gray zone");
  expect(drawn(null)).toContain(SEED_TICKS);
  expect(drawn(null, false)).not.toMatch(/gray zone|ticks/);
});

test("rows that may not be ranked come last, as in the table", () => {
  const row = (config: string, isRanked: boolean) => ({ config, comparable: { [METRIC]: isRanked } });
  const rows = [row("beside", false), row("grpo", true), row("dgro", true)] as unknown as AblationRow[];
  const ordered = rankedFirst(rows, { metric: METRIC } as TableColumn);
  expect(ordered.map(({ config }) => config)).toEqual(["grpo", "dgro", "beside"]);
});

test("what forbids a ranking is a rule's id in the drawing, and its words in the tip and the table", () => {
  const html = drawn(0.03, false);
  expect(/<text class="plot-aside"[^>]*>([^<]*)</.exec(html)?.[1]).toBe("not ranked: C02, C03");
  expect(html).toContain(`data-tip="not ranked: ${WORDS}"`);
  expect(html).toContain(`<span class="hidden-text">not ranked: ${WORDS}</span>`);
});

test("of a metric whose direction nobody knows no end of the axis is better", () => {
  expect(drawn(0.03)).toMatch(/worse.*better/);
  const html = drawn(0.03, true, { better: null });
  expect(html).not.toMatch(/better|worse/);
  expect(html).toMatch(/lower.*higher/);
});

test("runs without a seed on record are no pairs", () => {
  expect(drawn(0.03, true, { seeds: [-1, -2] })).not.toContain(SEED_TICKS);
});
