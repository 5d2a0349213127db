import { blockThatGives } from "../blocks/registry.ts";
import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { textOf, type ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writeMoment } from "../../../wording/times.ts";
import { numberText } from "./draw-card.ts";
import type { Said } from "./draw-chart.ts";
import { drawNumber } from "./draw-number.ts";
import { withSource } from "./draw-source.ts";
import { h } from "./element.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

function errorNode(message: string, inline: boolean): ReportNode {
  return inline
    ? h("span", { class: "r-error", role: "note" }, message)
    : h("p", { class: "r-error", role: "note" }, message);
}

function driftWords(state: ItemState): ReportNode[] {
  const at = state.frozenAt === null ? "" : ` on ${writeMoment(state.frozenAt)}`;
  if (state.answer.kind === "number" && state.now?.kind === "number") {
    const [then, now] = [numberText(state.answer), numberText(state.now)];
    return then === now
      ? [
          `${then} when published${at}. The data it was computed from has changed since; the same query still gives this value.`,
        ]
      : [`It read ${then} when published${at}; the same query now gives ${now}.`];
  }
  if (state.now?.kind === "error") return [`Published${at}. The same query now says: ${state.now.message}`];
  return [
    state.answer.kind === "table"
      ? `Published${at}; the data behind it has changed. Changed cells show both values.`
      : `Published${at}; the data behind it has changed. The published one is shown.`,
  ];
}

/** The note in the margin beside what has drifted or lost its source. */
export function marginNote(state: ItemState): ReportNode | null {
  if (state.status === "drifted")
    return h(
      "span",
      { class: "r-mn", role: "note" },
      sourceGlyph("drifted"),
      h("b", {}, " Drifted. "),
      driftWords(state),
    );
  if (state.status !== "gone") return null;
  const lost =
    state.lost.length > 0
      ? `Deleted since: ${state.lost.join(", ")}.`
      : "What it was computed from was deleted.";
  return h(
    "span",
    { class: "r-mn", role: "note" },
    sourceGlyph("gone"),
    h("b", {}, " Source gone. "),
    `${lost} The published values stay; they cannot be computed again.`,
  );
}

/** What a block is called when it is counted; null where it is not. */
export const countedAs = (answer: ReportAnswer): "Figure" | "Table" | null =>
  answer.kind === "error" ? null : blockThatGives(answer.kind).counted(answer);

/** What a report says once: its captions so far, and the source that its blocks share. */
export interface SaidOnce {
  captions: Said;
  source: string | null;
}

/** What stands in the place of a query: a number in its line, or a figure under its `label`. `said` is what the report says elsewhere. */
export function drawItem(
  state: ItemState,
  place: "inline" | "block",
  show: "value" | "interval" | "full",
  label: string | null,
  said: SaidOnce,
): ReportNode[] {
  const { answer } = state;
  if (answer.kind === "error") return [errorNode(answer.message, place === "inline")];
  const note = marginNote(state);
  if (place === "inline" && answer.kind === "number")
    return [...(note ? [note] : []), ...drawNumber(answer, state, show)];
  const block = blockThatGives(answer.kind);
  const drawn = block.draw(answer, { state, label, said: said.captions });
  return [
    ...(note ? [note] : []),
    h(
      "figure",
      { class: "r-figure", id: `b${state.index}`, "data-kind": answer.kind },
      block.isMarked?.(answer) ? drawn : withSource(drawn, answer, state, said.source),
    ),
  ];
}

/** Does a tree hold any visible word? */
export const isEmpty = (nodes: ReportNode[]): boolean => nodes.every((n) => textOf(n).trim() === "");
