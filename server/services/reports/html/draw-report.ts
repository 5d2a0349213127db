import { markText } from "../../../../workers/protocol/visible-text.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { blockThatGives } from "../blocks/registry.ts";
import { drawMarkdown } from "../markdown/draw-markdown.ts";
import type { ReadReport } from "../markdown/read-markdown.ts";
import { sourceOf } from "./draw-card.ts";
import { countedAs, drawItem, type SaidOnce } from "./draw-item.ts";
import { sharedSource } from "./draw-source.ts";
import { writeCount } from "../../../wording/counts.ts";
import { h } from "./element.ts";
import { isFormulaMark } from "./print-tree.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

const KEY: [source: string, words: string][] = [
  ["live", "computed now"],
  ["imported", "computed now, of what clients outside this bench claimed"],
  ["frozen", "frozen when published"],
  ["drifted", "frozen, and its data has changed since"],
  ["gone", "frozen, and its source was deleted"],
];

function key(states: ItemState[]): ReportNode | null {
  const used = new Set(states.map(sourceOf));
  const rows = KEY.filter(([source]) => used.has(source));
  return rows.length === 0
    ? null
    : h(
        "p",
        { class: "r-key" },
        rows.map(([source, words]) => h("span", {}, sourceGlyph(source), ` ${words}`)),
      );
}

/** What is one press away on a page and too long to stand open on paper: at the end there, under a heading. */
const appendix = (nodes: ReportNode[]): ReportNode[] =>
  nodes.length === 0 ? [] : [h("section", { class: "r-appendix" }, h("h2", {}, "Appendix"), nodes)];

/** Every text and attribute with what nobody sees in it written out. */
function marked(node: ReportNode): ReportNode {
  if (typeof node === "string") return isFormulaMark(node) ? node : markText(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) => [name, markText(value)]);
  return {
    tag: node.tag,
    attributes: Object.fromEntries(attributes),
    children: node.children.map(marked),
  };
}

/** The body of a report: the key of the marks it uses, its Markdown with every query drawn in its place, and the appendix. */
export function drawReport(report: ReadReport, states: ItemState[]): ReportNode[] {
  const counts = { Figure: 0, Table: 0 };
  const said: SaidOnce = { captions: new Map(), source: sharedSource(states) };
  const atEnd: ReportNode[] = [];
  const nodes = drawMarkdown(report, (item) => {
    const state = states[item.index];
    if (!state) return [];
    const { answer } = state;
    const show = item.query?.kind === "number" ? item.query.show : "interval";
    const counted = countedAs(answer);
    const label = counted && `${counted} ${writeCount(++counts[counted])}`;
    if (answer.kind !== "error" && label)
      atEnd.push(...(blockThatGives(answer.kind).appendix?.(answer, label) ?? []));
    return drawItem(state, item.place, show, label, said);
  });
  const start = key(states);
  return [...(start ? [start] : []), ...nodes, ...appendix(atEnd)].map(marked);
}
