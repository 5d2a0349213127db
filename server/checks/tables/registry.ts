import { bySeverity } from "../by-severity.ts";
import type { ReportedGrid, TableFinding } from "../../contracts/reported/table.ts";
import { differences, percentOfPercent } from "./differences.ts";
import { differentPopulations, fewProblems, stepCount, withinError } from "./populations.ts";
import { scaledRewards } from "./scaled-rewards.ts";
import {
  impliedCount,
  impossibleShare,
  mixedScales,
  shareBeyondAll,
  sharesOutOfOrder,
  wrongShare,
} from "./shares.ts";
import { deviationOfNoise, ratioOfDeviations, varianceOfDeviation } from "./spread.ts";
import { sourcesDisagree } from "./sources.ts";
import { type TableRule, viewsOf } from "./table-rule.ts";
import { aboveCeiling, atCeiling, missedButMarkedMet, missedTarget, outsideExpected } from "./targets.ts";
import {
  constantReward,
  countedTotals,
  noSignal,
  sameEntry,
  sameMetric,
  totals,
  wrongMean,
} from "./totals.ts";

/** Every rule about printed tables. A new one is one file and one line here. */
export const TABLE_RULES: readonly TableRule[] = [
  scaledRewards,
  varianceOfDeviation,
  ratioOfDeviations,
  deviationOfNoise,
  differences,
  percentOfPercent,
  impossibleShare,
  impliedCount,
  wrongShare,
  sharesOutOfOrder,
  shareBeyondAll,
  mixedScales,
  missedButMarkedMet,
  missedTarget,
  outsideExpected,
  aboveCeiling,
  atCeiling,
  totals,
  countedTotals,
  wrongMean,
  sameMetric,
  sameEntry,
  noSignal,
  constantReward,
  stepCount,
  differentPopulations,
  withinError,
  fewProblems,
  sourcesDisagree,
];

/** What every rule finds in a table, read by rows and by columns; each once, the worst first. */
export function checkTable(grid: ReportedGrid): TableFinding[] {
  const seen = new Set<string>();
  const different = viewsOf(grid)
    .flatMap((view) => TABLE_RULES.flatMap((rule) => rule.check(view)))
    .filter((finding) => {
      const key = `${finding.rule} ${finding.cells.map(String).toSorted().join(" ")}`;
      return !seen.has(key) && seen.add(key);
    });
  return bySeverity(different);
}
