import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { drawMarkdown } from "../markdown/draw-markdown.ts";
import type { ReadReport } from "../markdown/read-markdown.ts";
import type { Said } from "./draw-chart.ts";
import { countedAs, drawItem } from "./draw-item.ts";
import { writeCount } from "../../../wording/counts.ts";
import { h } from "./element.ts";
import { stripOverrides } from "./print-tree.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

const KEY: [source: string, words: string][] = [
  ["live", "computed from the store as it is now"],
  ["imported", "the same, of what clients outside this bench claimed"],
  ["frozen", "frozen when published"],
  ["drifted", "frozen, and its data has changed since"],
  ["gone", "frozen, and its source was deleted"],
];

/** The mark that an answer has. */
const sourceOf = ({ status, answer }: ItemState): string =>
  status === "live" && answer.kind !== "error" ? answer.source : status;

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

/** Every text and attribute without characters that turn the reading direction. */
function withoutOverrides(node: ReportNode): ReportNode {
  if (typeof node === "string") return stripOverrides(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) => [name, stripOverrides(value)]);
  return {
    tag: node.tag,
    attributes: Object.fromEntries(attributes),
    children: node.children.map(withoutOverrides),
  };
}

/** The body of a report: its Markdown with every query drawn in its place, and the key of the marks it uses. */
export function drawReport(report: ReadReport, states: ItemState[]): ReportNode[] {
  const counts = { Figure: 0, Table: 0 };
  const said: Said = new Map();
  const nodes = drawMarkdown(report, (item) => {
    const state = states[item.index];
    if (!state) return [];
    const show = item.query?.kind === "number" ? item.query.show : "interval";
    const counted = countedAs(state.answer);
    return drawItem(state, item.place, show, counted && `${counted} ${writeCount(++counts[counted])}`, said);
  });
  const end = key(states);
  return (end ? [...nodes, end] : nodes).map(withoutOverrides);
}
