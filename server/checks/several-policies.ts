import type { Finding } from "../contracts/finding.ts";
import { countOf, listAnd, plural } from "../wording/counts.ts";
import { policyVersions } from "../wording/policy-at.ts";
import { nameSeed } from "../wording/seeds.ts";
import { objection, type RuleInfo } from "./rule.ts";

export const severalPolicies: RuleInfo = {
  id: "C15",
  name: "Several policies in one evaluation",
  family: "comparability",
  formula: "versions of the policy that rows or completions of the final evaluation name",
  threshold: "more than one",
  source: "trainers that go on while they evaluate send new weights to the servers that answer",
  why: "Part of the problems was answered by an earlier policy than the rest. The value lies between theirs and belongs to none of them.",
  action: "Hold the weights while the evaluation runs, or evaluate the last checkpoint alone.",
};

interface Answered {
  config: string;
  severalPolicies: readonly { seed: number; policies: readonly string[] }[];
}

/** Warns where final evaluations of a configuration are of no one policy. */
export function ofSeveralPolicies({ config, severalPolicies: seeds }: Answered, metric: string): Finding[] {
  if (seeds.length === 0) return [];
  return [
    objection(severalPolicies, "warning", {
      metric,
      claim: `The final evaluation of ${countOf(seeds.length, "seed")} of ${config} ${plural(seeds.length, "is", "are")} of several policies.`,
      evidence: `${listAnd(seeds.map(({ seed, policies }) => `${nameSeed(seed)}: ${policyVersions(policies)}`))}.`,
      a: config,
    }),
  ];
}
