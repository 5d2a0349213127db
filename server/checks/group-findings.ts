import type { Finding } from "../contracts/finding.ts";
import { isWarning } from "../contracts/is-warning.ts";

interface ObjectedTo {
  experimentId: string;
  findings: readonly Finding[];
}

/** One rule that objects to one or several runs of one experiment. */
export interface FindingGroup<Run extends ObjectedTo> {
  rule: string;
  severity: Finding["severity"];
  /** As given; the first one's claim stands for all. */
  runs: Run[];
  claim: string;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/**
 * What objects to these runs, once per rule, severity and experiment; errors before warnings; infos and what was dismissed left out. These are the
 * lines of the page of checks, and what is counted beside its name.
 */
export function groupFindings<Run extends ObjectedTo>(runs: readonly Run[]): FindingGroup<Run>[] {
  const groups = new Map<string, FindingGroup<Run>>();
  for (const run of runs) {
    for (const { rule, severity, claim } of run.findings.filter(isWarning)) {
      const key = `${severity} ${rule} ${run.experimentId}`;
      const group = groups.get(key);
      if (group) group.runs.push(run);
      else groups.set(key, { rule, severity, runs: [run], claim });
    }
  }
  return [...groups.values()].toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
