import type { Finding } from "../contracts/finding.ts";

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** Worst first; stable inside one severity. */
export function bySeverity<Of extends Pick<Finding, "severity">>(findings: readonly Of[]): Of[] {
  return findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
