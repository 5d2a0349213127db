import { writeDifference } from "#server/wording/quantities.ts";

export interface BandVerdict {
  outside: boolean;
  /** "in band", "no band", "+3.8 pp" beyond the nearer edge. */
  text: string;
}

/** Where a measured share lies against the band it was expected in; shares from 0 to 1. */
export function bandDistance(share: number, expected: { low: number; high: number } | null): BandVerdict {
  if (!expected) return { outside: false, text: "no band" };
  const beyond = share > expected.high ? share - expected.high : Math.min(0, share - expected.low);
  if (beyond === 0) return { outside: false, text: "in band" };
  return { outside: true, text: writeDifference({ value: beyond, unit: "share" }) };
}
