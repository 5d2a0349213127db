import { possibleRange } from "#server/contracts/possible-range.ts";
import type { YAxisSpec } from "#server/plot/series.ts";

/** y of a standard deviation, which no run can send below 0: neither can an interval of it reach there. */
export const spreadY = (top: number | null): YAxisSpec => ({
  kind: "number",
  unit: "points",
  domain: [0, top],
  possible: possibleRange("group/std"),
});
