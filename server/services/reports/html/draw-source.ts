import type { SoundAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportElement, ReportNode } from "../../../contracts/reports/report-tree.ts";
import { drawCard, sourceOf, stateWords } from "./draw-card.ts";
import { h } from "./element.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

/** The source that most of a report has, said once at its head; null where it has no query that is answered. */
export function sharedSource(states: ItemState[]): string | null {
  const sound = states.filter(({ answer }) => answer.kind !== "error");
  const bySource = [...Map.groupBy(sound, sourceOf)];
  const most = Math.max(0, ...bySource.map(([, of]) => of.length));
  return bySource.find(([, of]) => of.length === most)?.[0] ?? null;
}

/** A mark that says where a block comes from: the glyph, with words in view where `isSaid`. */
function markOf(answer: SoundAnswer, state: ItemState, isSaid: boolean): ReportNode {
  const id = `s${state.index}`;
  const words = `${stateWords(answer, state)}, where it comes from`;
  return h(
    "span",
    { class: "r-anchor" },
    h(
      "button",
      {
        type: "button",
        class: "r-from",
        popovertarget: id,
        "aria-describedby": id,
        "aria-label": isSaid ? null : words,
      },
      sourceGlyph(sourceOf(state)),
      isSaid ? ` ${words}` : null,
    ),
    drawCard(id, answer, state),
  );
}

const has = (node: ReportNode, ...tags: string[]): node is ReportElement =>
  typeof node !== "string" && tags.includes(node.tag);

const endedBy = (node: ReportElement, mark: ReportNode): ReportElement => {
  const last = node.children.at(-1);
  // Of a list the last sentence.
  const children =
    node.tag === "ul" && last && has(last, "li")
      ? [...node.children.slice(0, -1), endedBy(last, mark)]
      : [...node.children, mark];
  return { ...node, children };
};

/**
 * A block with its source. The one that the whole report shares is the glyph alone, behind the first words of the block: its
 * title, caption or answer. Another one is a line under it.
 */
export function withSource(
  drawn: ReportNode[],
  answer: SoundAnswer,
  state: ItemState,
  shared: string | null,
): ReportNode[] {
  const isShared = sourceOf(state) === shared;
  const mark = markOf(answer, state, !isShared);
  const at = isShared ? drawn.findIndex((node) => has(node, "p", "ul")) : -1;
  const words = drawn[at];
  if (!words || !has(words, "p", "ul")) return [...drawn, h("p", { class: "r-source" }, mark)];
  return drawn.with(at, endedBy(words, mark));
}
