import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";
import { MOST_FORMULAS } from "../../../contracts/reports/report-limits.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { h } from "../html/element.ts";
import { drawMath } from "./mathml.ts";
import type { MarkdownToken, ReadReport, ReportItem } from "./read-markdown.ts";

/** Elements inside one another; everything that walks a tree, in the browser too, does so by recursion. */
export const DEEPEST = 100;

export type DrawItem = (item: ReportItem) => ReportNode[];

/**
 * Levels of a report's headings: its title is the page's first heading, so the highest one used is the second, and none is
 * more than one below the one before it.
 */
function headingLevels(tokens: MarkdownToken[]): (token: MarkdownToken) => string {
  const levelOf = (token: MarkdownToken) => Number(token.tag.slice(1));
  const headings = tokens.filter((t) => t.type === "heading_open");
  const highest = Math.min(...headings.map(levelOf));
  let last = 1;
  return (token) => {
    last = Math.min(6, last + 1, 2 + levelOf(token) - highest);
    return `h${last}`;
  };
}

const ALIGNED = /text-align:(left|right|center)/;

function opened(token: MarkdownToken, tag: string): ReportElement {
  if (token.type === "link_open")
    return h("a", { href: token.attrGet("href"), title: token.attrGet("title"), rel: "noopener noreferrer" });
  const align = ALIGNED.exec(String(token.attrGet("style") ?? ""))?.[1];
  const start = token.type === "ordered_list_open" ? token.attrGet("start") : null;
  return h(tag, {
    start,
    class: align === "right" ? "num" : align === "center" ? "mid" : null,
    scope: tag === "th" ? "col" : null,
  });
}

/** A table wider than the page scrolls inside its frame, with the keyboard too. */
const framed = (table: ReportElement): ReportElement =>
  h("div", { class: "r-table-frame", tabindex: 0, role: "group", "aria-label": "Table" }, table);

/** An image would be fetched from somewhere; a report says where it is instead. */
function drawImage(token: MarkdownToken): ReportNode {
  const words = token.content === "" ? "an image" : token.content;
  return h(
    "a",
    { href: token.attrGet("src"), rel: "noopener noreferrer" },
    `${words} (image, not loaded here)`,
  );
}

/**
 * Turns a parsed report into a tree; `drawItem` draws what stands in the place of a query. Elements nested deeper than
 * `DEEPEST` are left out and their content kept. Pure.
 */
export function drawMarkdown(report: ReadReport, drawItem: DrawItem): ReportNode[] {
  const root = h("div", {});
  const open: { element: ReportElement; own: boolean }[] = [{ element: root, own: true }];
  const headingOf = headingLevels(report.tokens);
  let formulas = 0;
  const parent = () => open[open.length - 1].element;
  const add = (nodes: ReportNode[]) => {
    for (const node of nodes) parent().children.push(node);
  };
  const visit = (token: MarkdownToken) => {
    const item = report.itemOf.get(token);
    if (item) return add(drawItem(item));
    if (token.type.startsWith("math_") && ++formulas > MOST_FORMULAS)
      return add([
        h("code", { title: `Only ${writeWhole(MOST_FORMULAS)} formulas are set.` }, token.content),
      ]);
    if (token.type === "inline") return token.children?.forEach(visit);
    if (token.nesting === 1) {
      const tag = token.type === "heading_open" ? headingOf(token) : token.tag;
      // A paragraph of a tight list is no element of its own, and neither is what nests deeper than a page can be drawn.
      const own = !token.hidden && open.length < DEEPEST;
      const element = own ? opened(token, tag) : parent();
      if (own) add([element]);
      open.push({ element, own });
      return;
    }
    if (token.nesting === -1) {
      const closed = open.pop();
      if (closed?.own && closed.element.tag === "table")
        parent().children.splice(-1, 1, framed(closed.element));
      return;
    }
    add(leaf(token));
  };
  report.tokens.forEach(visit);
  return root.children;
}

function leaf(token: MarkdownToken): ReportNode[] {
  switch (token.type) {
    case "text":
      return token.content === "" ? [] : [token.content];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [h("br", {})];
    case "hr":
      return [h("hr", {})];
    case "code_inline":
      return [h("code", {}, token.content)];
    case "fence":
    case "code_block":
      return [h("pre", { tabindex: 0 }, h("code", {}, token.content))];
    case "math_inline":
      return [drawMath(token.content, false)];
    case "math_block":
      return [h("div", { class: "r-math", tabindex: 0 }, drawMath(token.content, true))];
    case "image":
      return [drawImage(token)];
    default:
      return token.content === "" ? [] : [token.content];
  }
}
