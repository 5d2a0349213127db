import type { LabelsAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writeCount } from "../../../wording/counts.ts";
import { writeSetShare } from "../../../wording/quantities.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { percentAxis } from "../../../plot/scale.ts";
import { h } from "./element.ts";
import { flagGlyph } from "./glyph.ts";
import { estimateCell, head, table } from "./draw-table.ts";

const [WIDTH, HEIGHT] = [180, 16];
const AXIS = percentAxis([0, 1], 2);

/** Measured share as a bar, its interval as a line, the expected band as a dashed box; all on 0 to 100 %. */
function drawBar(bar: LabelsAnswer["bars"][number]): ReportNode {
  const { low, high, expectedLow, expectedHigh } = bar;
  return h(
    "svg",
    { class: "r-hbar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    h("rect", { class: "r-hbar-fill", x: 0, y: 4, width: AXIS.span(0, bar.share), height: 8 }),
    expectedLow !== null && expectedHigh !== null
      ? h("rect", {
          class: "r-hbar-expected",
          x: AXIS.place(expectedLow),
          y: 1,
          width: AXIS.span(expectedLow, expectedHigh),
          height: HEIGHT - 2,
        })
      : null,
    low !== null && high !== null
      ? h("line", { class: "r-hbar-interval", x1: AXIS.place(low), x2: AXIS.place(high), y1: 8, y2: 8 })
      : null,
  );
}

/** The band that a label was expected in: "10 % to 20 %". */
export const expectedText = ({ expectedLow, expectedHigh }: LabelsAnswer["bars"][number]): string =>
  expectedLow === null || expectedHigh === null
    ? NOT_MEASURED
    : `${writeSetShare(expectedLow)} to ${writeSetShare(expectedHigh)}`;

/** The distribution of step labels against the expected bands, as a table whose rows carry a bar. */
export function drawLabels(answer: LabelsAnswer): ReportNode {
  const rows = answer.bars.map((bar) => {
    const outside =
      bar.expectedLow !== null && bar.expectedHigh !== null && bar.low !== null && bar.high !== null
        ? bar.low > bar.expectedHigh || bar.high < bar.expectedLow
        : false;
    const measured = { value: bar.share, low: bar.low, high: bar.high };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, bar.label),
      estimateCell(measured, "share", { n: answer.n }),
      h(
        "td",
        { class: "num" },
        expectedText(bar),
        outside ? h("span", { class: "r-flags" }, " ", flagGlyph("warning"), "outside") : null,
      ),
      h("td", { class: "num" }, writeCount(bar.n)),
      h("td", {}, drawBar(bar)),
    );
  });
  return table(
    "Step labels",
    [
      head("Label", "", false),
      head("Share", "% [95 % CI]"),
      head("Expected", ""),
      head("Steps", ""),
      head("", "0 to 100 %", false),
    ],
    rows,
  );
}
