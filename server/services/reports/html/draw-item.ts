import type { ReportAnswer, SoundAnswer } from "../../../contracts/reports/report-answer.ts";
import { textOf, type ReportNode } from "../../../contracts/reports/report-tree.ts";
import { countOf, writeCount } from "../../../wording/counts.ts";
import { pairsCaption } from "../pairs-words.ts";
import { writeMoment } from "../../../wording/times.ts";
import { drawAudit } from "./draw-audit.ts";
import { drawLabels } from "./draw-bars.ts";
import { numberText } from "./draw-card.ts";
import { drawPanels, type Said } from "./draw-chart.ts";
import { drawFindings } from "./draw-findings.ts";
import { drawNumber } from "./draw-number.ts";
import { drawPairs, drawPairsBySeed } from "./draw-pairs.ts";
import { drawRollout } from "./draw-rollout.ts";
import { withSource } from "./draw-source.ts";
import { comparedWords, drawAblation, drawComparisonTable, leftOutNotes, tableNotes } from "./draw-table.ts";
import { drawVarianceTable } from "./draw-variance-table.ts";
import { folded, h } from "./element.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

const notes = (sentences: string[], label: string | null = null): ReportNode | null =>
  sentences.length === 0
    ? null
    : h("p", { class: "r-note" }, label ? h("b", {}, `${label}. `) : null, sentences.join(" "));

/** In the margin, what comes from the same runs as the figure beside it. */
const isAside = (answer: SoundAnswer): boolean => answer.kind === "findings" && answer.say === "checks";

function body(answer: SoundAnswer, state: ItemState, label: string | null, said: Said): ReportNode[] {
  const present = (nodes: (ReportNode | null)[]) => nodes.filter((n) => n !== null);
  switch (answer.kind) {
    case "number":
      return [h("p", { class: "r-lone" }, drawNumber(answer, state, "full"))];
    case "chart":
      return drawPanels(answer.panels, answer.notes, label, said);
    case "table": {
      const now = state.status === "drifted" && state.now?.kind === "table" ? state.now : null;
      const { leftOut } = now ?? answer;
      return present([
        notes(tableNotes(now ?? answer, true), label),
        drawAblation(answer, now),
        leftOut.length > 0
          ? folded(`${writeCount(leftOut.length)} not counted`, [notes(leftOutNotes(leftOut))])
          : null,
      ]);
    }
    case "findings":
      return drawFindings(answer);
    case "variance":
      return [...drawPanels(answer.panels, answer.notes, label, said), drawVarianceTable(answer)];
    case "labels":
      return present([
        drawLabels(answer),
        notes([
          `${countOf(answer.n, "labelled step")} of ${countOf(answer.episodes, "episode")}.`,
          ...answer.notes,
        ]),
      ]);
    case "comparison":
      return present([
        notes([comparedWords(answer)], label),
        answer.refusal ? h("p", { class: "r-refused" }, answer.refusal) : null,
        drawComparisonTable(answer),
        answer.flips
          ? notes([
              `Solved at step 5 or earlier by both: ${writeCount(answer.flips.both)}; only by A: ${writeCount(answer.flips.onlyA)}; only by B: ${writeCount(answer.flips.onlyB)}; by neither: ${writeCount(answer.flips.neither)}.`,
            ])
          : null,
        notes(answer.notes),
      ]);
    case "pairs":
      if (answer.say === "answer") return [h("p", { class: "r-lead" }, answer.message)];
      return present([
        notes(pairsCaption(answer.problems), label),
        drawPairs(answer),
        notes(answer.notes),
        folded("each seed, and how", [...drawPairsBySeed(answer), notes(answer.how)], true),
      ]);
    case "rollout":
      return drawRollout(answer);
    case "audit":
      return drawAudit(answer);
  }
}

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

/** What a block of this kind is called when it is counted; null where it is not. */
export const countedAs = (answer: ReportAnswer): "Figure" | "Table" | null =>
  answer.kind === "chart" || answer.kind === "variance"
    ? "Figure"
    : answer.kind === "table" ||
        answer.kind === "comparison" ||
        (answer.kind === "pairs" && answer.say === "table")
      ? "Table"
      : null;

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
  const drawn = body(answer, state, label, said.captions);
  const isMarked = answer.kind === "number" || isAside(answer);
  return [
    ...(note ? [note] : []),
    h(
      "figure",
      { class: "r-figure", id: `b${state.index}`, "data-kind": answer.kind },
      isMarked ? drawn : withSource(drawn, answer, state, said.source),
    ),
  ];
}

/** Does a tree hold any visible word? */
export const isEmpty = (nodes: ReportNode[]): boolean => nodes.every((n) => textOf(n).trim() === "");
