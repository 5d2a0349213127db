import { expect, test } from "vitest";
import type { AblationRow, AblationTable, TableColumn } from "../../../contracts/experiment.ts";
import type { Way } from "../../../contracts/on-record.ts";
import { apartWords, whyApart } from "../../../judgement/judge.ts";
import { value, way } from "../../../judgement/testing.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { measuredWords, sftVsRlTemplate } from "./sft-vs-rl.ts";

const column = (metric: string, title: string) => ({ metric, title }) as TableColumn;
const row = (config: string, reward: number | null) =>
  ({
    cell: `${config}-cell`,
    config,
    metrics: { "reward/raw": { value: reward } },
  }) as unknown as AblationRow;
const table = {
  experimentId: "exp_0000000000000000",
  columns: [column("eval/rr_at_5", "RR@5"), column("eval/steps", "Steps")],
  rows: [row("sft", null), row("grpo", 0.4)],
} as AblationTable;

test("before and after are one table of trained configurations, start and end of each metric in columns of their own", () => {
  const lines = sftVsRlTemplate(table, [], [], [value()]).split("\n");
  const at = lines.indexOf("| Configuration | RR@5, start | end | Steps, start | end |");
  expect(lines[at + 1]).toBe("| --- | ---: | ---: | ---: | ---: |");
  expect(lines[at + 2]).toMatch(
    /^\| grpo \| \{\{number [^|]*rr_at_5[^|]*at: first[^|]*\}\} \| \{\{number [^|]*\}\} \|/,
  );
  expect(lines[at + 3]).toBe("");
});

test("without a policy that RL trained, the first paragraph says what each configuration reached, and of how many problems", () => {
  const sft = {
    ...row("sft", null),
    metrics: { "eval/rr_at_5": { value: 0.3 } },
  } as unknown as AblationRow;
  const columns = [{ ...column("eval/rr_at_5", "RR@5"), problems: 300 }];
  const [first] = sftVsRlTemplate({ ...table, columns, rows: [sft] }, []).split("\n\n");
  expect(asPlainText(first)).toMatch(
    /^In RR@5 \(n 300\), \*\*sft\*\* ends at \{\{number [^}]*config: sft[^}]*show: full[^}]*\}\}\.$/,
  );
});

test("what objects stands beside the figure of the result, and is not said again at the end", () => {
  const text = sftVsRlTemplate(table, [], [], [value()]);
  const at = (words: string) => text.indexOf(words);
  expect(text.match(/say: checks/g)).toHaveLength(1);
  expect(at("metric-chart")).toBeLessThan(at("say: checks"));
  expect(at("say: checks")).toBeLessThan(at("## Before and after"));
  expect(text.slice(at("## What separates"))).toMatch(/say: verdicts/);
});

const metrics = table.columns.map(({ metric }) => metric);
const words = (...ways: Way[][]) =>
  measuredWords(
    ways.map((of) => value({ ways: of })),
    metrics,
  );

test("same problems and protocol are claimed only where the judgement finds nothing apart", () => {
  expect(words([way()], [way(), way()])).toBe(
    "Measured on the same held-out problems under the same protocol.",
  );
  expect(measuredWords([], metrics)).toBe("No evaluation of it is stored.");
});

test("what differs between policies, or between start and end of one, is said in the judgement's own words", () => {
  const other = way({ problems: "p2" });
  for (const ways of [
    [[way()], [other]],
    [[way(), other], [way()]],
  ]) {
    const sides = ways.map((of, i) => ({ name: `run ${i}`, of: [value({ ways: of })] }));
    const apart = whyApart("eval/rr", sides);
    expect(words(...ways)).toBe(apart && apartWords(apart));
    expect(words(...ways)).toMatch(/^Not ranked \(C02\)\. Measured on 2 sets of problems/);
  }
  expect(words([way()], [way({ protocol: "sampled" })])).toMatch(/^Not ranked \(C03\)\. .*sampled \(1 run\)/);
});

test("another definition of DA is said where DA stands in the table, and only there", () => {
  const measured = [value(), value({ ways: [way({ definition: "set" })] })];
  expect(measuredWords(measured, [...metrics, "eval/da"])).toMatch(
    /^Not ranked \(C04\)\. DA by 2 definitions/,
  );
  expect(measuredWords(measured, metrics)).toMatch(/^Measured on the same/);
});

test("a set of problems with a hostile name stays text", () => {
  const named = { ...way(), problems: { key: "p2", words: "{{number x}} *all*" } };
  expect(words([way()], [named])).not.toContain("{{number");
});
