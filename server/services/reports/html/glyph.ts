import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { FLAG_SHAPES, type FlagLevel } from "../../../plot/flag-shapes.ts";
import { h } from "./element.ts";

const SHAPES: Record<string, () => ReportNode[]> = {
  live: () => [h("circle", { cx: 5, cy: 5, r: 3.4, fill: "currentColor" })],
  recomputed: () => [
    h("circle", { cx: 5, cy: 5, r: 3.9, fill: "none", stroke: "currentColor", "stroke-width": 1.1 }),
    h("circle", { cx: 5, cy: 5, r: 1.9, fill: "currentColor" }),
  ],
  imported: () => [
    h("circle", { cx: 5, cy: 5, r: 3.7, fill: "none", stroke: "currentColor", "stroke-width": 1.1 }),
    h("path", { d: "M5 1.3a3.7 3.7 0 0 0 0 7.4Z", fill: "currentColor" }),
  ],
  reported: () => [
    h("circle", { cx: 5, cy: 5, r: 3.6, fill: "none", stroke: "currentColor", "stroke-width": 1.2 }),
  ],
  frozen: () => [h("path", { d: "M1 3.4h8M1 6.6h8", stroke: "currentColor", "stroke-width": 1.5 })],
  drifted: () => [
    h("path", { d: "M1 3.4h8M1 6.6h8M7 .6 3 9.4", stroke: "currentColor", "stroke-width": 1.4 }),
  ],
  gone: () => [
    h("path", { d: "M2 2l6 6M8 2L2 8", stroke: "currentColor", "stroke-width": 1.4, fill: "none" }),
  ],
};

/** The mark of a number's source, 9 px. The word stands in the number's card and in the key of the report. */
export function sourceGlyph(source: string): ReportNode {
  return h(
    "svg",
    { class: "r-glyph", viewBox: "0 0 10 10", "data-source": source, "aria-hidden": "true" },
    (SHAPES[source] ?? SHAPES.live)(),
  );
}

/** The flag of an objection, as on pages. Its words stand beside it. */
export function flagGlyph(level: FlagLevel): ReportNode {
  return h(
    "svg",
    { class: "r-flag", viewBox: "0 0 12 12", "data-level": level, "aria-hidden": "true" },
    FLAG_SHAPES[level].map(({ d, width, filled = false }) =>
      h("path", {
        d,
        fill: filled ? "currentColor" : "none",
        stroke: filled ? null : "currentColor",
        "stroke-width": width,
        "stroke-linejoin": "round",
      }),
    ),
  );
}
