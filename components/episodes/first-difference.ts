import type { EpisodeStepView } from "#server/contracts/evaluation.ts";

/** The first position at which two episodes act differently, from 1; null where neither does anything else than the other. */
export function firstDifference(a: EpisodeStepView[], b: EpisodeStepView[]): number | null {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++)
    if (a[i].action !== b[i].action || a[i].target !== b[i].target) return i + 1;
  return a.length === b.length ? null : shared + 1;
}
