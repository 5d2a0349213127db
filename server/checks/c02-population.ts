import { writeN } from "../wording/counts.ts";
import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C02",
  name: "Different problems",
  family: "comparability",
  formula:
    "population hash (sha256 over the sorted content hashes of the problems) equals the baseline's, for every seed",
  threshold: "any difference",
  source: "an evaluation of 500 problems was once compared with one of 4,162",
  why: "A share on other problems is another quantity: the mix of types and levels moves it more than a policy does.",
  action: "Evaluate both on the same problems, or restrict both to those they share.",
};

const words = (populations: { hash: string; n: number }[]) =>
  populations.map((p) => `${p.hash.slice(0, 8)} (${writeN(p.n)})`).join(" and ");

export const populationDiffers: CellRule = {
  info,
  check(cell, baseline, { metric, isEvaluation }) {
    if (!isEvaluation) return [];
    const [a, b] = [cell.populations, baseline.populations];
    if (a.length === 0 || b.length === 0) return [];
    if (a.length === 1 && b.length === 1 && a[0].hash === b[0].hash) return [];
    return [
      objection(info, "objection", {
        metric,
        claim: `${cell.config} and ${baseline.config} were not measured on the same problems.`,
        evidence: `${cell.config}: ${words(a)}. ${baseline.config}: ${words(b)}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
