import type { SmallEstimate, VarianceAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writeCount } from "../../../wording/counts.ts";
import { decimalsAlike } from "../../../wording/quantities.ts";
import { estimateCell, head, table } from "./draw-table.ts";
import { h } from "./element.ts";

/** Dead groups and their causes at the end of training. */
export function drawVarianceTable(answer: VarianceAnswer): ReportNode {
  const heads = [
    head("Configuration", "", false),
    head("Zero-variance groups", "% [95 % CI]"),
    head("all solved", "%"),
    head("all failed", "%"),
    head("Group std", "points [95 % CI]"),
    head("Seeds", ""),
  ];
  const alone = (e: SmallEstimate) => estimateCell({ ...e, low: null, high: null }, "share");
  const alike = decimalsAlike(answer.rows.map(({ std }) => ({ ...std, unit: "points" })));
  const rows = answer.rows.map((row) =>
    h(
      "tr",
      { class: row.baseline ? "r-baseline" : null },
      h("th", { scope: "row" }, row.config, row.baseline && row.config !== "baseline" ? ", baseline" : ""),
      estimateCell(row.zero, "share"),
      alone(row.solved),
      alone(row.failed),
      estimateCell(row.std, "points", { alike }),
      h("td", { class: "num" }, writeCount(row.n)),
    ),
  );
  return table("Reward variance at the end of training", heads, rows);
}
