import * as fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { PlotSeries, Samples } from "../plot/plot-model.ts";
import { writeSample } from "../plot/read-out.ts";
import { DeltaCell, RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { notSeparable } from "../checks/not-separable.ts";
import { formatAblation } from "../cli/formats/format-ablation.ts";
import type { ClaimVerdict } from "../contracts/claim-verdict.ts";
import type { AblationRow, AblationTable, TableColumn } from "../contracts/experiment.ts";
import type { NumberAnswer, TableAnswer } from "../contracts/reports/report-answer.ts";
import { textOf } from "../contracts/reports/report-tree.ts";
import { verdictOf } from "../services/experiments/verdict.ts";
import { toMarkdown } from "../services/reports/export/to-markdown.ts";
import { drawNumber } from "../services/reports/html/draw-number.ts";
import { drawAblation } from "../services/reports/html/draw-table.ts";
import type { ItemState } from "../services/reports/html/item-state.ts";
import { readMarkdown } from "../services/reports/markdown/read-markdown.ts";
import { estimateDecimals, kindOfUnit, printedUnit, quantityText } from "./quantities.ts";
import { asPlainText, withUnit } from "./typography.ts";

/** What somebody reads in a document or a page, without its marks. */
const read = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("&lt;", "<");

interface Measured {
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  n: number | null;
}

const METRIC = "eval/rr_at_5";
const column = ({ unit, n }: Measured): TableColumn =>
  ({ metric: METRIC, title: "M", unit, problems: n, caution: null, detectable: null }) as TableColumn;
const estimateOf = ({ value, low, high }: Measured) => ({
  value,
  low,
  high,
  n: 3,
  unit: "seed",
  method: "t",
});

function verdictOn({ low, high }: Measured): ClaimVerdict {
  if (low === null || high === null) return "untested";
  return low > 0 || high < 0 ? "significant" : "not_significant";
}

/** A table whose only other row has this value, or this difference to the baseline. */
function tableOf(of: Measured): AblationTable & TableAnswer {
  const row = (config: string, baseline: boolean) =>
    ({
      config,
      baseline,
      n: 3,
      planned: 3,
      metrics: { [METRIC]: estimateOf(of) },
      difference: {
        [METRIC]: { ...estimateOf(of), p: 0.02, method: "t", verdict: baseline ? "baseline" : verdictOn(of) },
      },
      comparable: { [METRIC]: true },
      findings: [],
      episodes: null,
      durationMs: null,
    }) as unknown as AblationRow;
  const columns = [column(of)];
  const rows = [row("baseline", true), row("other", false)];
  return { title: "T", baseline: "baseline", columns, rows, verdicts: [], leftOut: [], caption: "" } as never;
}

/** Cells of the other row on a terminal: value with interval, difference. */
function terminal(of: Measured): { value: string; difference: string } {
  const line = formatAblation(tableOf(of))
    .split("\n")
    .find((text) => text.startsWith("other"));
  const [, , value, difference] = asPlainText(line ?? "").split(/ {2,}/);
  return { value, difference: difference.replace(/ n\.s\.$/, "") };
}

/** The same cells in the table of a report. */
function report(of: Measured): { value: string; difference: string } {
  const html = drawAblation(tableOf(of), null);
  const cells: string[] = [];
  const visit = (node: Parameters<typeof textOf>[0]): void => {
    if (typeof node === "string") return;
    if (node.tag === "td") cells.push(textOf(node));
    node.children.forEach(visit);
  };
  visit(html);
  return { value: cells[4], difference: cells[5] };
}

const answerOf = ({ value, low, high, unit, n }: Measured, difference = false): NumberAnswer =>
  ({
    kind: "number",
    value,
    low,
    high,
    unit,
    n,
    difference,
    special: null,
    counts: "problem",
    problems: n,
    p: null,
    caveat: null,
    computedAt: 0,
    runs: [],
    evaluations: [],
  }) as unknown as NumberAnswer;
const stateOf = (answer: NumberAnswer): ItemState =>
  ({ index: 0, answer, now: null, status: "live", frozenAt: null, digest: "", lost: [] }) as never;

const QUERY = "{{number metric: m; run: r}}";
const READ = readMarkdown(QUERY);
/** A number in the Markdown of a report, without what stands in brackets behind it. */
const markdown = (answer: NumberAnswer): string =>
  toMarkdown(QUERY, READ, [stateOf(answer)], "#")
    .split("\n")[2]
    .replace(/ \([^)]*\)$/, "");
/** The same on its page, without the card behind it. */
const inReport = (answer: NumberAnswer): string =>
  drawNumber(answer, stateOf(answer), "interval").map(textOf).join("").split(", live")[0];

function onPage({ value, unit, low, high, n }: Measured): string {
  const props = { value, kind: kindOfUnit(unit), unit: printedUnit(unit), n };
  const interval = low === null || high === null ? null : { low, high };
  return read(renderToStaticMarkup(createElement(Value, { ...props, interval })));
}

