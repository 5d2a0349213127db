import type { TableAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { NOT_MEASURED } from "../../../wording/typography.ts";
import { h } from "./element.ts";
import { sourceGlyph } from "./glyph.ts";

/** Rows below the measured ones: each value as a document printed it, beside no interval, difference or p. */
export const drawReportedRows = ({ reported, columns }: TableAnswer): ReportNode[] =>
  (reported?.rows ?? []).map(({ entry, values }) => {
    const none = () => h("td", { class: "num r-muted" }, NOT_MEASURED);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        entry,
        " ",
        sourceGlyph("reported"),
        h("span", { class: "r-hidden" }, " reported"),
      ),
      columns.flatMap(({ metric }) => [
        metric in values
          ? h("td", { class: "num" }, h("span", { class: "r-q", "data-source": "reported" }, values[metric]))
          : none(),
        none(),
        none(),
      ]),
      none(),
    );
  });
