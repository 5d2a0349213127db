import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C03",
  name: "Different protocol",
  family: "comparability",
  formula:
    "hash of decoding, temperature, step limit, observation and evaluation seed equals the baseline's, for every seed",
  threshold: "any difference",
  source: "published comparisons have mixed step limits of 5, 20 and 50",
  why: "A policy given more steps or another temperature solves another share, without being another policy.",
  action: "Evaluate both under one protocol.",
};

export const protocolDiffers: CellRule = {
  info,
  check(cell, baseline, { metric, isEvaluation }) {
    if (!isEvaluation) return [];
    const [a, b] = [cell.protocols, baseline.protocols];
    if (a.length === 0 || b.length === 0) return [];
    if (a.length === 1 && b.length === 1 && a[0].hash === b[0].hash) return [];
    return [
      objection(info, "objection", {
        metric,
        claim: `${cell.config} and ${baseline.config} were evaluated in different ways.`,
        evidence: `${cell.config}: ${a.map((p) => p.words).join("; ")}. ${baseline.config}: ${b.map((p) => p.words).join("; ")}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
