import { writeCount, writeOf } from "../wording/counts.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const NEEDED = 3;

const info: RuleInfo = {
  id: "C07",
  name: "Too few seeds",
  family: "comparability",
  formula: "number of seeds with a finished run",
  threshold: `fewer than ${NEEDED}, or fewer than planned`,
  source: "with 2 seeds the half-width of a 95 % t interval is 9 standard deviations; with 1 there is none",
  why: "Runs that differ in nothing but the seed differ. Without several there is no telling a configuration from its luck.",
  action: "Launch more seeds of both configurations.",
};

export const tooFewSeeds: CellRule = {
  info,
  check(cell, _baseline, { metric }) {
    const missing = cell.planned - cell.seeds;
    if (cell.seeds >= NEEDED && missing <= 0) return [];
    const one = writeSeeds(cell.seeds);
    const claim =
      cell.seeds < NEEDED
        ? `${cell.config} has ${one}, so there is no interval.`
        : `${cell.config} has ${one} of ${writeCount(cell.planned)} planned.`;
    return [
      objection(info, "caution", {
        metric,
        claim,
        evidence: `${writeOf(cell.seeds, cell.planned, "planned seed has", "planned seeds have")} a finished run.`,
        a: cell.config,
      }),
    ];
  },
};
