import { expect, test } from "vitest";
import type { ReportedGrid } from "../../contracts/reported/table.ts";
import { checkTable, TABLE_RULES } from "./registry.ts";
import { cell, grid } from "./testing.ts";

/** Counts of parts, the last of them that of all. */
const counted = (...parts: [hits: number, n: number][]): ReportedGrid => ({
  columns: [
    { name: "type", unit: null },
    { name: "passed", unit: null },
  ],
  rows: parts.map(([hits, n], i) => [
    cell(i === parts.length - 1 ? "Total" : `part ${i}`),
    cell(`${hits}/${n}`, { kind: "number", value: (100 * hits) / n, unit: "%", decimals: null, hits, n }),
  ]),
});

const rulesOf = (table: ReportedGrid): string[] => [...new Set(checkTable(table).map(({ rule }) => rule))];

/** By rule: a table that it objects to, and one that is as it should be. */
const STORIES: Record<string, [fires: ReportedGrid, silent: ReportedGrid]> = {
  "table/scaled-rewards": [
    grid(["config", "mean reward"], ["a", "38.8"], ["b", "54.3"]),
    grid(["config", "mean reward"], ["a", "38.8"], ["b", "53.9"]),
  ],
  "table/variance-of-deviation": [
    grid(["run", "std", "variance"], ["a", "1.15", "1.15"]),
    grid(["run", "std", "variance"], ["a", "1.15", "1.32"]),
  ],
  "table/ratio-of-deviations": [
    grid(
      ["what", "value"],
      ["reward std before", "1.14"],
      ["reward std after", "18.3"],
      ["variance improvement", "16x"],
    ),
    grid(
      ["what", "value"],
      ["reward std before", "1.14"],
      ["reward std after", "18.3"],
      ["variance improvement", "258x"],
    ),
  ],
  "table/deviation-of-noise": [
    grid(["run", "reward std", "noise"], ["a", "1.15", "2"]),
    grid(["run", "reward std", "noise"], ["a", "3.2", "2"]),
  ],
  "table/difference": [
    grid(
      ["run", "reward", "Δ vs baseline"],
      ["base", "27.4", ""],
      ["a", "38.8", "+11.4"],
      ["b", "54.3", "+26.9"],
      ["c", "39.0", "+12.9"],
    ),
    grid(
      ["run", "reward", "Δ vs baseline"],
      ["base", "27.4", ""],
      ["a", "38.8", "+11.4"],
      ["b", "54.3", "+26.9"],
      ["c", "38.97", "+11.6"],
    ),
  ],
  "table/percent-of-percent": [
    grid(["model", "RR@5"], ["a", "95.0%"], ["b", "79.4%"], ["Difference", "-15.6%"]),
    grid(["model", "RR@5"], ["a", "95.0%"], ["b", "79.4%"], ["Difference", "-15.6 pp"]),
  ],
  "table/impossible-share": [
    grid(["level", "n", "RR@10 %"], ["easy", "438", "98.0"]),
    grid(["level", "n", "RR@10 %"], ["easy", "200", "98.0"]),
  ],
  "table/implied-count": [
    grid(
      ["model", "n", "RR@5 %", "RR@10 %", "RR@15 %", "RR %"],
      ["a", "4162", "79.4", "98.0", "99.2", "99.6"],
    ),
    grid(
      ["model", "n", "RR@5 %", "RR@10 %", "RR@15 %", "RR %"],
      ["a", "4162", "79.5", "98.1", "99.2", "99.6"],
    ),
  ],
  "table/wrong-share": [
    {
      columns: [
        { name: "m", unit: null },
        { name: "passed", unit: null },
      ],
      rows: [[cell("a"), cell("80%", { hits: 68, n: 80 })]],
    },
    {
      columns: [
        { name: "m", unit: null },
        { name: "passed", unit: null },
      ],
      rows: [[cell("a"), cell("85%", { hits: 68, n: 80 })]],
    },
  ],
  "table/shares-out-of-order": [
    grid(["model", "RR@5", "RR@10"], ["a", "95.0", "94.0"]),
    grid(["model", "RR@5", "RR@10"], ["a", "94.0", "95.0"]),
  ],
  "table/share-beyond-all": [
    grid(["model", "accuracy %"], ["a", "101.0"]),
    grid(["model", "accuracy %"], ["a", "100.0"]),
  ],
  "table/mixed-scales": [
    grid(["model", "accuracy"], ["a", "0.83"], ["b", "79.4"]),
    grid(["model", "accuracy"], ["a", "83.0"], ["b", "79.4"]),
  ],
  "table/missed-marked-met": [
    grid(["what", "target", "result", "status"], ["DA", ">= 40", "27", "met"]),
    grid(["what", "target", "result", "status"], ["DA", ">= 40", "47", "met"]),
  ],
  "table/missed-target": [
    grid(["what", "target", "result"], ["DA", "> 40", "27"]),
    grid(["what", "target", "result"], ["DA", "> 40", "47"]),
  ],
  "table/outside-expected": [
    grid(["level", "mean IIS", "IIS range"], ["easy", "4.3", "1-2"]),
    grid(["level", "mean IIS", "IIS range"], ["easy", "1.3", "1-2"]),
  ],
  "table/above-ceiling": [
    grid(["part", "reward ceiling", "reward target"], ["total", "58", ">= 70"]),
    grid(["part", "reward ceiling", "reward target"], ["total", "58", ">= 50"]),
  ],
  "table/at-ceiling": [
    grid(["run", "mean reward", "reward ceiling", "reward std"], ["a", "38.8", "39", "1.56"]),
    grid(["run", "mean reward", "reward ceiling", "reward std"], ["a", "27.4", "39", "18.3"]),
  ],
  "table/total": [
    grid(["part", "count"], ["a", "100"], ["b", "200"], ["Total", "310"]),
    grid(["part", "count"], ["a", "100"], ["b", "200"], ["Total", "300"]),
  ],
  "table/same-metric": [
    grid(
      ["model", "DA", "faithfulness"],
      ["a", "55.6", "55.6"],
      ["b", "54.2", "54.2"],
      ["c", "63.5", "63.5"],
    ),
    grid(
      ["model", "DA", "faithfulness"],
      ["a", "55.6", "55.6"],
      ["b", "54.2", "54.2"],
      ["c", "63.5", "63.6"],
    ),
  ],
  "table/same-entry": [
    grid(
      ["model", "RR@5", "RR@10", "DA", "steps"],
      ["SFT", "83.0", "99.0", "80.0", "3.26"],
      ["GRPO", "83.0", "99.0", "80.0", "3.26"],
    ),
    grid(
      ["model", "RR@5", "RR@10", "DA", "steps"],
      ["SFT", "83.0", "99.0", "80.0", "3.26"],
      ["GRPO", "83.0", "99.0", "80.1", "3.26"],
    ),
  ],
  "table/no-signal": [
    grid(["run", "mean reward", "reward std"], ["a", "9.0", "0"]),
    grid(["run", "mean reward", "reward std"], ["a", "9.0", "0.2"]),
  ],
  "table/constant-reward": [
    grid(["step", "loss", "reward"], ["1", "-0.02", "1.0"], ["2", "-0.03", "1.0"], ["3", "-0.14", "1.0"]),
    grid(["step", "loss", "reward"], ["1", "-0.02", "0.9"], ["2", "-0.03", "1.0"], ["3", "-0.14", "1.0"]),
  ],
  "table/counted-total": [
    counted([5, 5], [3, 5], [2, 4], [11, 15]),
    counted([5, 5], [3, 5], [2, 4], [10, 14]),
  ],
  "table/mean": [
    grid(["step", "val"], ["1", "60"], ["2", "40"], ["3", "80"], ["Mean", "52"]),
    grid(["step", "val"], ["1", "60"], ["2", "40"], ["3", "80"], ["Mean", "60"]),
  ],
  "table/step-count": [
    grid(["run", "prompts", "generations", "epochs", "batch", "steps"], ["v1", "44", "4", "3", "16", "174"]),
    grid(["run", "prompts", "generations", "epochs", "batch", "steps"], ["v1", "696", "4", "1", "16", "174"]),
  ],
  "table/few-problems": [
    grid(["problem", "n", "solved %"], ["edit", "1", "100"]),
    grid(["problem", "n", "solved %"], ["edit", "100", "100"]),
  ],
  "table/sources-disagree": [
    grid(["what", "stated", "in code"], ["beta", "2.0", "0.5"]),
    grid(["what", "stated", "in code"], ["beta", "0.5", "0.5"]),
  ],
  "table/different-populations": [
    grid(["model", "n", "RR@5 %"], ["a", "4162", "95.0"], ["b", "500", "79.4"]),
    grid(["model", "n", "RR@5 %"], ["a", "500", "95.0"], ["b", "500", "79.4"]),
  ],
  "table/within-error": [
    grid(["model", "n", "RR@5 %"], ["a", "90", "95.6"], ["b", "90", "88.9"]),
    grid(["model", "n", "RR@5 %"], ["a", "900", "95.6"], ["b", "900", "88.9"]),
  ],
};

test("every rule has its story", () => {
  expect(Object.keys(STORIES).toSorted()).toEqual(TABLE_RULES.map(({ id }) => id).toSorted());
});

test.each(Object.entries(STORIES))(
  "%s fires on its fact and is silent otherwise",
  (rule, [fires, silent]) => {
    expect(rulesOf(fires)).toContain(rule);
    expect(rulesOf(silent)).not.toContain(rule);
  },
);

test("a table and its mirror have the same findings", () => {
  const mirror = ({ columns, rows }: ReportedGrid): ReportedGrid => ({
    columns: [columns[0], ...rows.map(([{ text }]) => ({ name: text, unit: null }))],
    rows: columns
      .slice(1)
      .map(({ name, unit }, i) => [
        cell(name),
        ...rows.map((row) => ({ ...row[i + 1], unit: row[i + 1].unit ?? unit })),
      ]),
  });
  for (const [rule, [fires]] of Object.entries(STORIES)) expect(rulesOf(mirror(fires)), rule).toContain(rule);
});
