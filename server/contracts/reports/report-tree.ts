/**
 * A drawn report as data: elements and text, nothing that a browser could read as anything else. The server prints it as
 * escaped HTML for share pages and files, the report page turns the same tree into React elements.
 */
export interface ReportElement {
  tag: string;
  attributes: Record<string, string>;
  children: ReportNode[];
}
export type ReportNode = string | ReportElement;

/** All text of a tree, in reading order. */
export function textOf(node: ReportNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}