function chartDot({ value, unit, low, high, n }: Measured): string {
  const only = (x: number | null) => Float64Array.of(x ?? Number.NaN);
  const samples = {
    x: only(1),
    y: only(value),
    n: Float64Array.of(n ?? 0),
    nonFinite: Uint32Array.of(0),
    bounds: low === null || high === null ? null : { low: only(low), high: only(high) },
  } as unknown as Samples;
  const one = {
    line: { samples },
    behind: null,
    dots: n !== null,
    bounds: "interval",
    nInWords: () => "",
  } as unknown as PlotSeries;
  const { value: written, detail } = writeSample(one, 0, { kind: kindOfUnit(unit), unit });
  return detail === "" ? written : `${written} ${detail}`;
}

const UNITS = ["share", "points", "steps", ""];
const sizes = fc
  .record({
    mantissa: fc.double({ min: -9.99, max: 9.99, noNaN: true }),
    power: fc.integer({ min: -8, max: 17 }),
  })
  .map(({ mantissa, power }) => mantissa * 10 ** power);
const quantities: fc.Arbitrary<Measured> = fc
  .record({
    unit: fc.constantFrom(...UNITS),
    size: sizes,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    width: fc.option(fc.double({ min: 1e-4, max: 3, noNaN: true })),
    n: fc.option(fc.integer({ min: 1, max: 100_000 })),
  })
  .map(({ unit, size, share, width, n }) => {
    const value = unit === "share" ? share : size;
    const half = width === null ? null : width * (Math.abs(value) || 1);
    const [low, high] = half === null ? [null, null] : [value - half, value + half];
    return { unit, value, low, high, n };
  });

describe("the same value, unit and n have one text", () => {
  test("on a page, in a report, in its Markdown and beside the cursor of a chart, each with its unit", () => {
    fc.assert(
      fc.property(quantities, (of) => {
        const text = quantityText(of);
        expect(onPage(of)).toBe(text);
        expect(inReport(answerOf(of))).toBe(text);
        expect(markdown(answerOf(of))).toBe(text);
        expect(chartDot(of)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("in the table of a page, of a report and of the command line, whose head has the unit", () => {
    fc.assert(
      fc.property(quantities, (of) => {
        const interval = of.low === null || of.high === null ? null : { low: of.low, high: of.high };
        const shown = { value: of.value, kind: kindOfUnit(of.unit), n: of.n, interval };
        const page = read(renderToStaticMarkup(createElement(Value, shown)));
        const bare = { ...shown, interval: null, decimals: estimateDecimals([of], of.unit) };
        if (page.includes("[") && !/[e\u202f]/.test(page) && Math.abs(of.value ?? 0) < 1e6)
          expect(read(renderToStaticMarkup(createElement(Value, bare)))).toBe(page.split(" [")[0]);
        expect(report(of).value).toBe(page);
        expect(terminal(of).value.replace(" (no interval)", "")).toBe(asPlainText(page));
      }),
      { numRuns: 300 },
    );
  });

  test("and so have differences, also in the sentences beside them", () => {
    fc.assert(
      fc.property(quantities, (of) => {
        const { value, low, high, unit } = of;
        const interval = low === null || high === null ? null : { low, high };
        const cell = createElement(DeltaCell, {
          difference: value,
          interval,
          kind: kindOfUnit(unit),
        });
        const page = read(renderToStaticMarkup(cell));
        expect(report(of).difference).toBe(page);
        expect(terminal(of).difference).toBe(asPlainText(page));
        const withUnits = quantityText({ ...of, difference: true });
        expect(markdown(answerOf(of, true))).toBe(withUnits);
        expect(withUnits).toBe(
          page.replace(/^\S+(\u202f[MBT])?/, (text) => withUnit(text, printedUnit(unit, true))),
        );
        if (interval && (interval.low > 0 || interval.high < 0))
          expect(verdictOf(column(of), tableOf(of).rows as AblationRow[])).toContain(
            `other (${withUnits.split(" [")[0]}) differs`,
          );
      }),
      { numRuns: 300 },
    );
  });

  test("a rate of counted problems too, and what a rule says of it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const count = Math.round(share * n);
          const of = { value: count / n, low: null, high: null, unit: "share", n };
          const page = read(renderToStaticMarkup(createElement(RateCell, { count, n })));
          expect(withUnit(page, "%")).toBe(quantityText(of));
          const [low, high] = [-0.03, share];
          const names = { metric: "RR@5", a: "a", b: "b", flips: count, detectable: null };
          const [said] = notSeparable.check({ ...names, value: 0, low, high, n });
          expect(said.evidence).toContain(
            quantityText({ value: 0, low, high, unit: "share", difference: true }),
          );
        },
      ),
    );
  });

  test("what is no number is said by the same word, with neither unit nor interval", () => {
    for (const [value, special] of [
      [Number.NaN, "NaN"],
      [Infinity, "inf"],
      [-Infinity, "−inf"],
    ] as const) {
      const of = { value, low: 1, high: 2, unit: "points", n: null };
      expect(onPage(of)).toBe(special);
      expect(markdown({ ...answerOf({ ...of, value: 0 }), value: null, special })).toBe(special);
    }
    const none = { value: null, low: null, high: null, unit: "share", n: 300 };
    expect([onPage(none), inReport(answerOf(none)), terminal(none).value, report(none).value]).toEqual([
      "–",
      "–",
      "–",
      "–",
    ]);
  });
});
