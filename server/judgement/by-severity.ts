import type { Objection } from "../contracts/objection.ts";

const RANK = { objection: 0, caution: 1, note: 2 } as const;

/** Worst first; stable inside one severity. */
export function bySeverity(objections: Objection[]): Objection[] {
  return objections.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}
