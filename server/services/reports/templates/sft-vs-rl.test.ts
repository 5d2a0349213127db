import { expect, test } from "vitest";
import type { AblationRow, AblationTable, TableColumn } from "../../../contracts/experiment.ts";
import { asPlainText } from "../../../wording/typography.ts";
import { sftVsRlTemplate } from "./sft-vs-rl.ts";

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

test("the result comes first, the curve of what was trained second, and all pairs stand in one table", () => {
  const text = sftVsRlTemplate(table, true);
  const blocks = [...text.matchAll(/```ablab (\S+)\n([^`]*)\n```/g)].map(([, kind, body]) => [kind, body]);
  expect(blocks.map(([kind]) => kind)).toEqual([
    "before-after",
    "metric-chart",
    "findings",
    "before-after",
    "findings",
  ]);
  expect(blocks[0][1]).toContain("say: answer");
  expect(blocks[1][1]).toContain("configs: grpo");
  expect(blocks[1][1]).not.toContain("sft");
  expect(blocks[3][1]).not.toContain("say:");
});

test("without a policy that RL trained, the first paragraph says what each configuration reached, and of how many problems", () => {
  const sft = {
    ...row("sft", null),
    metrics: { "eval/rr_at_5": { value: 0.3 } },
  } as unknown as AblationRow;
  const columns = [{ ...column("eval/rr_at_5", "RR@5"), problems: 300 }];
  const [first] = sftVsRlTemplate({ ...table, columns, rows: [sft] }, false).split("\n\n");
  expect(asPlainText(first)).toMatch(
    /^In RR@5 \(n 300\), \*\*sft\*\* ends at \{\{number [^}]*config: sft[^}]*show: full[^}]*\}\}\.$/,
  );
});

test("what objects stands beside the figure of the result, and is not said again at the end", () => {
  const text = sftVsRlTemplate(table, true);
  const at = (words: string) => text.indexOf(words);
  expect(text.match(/say: checks/g)).toHaveLength(1);
  expect(at("metric-chart")).toBeLessThan(at("say: checks"));
  expect(at("say: checks")).toBeLessThan(at("## Before and after"));
  expect(text.slice(at("## What separates"))).toMatch(/say: verdicts/);
});

test("where nothing was measured before its training, the report says that there are no pairs", () => {
  const text = sftVsRlTemplate(table, false);
  expect(text).not.toContain("before-after");
  expect(text).toContain("so the two cannot be paired");
});
