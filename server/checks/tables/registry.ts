import { bySeverity } from "../by-severity.ts";
import type { ReportedGrid, TableFinding } from "../../contracts/reported/table.ts";
import { differences, percentOfPercent } from "./differences.ts";
import { aboveCeiling, atCeiling, meanOutside } from "./ceilings.ts";
import { splitOverlap } from "./overlaps.ts";
import { counterResets, placeholders } from "./placeholders.ts";
import {
  differentPopulations,
  differentSets,
  fewProblems,
  impliedCount,
  withinError,
} from "./populations.ts";
import { stepCount, wrongProduct } from "./products.ts";
import { wrongRatio } from "./ratios.ts";
import { constantRatio, scaledRewards } from "./scaled-rewards.ts";
import {
  hitsBeyondAll,
  impossibleShare,
  mixedScales,
  shareBeyondAll,
  sharesOutOfOrder,
  wrongShare,
} from "./shares.ts";
import { deviationOfNoise, ratioOfDeviations, varianceOfDeviation } from "./spread.ts";
import { sourcesDisagree } from "./sources.ts";
import { type TableRule, viewsOf } from "./table-rule.ts";
import { missedButMarkedMet, missedTarget, outsideExpected } from "./targets.ts";
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
  constantRatio,
  varianceOfDeviation,
  ratioOfDeviations,
  wrongRatio,
  deviationOfNoise,
  differences,
  percentOfPercent,
  impossibleShare,
  impliedCount,
  wrongShare,
  hitsBeyondAll,
  sharesOutOfOrder,
  shareBeyondAll,
  mixedScales,
  missedButMarkedMet,
  missedTarget,
  outsideExpected,
  aboveCeiling,
  atCeiling,
  meanOutside,
  totals,
  countedTotals,
  wrongMean,
  wrongProduct,
  sameMetric,
  sameEntry,
  noSignal,
  constantReward,
  stepCount,
  differentPopulations,
  differentSets,
  splitOverlap,
  counterResets,
  placeholders,
  withinError,
  fewProblems,
  sourcesDisagree,
];

/**
 * What every rule finds in a table, read by rows and by columns; each once, the worst first. The title counts: "Reward by step",
 * "n = 438".
 */
export function checkTable(grid: ReportedGrid, title = ""): TableFinding[] {
  const seen = new Set<string>();
  const different = viewsOf(grid, title)
    .flatMap((view) => TABLE_RULES.flatMap((rule) => rule.check(view)))
    .filter((finding) => {
      const key = `${finding.rule} ${finding.cells.map(String).toSorted().join(" ")}`;
      return !seen.has(key) && seen.add(key);
    });
  return bySeverity(different);
}
