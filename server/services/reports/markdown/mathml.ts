import { renderToString } from "katex";
import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";
import { h } from "../html/element.ts";
import { writeWhole } from "../../../wording/numbers.ts";

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
export function drawMath(tex: string, display: boolean): ReportNode {
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
