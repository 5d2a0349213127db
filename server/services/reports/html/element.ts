import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";

type Value = string | number | boolean | null | undefined;
type Child = ReportNode | null | undefined | false | Child[];

/**
 * Makes an element of a report. Attributes that are null, undefined or false are left out, true gives an empty one;
 * children that are null, undefined or false are left out.
 */
export function h(tag: string, attributes: Record<string, Value>, ...children: Child[]): ReportElement {
  const kept = Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === false
      ? []
      : [[name, value === true ? "" : String(value)]],
  );
  return { tag, attributes: Object.fromEntries(kept), children: flatten(children) };
}

/** What stands one press away on a page; on paper, where nothing can be pressed, it is open. Tables of an appendix are there alone. */
export const folded = (summary: string, children: Child[], hasAppendix = false): ReportElement =>
  h("details", { class: hasAppendix ? "r-more r-apart" : "r-more" }, h("summary", {}, summary), children);

/** Sentences in one paragraph, after the label of what they are of; nothing where there are none. */
export const noteLine = (sentences: readonly string[], label: string | null = null): ReportElement[] =>
  sentences.length === 0
    ? []
    : [h("p", { class: "r-note" }, label ? h("b", {}, `${label}. `) : null, sentences.join(" "))];

function flatten(children: Child[]): ReportNode[] {
  return children.flatMap((child): ReportNode[] => {
    if (Array.isArray(child)) return flatten(child);
    return child === null || child === undefined || child === false || child === "" ? [] : [child];
  });
}
