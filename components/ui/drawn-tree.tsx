import { createElement, type ReactNode } from "react";
import { MaskedText } from "./marks/masked-text.tsx";
import type { ReportNode } from "#server/contracts/reports/report-tree.ts";
import { showProps } from "#server/wording/shown/show-props.ts";

/** Attributes that React knows under another name. */
const NAMES: Record<string, string> = {
  class: "className",
  tabindex: "tabIndex",
  popovertarget: "popoverTarget",
  colspan: "colSpan",
  rowspan: "rowSpan",
  "stroke-width": "strokeWidth",
  "stroke-opacity": "strokeOpacity",
  "stroke-dasharray": "strokeDasharray",
  "stroke-linecap": "strokeLinecap",
  "fill-opacity": "fillOpacity",
  "text-anchor": "textAnchor",
  "font-size": "fontSize",
};

function element(node: ReportNode, key: number, hasMasks: boolean): ReactNode {
  if (typeof node === "string") return hasMasks ? <MaskedText key={key} text={node} /> : node;
  const props = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [NAMES[name] ?? name, value]),
  );
  const children = node.children.map((child, place) => element(child, place, hasMasks));
  return createElement(node.tag, {
    ...showProps(children.length > 0 ? { ...props, children } : props),
    key,
  });
}

/**
 * Drawn Markdown as React elements. The server made the tree from a closed list of elements and checked every address; text
 * stays text here, so nothing in it can become markup. `hasMasks`: asterisks stand for secrets, as in notes; in the tables of a report
 * they may say how significant a number is.
 */
export const TreeNodes = ({ nodes, hasMasks = false }: { nodes: ReportNode[]; hasMasks?: boolean }) => (
  <>{nodes.map((node, place) => element(node, place, hasMasks))}</>
);
