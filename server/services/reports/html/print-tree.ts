import { markText } from "../../../../workers/protocol/visible-text.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";

/** Elements that a report may hold. Anything else is a mistake of ours and throws. */
const TAGS = new Set(
  `a abbr article aside b blockquote br button caption code col colgroup dd del details div dl dt em figcaption figure footer h1
   h2 h3 h4 h5 h6 header hr i li main nav ol p pre s section small span strong sub summary sup table tbody td tfoot th thead
   time tr ul svg g path line rect circle text tspan title desc math annotation menclose merror mfrac mi mmultiscripts mn mo
   mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
   munderover none semantics`.split(/\s+/),
);
const VOID = new Set(["br", "hr", "col"]);
const ATTRIBUTE = /^[a-zA-Z][a-zA-Z0-9:-]*$/;
/** Attributes that run code or fetch something are not part of a report, whoever asks for them. */
const FORBIDDEN = /^(on|style$|src|srcset$|action$|formaction$|xlink:|background$|poster$)/i;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand between tags and inside a quoted attribute; what nobody sees in it is written out. */
export const escapeText = (text: string): string => markText(text).replace(/[&<>"']/g, (c) => ESCAPES[c]);

/** Operators of a formula that have no picture and say what stands together, and its spaces. */
export const isFormulaMark = (text: string): boolean =>
  /^[\u2061-\u2064\u200b\u00a0\u2000-\u200a]+$/.test(text);

/** Links go to the web or to a mailbox; a `#` stays inside the page. */
export function isSafeLink(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href) || /^#[\w-]*$/.test(href);
}

/** Prints nodes as HTML. Every text and attribute is escaped here, so nothing above needs to think of it. */
export function printTree(nodes: ReportNode[]): string {
  return nodes.map(printNode).join("");
}

function printNode(node: ReportNode): string {
  if (typeof node === "string") return isFormulaMark(node) ? node : escapeText(node);
  if (!TAGS.has(node.tag)) throw new Error(`A report may not hold <${node.tag}>.`);
  const attributes = Object.entries(node.attributes).map(([name, value]) => {
    if (!ATTRIBUTE.test(name) || FORBIDDEN.test(name))
      throw new Error(`A report may not hold the attribute ${name}.`);
    if (name === "href" && !isSafeLink(value)) return "";
    return value === "" && name !== "href" ? ` ${name}` : ` ${name}="${escapeText(value)}"`;
  });
  const open = `<${node.tag}${attributes.join("")}>`;
  return VOID.has(node.tag) ? open : `${open}${printTree(node.children)}</${node.tag}>`;
}
