import { expect, test } from "vitest";
import type { AblationRow, AblationTable, TableColumn } from "../../../contracts/experiment.ts";
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
const alike = { populationHash: "p", protocolHash: "q" };

test("before and after are one table of trained configurations by metric", () => {
  const lines = sftVsRlTemplate(table, [], [], [alike]).split("\n");
  const at = lines.indexOf("| Configuration | RR@5 | Steps |");
  expect(lines[at + 1]).toBe("| --- | ---: | ---: |");
  expect(lines[at + 2]).toMatch(
    /^\| grpo \| \{\{number [^|]*rr_at_5[^|]*at: first[^|]*\}\} → \{\{number [^|]*\}\} \|/,
  );
  expect(lines[at + 3]).toBe("");
});

test("same problems and protocol are claimed only where the hashes agree", () => {
  expect(measuredWords([alike, alike])).toBe(
    "Measured on the same held-out problems under the same protocol.",
  );
  expect(measuredWords([alike, { ...alike, populationHash: "other" }])).toContain("the problems differ");
  expect(measuredWords([alike, { ...alike, protocolHash: "other" }])).toContain("the protocol differs");
  expect(measuredWords([alike, { populationHash: "x", protocolHash: "y" }])).toContain(
    "the problems and the protocol differ between",
  );
});
