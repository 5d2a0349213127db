import type { NumberAnswer, SoundAnswer } from "../../../contracts/report-answer.ts";
import type { ReportNode } from "../../../contracts/report-tree.ts";
import { h } from "./element.ts";
import type { ItemState } from "./item-state.ts";
import { writeMoment, writeP, writeQuantity, THIN } from "./write-value.ts";

const SHOWN_RUNS = 6;

function countsText(answer: NumberAnswer): string {
  const unit =
    answer.counts === "seed"
      ? answer.n === 1
        ? "seed"
        : "seeds"
      : answer.n === 1
        ? answer.counts
        : `${answer.counts}s`;
  const problems =
    answer.counts === "seed" && answer.problems !== null ? `, ${answer.problems} problems each` : "";
  return `${answer.n} ${unit}${problems}`;
}

/** A number as one line of text: "77.8 % [74.1, 81.2]". */
export function numberText(answer: NumberAnswer): string {
  const { value, unit, interval } = writeQuantity(answer);
  return `${value}${unit ? `${THIN}${unit}` : ""}${interval ? ` ${interval}` : ""}`;
}

/** What the same query gives now, in one phrase. */
export function nowText(state: ItemState): string | null {
  if (!state.checked) return null;
  if (state.status === "gone") return "its source is gone";
  if (state.now === null) return null;
  if (state.now.kind === "error") return state.now.sentence;
  if (state.status === "frozen") return "same";
  return state.now.kind === "number" ? numberText(state.now) : "another answer";
}

export const stateWord: Record<ItemState["status"], string> = {
  live: "live",
  frozen: "frozen",
  drifted: "drifted",
  gone: "source gone",
  error: "error",
};

function runNames(answer: SoundAnswer): string {
  const names = answer.runs.map((r) => r.name);
  const more = names.length - SHOWN_RUNS;
  return names.length === 0
    ? "none"
    : `${names.slice(0, SHOWN_RUNS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The facts behind an answer, as names and values. */
export function factsOf(answer: SoundAnswer, state: ItemState): [string, string][] {
  const now = nowText(state);
  const ofNumber: [string, string][] =
    answer.kind === "number"
      ? [
          ["metric", `${answer.title}${answer.difference ? ", difference" : ""} (${answer.metric})`],
          ["n", countsText(answer)],
          ...(answer.p === null ? [] : [["p", `${writeP(answer.p)}, adjusted`] as [string, string]]),
        ]
      : [];
  const rows: [string, string][] = [
    ...ofNumber,
    ["of", answer.subject],
    ["runs", `${answer.runs.length}: ${runNames(answer)}`],
    ["interval", answer.method],
    ["definition", answer.definition],
    ...(answer.evaluations.length > 0
      ? [["evaluations", answer.evaluations.join(", ")] as [string, string]]
      : []),
    [state.frozenAt === null ? "computed" : "frozen", writeMoment(state.frozenAt ?? answer.computedAt)],
    ["source", `${answer.source}, from stored rows`],
    ...(now === null ? [] : [["now", now] as [string, string]]),
    ["data", `sha256 ${state.digest.slice(0, 16)}`],
  ];
  return rows;
}

/** The card that opens on a number: where it comes from, in spans, because a number stands inside a paragraph. */
export function drawCard(id: string, answer: NumberAnswer, state: ItemState): ReportNode {
  return h(
    "span",
    { class: "r-card", popover: "auto", id, role: "tooltip" },
    h("b", { class: "r-card-head" }, `${numberText(answer)}, ${stateWord[state.status]}`),
    answer.caveat ? h("span", { class: "r-card-caveat" }, answer.caveat) : null,
    factsOf(answer, state).map(([name, value]) =>
      h(
        "span",
        { class: "r-fact" },
        h("span", { class: "r-fact-name" }, name, " "),
        h("span", { class: "r-fact-value" }, value),
      ),
    ),
  );
}
