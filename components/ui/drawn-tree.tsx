import { createElement, type ReactNode } from "react";
import type { ReportNode } from "#server/contracts/reports/report-tree.ts";

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

function element(node: ReportNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const props = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [NAMES[name] ?? name, value]),
  );
  const children = node.children.map(element);
  return children.length > 0
    ? createElement(node.tag, { ...props, key }, children)
    : createElement(node.tag, { ...props, key });
}

/**
 * Drawn Markdown as React elements. The server made the tree from a closed list of elements and checked every address; text
 * stays text here, so nothing in it can become markup.
 */
export const TreeNodes = ({ nodes }: { nodes: ReportNode[] }) => nodes.map(element);
