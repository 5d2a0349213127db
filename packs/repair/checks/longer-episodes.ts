import type { Finding } from "../../../server/contracts/finding.ts";
import { countsRepairs, type DiagnosisChoice } from "../contracts/choice.ts";
import { writeN } from "../../../server/wording/counts.ts";
import { diagnosisName } from "../wording/diagnosis.ts";
import { writeNumber } from "../../../server/wording/numbers.ts";
import { writeShare } from "../../../server/wording/quantities.ts";
import { objection, type RuleInfo } from "../../../server/checks/rule.ts";

/** Differences below these are not called a rise. */
const SHARE = 0.01;
const STEPS = 0.5;

const info: RuleInfo = {
  id: "C10",
  name: "Longer episodes name more",
  family: "comparability",
  formula: "a DA that counts repairs as diagnoses is higher where the episodes are longer",
  threshold: `DA by ${writeShare(SHARE)} and mean steps by ${writeNumber(STEPS)} or more, in the same direction`,
  source:
    "the same weights on hard problems, sampled in place of greedy: da.iis_set_micro over every repair rises from 24.2 to 31.2 % while RR@5 falls from 32.3 to 12.3 % (300 problems)",
  why: "Where repairs count as diagnoses, an episode that needs more repairs touches more of the conflict and so names more of it, without knowing more.",
  action: "Read DA over DIAGNOSE, or beside precision, RR@5 and steps.",
};

/** One side of a comparison, as far as the rule asks. */
export interface Named {
  name: string;
  da: { value: number | null; n: number };
  steps: number | null;
  rrAt5: number | null;
}

/** Says of two sides, whatever may be ranked between them, that the one with the higher DA took the longer episodes. */
export const longerEpisodes = {
  info,
  check(a: Named, b: Named, choice: DiagnosisChoice): Finding[] {
    if (!countsRepairs(choice) || a.da.value === null || b.da.value === null) return [];
    if (a.steps === null || b.steps === null) return [];
    const [low, high] = a.da.value <= b.da.value ? [a, b] : [b, a];
    const more = (high.da.value ?? 0) - (low.da.value ?? 0);
    const longer = (high.steps ?? 0) - (low.steps ?? 0);
    if (more < SHARE || longer < STEPS) return [];
    const from = (pick: (side: Named) => string) => `${pick(low)} to ${pick(high)}`;
    const solved =
      low.rrAt5 === null || high.rrAt5 === null
        ? ""
        : `, RR@5 from ${from((side) => writeShare(side.rrAt5 ?? 0, side.da.n))}`;
    return [
      objection(info, "info", {
        metric: "eval/da",
        claim: `DA rises from ${low.name} to ${high.name}, and so does the length of the episodes.`,
        evidence: `DA (${diagnosisName(choice)}) from ${from((side) => writeShare(side.da.value ?? 0, side.da.n))}, steps from ${from((side) => writeNumber(side.steps ?? 0))}${solved}; ${writeN(high.da.n)}. It counts repairs, and longer episodes touch more of the conflict.`,
        a: high.name,
        b: low.name,
      }),
    ];
  },
};
