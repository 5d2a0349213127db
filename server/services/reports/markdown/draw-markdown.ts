import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";
import { MOST_FORMULAS } from "../../../contracts/reports/report-limits.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { h } from "../html/element.ts";
import type { MarkdownToken, ReadReport, ReportItem } from "./read-markdown.ts";
import { renderToString } from "katex";

const LONGEST = 4000;
/** Elements inside one another that a formula may have; the deepest of a paper has about twenty. */
const DEEPEST_FORMULA = 80;
const TOKEN = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([a-zA-Z:-]+)="([^"]*)"/g;
/** What MathML needs to be laid out; colours, links and styles of a formula are not part of a report. */
const KEPT = new Set(
  `accent accentunder align columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence
   framespacing height largeop linethickness lspace mathsize mathvariant maxsize minsize movablelimits notation rowalign
   rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width xmlns`.split(/\s+/),
);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const hex = name[1] === "x" || name[1] === "X";
    return String.fromCodePoint(Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10));
  });
}

/** Reads the MathML that katex prints, which is well formed, into our tree; elements outside MathML keep their content only. */
function parse(markup: string): ReportNode[] {
  const root = h("mrow", {});
  const open: ReportElement[] = [root];
  for (const [, close, tag, attributes, alone, text] of markup.matchAll(TOKEN)) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent.children.push(decode(text));
    else if (close) {
      if (open.length > 1) open.pop();
    } else {
      const kept = [...(attributes ?? "").matchAll(ATTRIBUTE)].filter(([, name]) => KEPT.has(name));
      const element = h(
        tag === "span" ? "mrow" : tag,
        Object.fromEntries(kept.map(([, name, value]) => [name, decode(value)])),
      );
      parent.children.push(element);
      if (!alone) open.push(element);
      if (open.length > DEEPEST_FORMULA) throw new Error("it nests too deeply");
    }
  }
  return root.children;
}

/** The <math> element of a TeX formula; a formula that cannot be read stands as its text with one sentence. */
function drawMath(tex: string, display: boolean): ReportNode {
  const problem = (why: string) =>
    h(
      "span",
      { class: "r-math-error" },
      h("code", {}, tex.slice(0, 400)),
      ` This formula cannot be read: ${why}`,
    );
  if (tex.length > LONGEST) return problem(`it has more than ${writeWhole(LONGEST)} characters.`);
  try {
    const markup = renderToString(tex, {
      displayMode: display,
      output: "mathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 200,
      maxSize: 20,
    });
    const math = findMath(parse(markup));
    return math ?? problem("nothing came of it.");
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^KaTeX parse error:\s*/, "") : String(error);
    return problem(`${why.slice(0, 160)}.`);
  }
}

function findMath(nodes: ReportNode[]): ReportElement | null {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (node.tag === "math") return node;
    const inside = findMath(node.children);
    if (inside) return inside;
  }
  return null;
}

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
