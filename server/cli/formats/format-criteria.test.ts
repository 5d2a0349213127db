import { expect, test } from "vitest";
import { formatCriteria } from "./format-criteria.ts";

const judged = (actual: number | null, n: number, met: number) => ({ actual, n, met });

test("each criterion says its target, what each configuration reached, and by how many seeds it is met", () => {
  const lines = formatCriteria({
    cells: [
      { cell: "a", config: "grpo" },
      { cell: "b", config: "as-coded" },
    ],
    rows: [
      {
        metric: "eval/solved",
        op: "at_least",
        target: 0.95,
        reason: "It has learned it.",
        title: "Solved",
        unit: "share",
        definition: "",
        judged: [judged(1, 5, 5), judged(0.96, 5, 3)],
      },
      {
        metric: "policy/kl",
        op: "at_most",
        target: 0.5,
        reason: "Reported as stable.",
        title: "KL",
        unit: "nats",
        definition: "",
        judged: [judged(0.1, 5, 5), judged(null, 0, 0)],
      },
    ],
  }).join("\n");
  expect(lines).toMatch(/Solved\s+≥ 95\.0.% {2}grpo\s+100\.0 {2}met by 5 seeds/);
  expect(lines).toMatch(/Solved\s+≥ 95\.0.% {2}as-coded\s+96\.0 {2}met by 3 of 5 seeds/);
  expect(lines).toMatch(/KL\s+≤ 0\.500 nats {2}as-coded\s+– {2}no result yet/);
  expect(lines).toContain("Solved: It has learned it.");
});

test("where no recipe wrote any down nothing is said", () => {
  expect(formatCriteria({ cells: [], rows: [] })).toEqual([]);
});
