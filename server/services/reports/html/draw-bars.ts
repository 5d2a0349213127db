import type { LabelsAnswer } from "../../../contracts/report-answer.ts";
import type { ReportNode } from "../../../contracts/report-tree.ts";
import { short } from "./chart-scale.ts";
import { h } from "./element.ts";
import { head, table } from "./draw-table.ts";
import { writeQuantity } from "./write-value.ts";

const [WIDTH, HEIGHT] = [180, 16];

/** Measured share as a bar, its interval as a line, the expected band as a dashed box; all on 0 to 100 %. */
function drawBar(bar: LabelsAnswer["bars"][number]): ReportNode {
  const x = (share: number) => short(share * WIDTH);
  const { low, high, expectedLow, expectedHigh } = bar;
  return h(
    "svg",
    { class: "r-hbar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    h("rect", { class: "r-hbar-fill", x: 0, y: 4, width: x(bar.share), height: 8 }),
    expectedLow !== null && expectedHigh !== null
      ? h("rect", {
          class: "r-hbar-expected",
          x: x(expectedLow),
          y: 1,
          width: x(expectedHigh - expectedLow),
          height: HEIGHT - 2,
        })
      : null,
    low !== null && high !== null
      ? h("line", { class: "r-hbar-interval", x1: x(low), x2: x(high), y1: 8, y2: 8 })
      : null,
  );
}

/** The distribution of step labels against the expected bands, as a table whose rows carry a bar. */
export function drawLabels(answer: LabelsAnswer): ReportNode {
  const percent = (value: number | null) =>
    value === null ? "–" : writeQuantity({ value, low: null, high: null, unit: "share" }).value;
  const rows = answer.bars.map((bar) => {
    const outside =
      bar.expectedLow !== null && bar.expectedHigh !== null && bar.low !== null && bar.high !== null
        ? bar.low > bar.expectedHigh || bar.high < bar.expectedLow
        : false;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, bar.label),
      h(
        "td",
        { class: "num" },
        percent(bar.share),
        bar.low === null
          ? null
          : h("span", { class: "r-interval" }, ` [${percent(bar.low)}, ${percent(bar.high)}]`),
      ),
      h(
        "td",
        { class: "num" },
        bar.expectedLow === null ? "–" : `${percent(bar.expectedLow)} to ${percent(bar.expectedHigh)}`,
        outside ? h("span", { class: "r-flags" }, " outside") : null,
      ),
      h("td", { class: "num" }, String(bar.n)),
      h("td", {}, drawBar(bar)),
    );
  });
  return table(
    "Step labels",
    [
      head("Label", "", false),
      head("Share", "% [95 % CI]"),
      head("Expected", "%"),
      head("Steps", ""),
      head("", "0 to 100 %", false),
    ],
    rows,
  );
}
