import type { Objection } from "../contracts/objection.ts";

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** Worst first; stable inside one severity. */
export function bySeverity(objections: Objection[]): Objection[] {
  return objections.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
