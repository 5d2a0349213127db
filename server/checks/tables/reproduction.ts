import type { NotComparableReason, Reproduction } from "../../contracts/reported/reproduction.ts";
import { metricKey } from "./metric-key.ts";
import type { ReportedValue } from "./reported-values.ts";

/** What was measured here of the same metric. */
export interface MeasuredValue {
  value: number | null;
  /** 95% interval over seeds. */
  low: number | null;
  high: number | null;
  /** Problems behind each seed's value; null where it is measured on none, or they differ. */
  problems: number | null;
}

const apart = (because: NotComparableReason): Reproduction => ({ verdict: "not_comparable", because });

/** Rewards are of a function that a printed table does not tell. */
const isReward = (key: string): boolean => metricKey(key) === "reward";

/**
 * Whether a measurement reproduces a reported value: its interval holds a number that the printed one may stand for. The one
 * place where that is decided. `measured`: null where the configuration has no such metric, undefined where there is none of
 * the name.
 */
export function judgeReproduction(
  reported: ReportedValue,
  measured: MeasuredValue | null | undefined,
): Reproduction {
  if (reported.value === null || reported.low === null || reported.high === null) return apart("no_number");
  if (measured === undefined) return apart("no_configuration");
  if (measured === null || measured.value === null) return apart("no_measurement");
  if (isReward(reported.key)) return apart("other_reward");
  // Sets, repeats or roots: each gives other numbers.
  if (reported.key === "da") return apart("other_definition");
  if (reported.n !== null && measured.problems !== null && reported.n !== measured.problems)
    return apart("other_problems");
  if (measured.low === null || measured.high === null) return apart("no_interval");
  const isInside = reported.low <= measured.high && measured.low <= reported.high;
  return { verdict: isInside ? "reproduced" : "not_reproduced", because: null };
}
