import type { Finding } from "../contracts/finding.ts";

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** Worst first; stable inside one severity. */
export function bySeverity(objections: Finding[]): Finding[] {
  return objections.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
