import type { NumberAnswer, SoundAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { countOf, listFirst, writeCount, writeN, writeOf } from "../../../wording/counts.ts";
import { type Quantity, quantityText, writeP } from "../../../wording/quantities.ts";
import { beginSentence } from "../../../wording/typography.ts";
import { writeSeeds } from "../../../wording/seeds.ts";
import { writeMoment } from "../../../wording/times.ts";
import { h } from "./element.ts";
import type { ItemState } from "./item-state.ts";

const SHOWN_RUNS = 6;

function countsText(answer: NumberAnswer): string {
  const problems =
    answer.counts === "seed" && answer.problems !== null
      ? `, ${countOf(answer.problems, "problem")} each`
      : "";
  return `${countOf(answer.n, answer.counts)}${problems}`;
}

/** The quantity that an answer is of. A share is of problems, whether each seed has so many or all of them are counted. */
export function quantityOf(answer: NumberAnswer): Quantity {
  const { value, special, low, high, unit, difference, counts, n, problems } = answer;
  return { value, special, low, high, unit, difference, n: counts === "problem" ? n : problems };
}

/** A number as one line of text: "77.8 % [74.1, 81.2]". */
export const numberText = (answer: NumberAnswer): string => quantityText(quantityOf(answer));

/** What its n counts: seeds by their name, problems and steps as n. */
export const nText = ({ counts, n }: NumberAnswer): string => (counts === "seed" ? writeSeeds(n) : writeN(n));

/** What the same query gives now, in one phrase. */
export function nowText(state: ItemState): string | null {
  if (!state.checked) return null;
  if (state.status === "gone") return "its source is gone";
  if (state.now === null) return null;
  if (state.now.kind === "error") return state.now.message;
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

/** The state of an answer with whose word it is, where that is not this bench's own: "frozen, from outside". */
export function stateWords({ source }: Pick<SoundAnswer, "source">, { status }: ItemState): string {
  if (source !== "imported") return stateWord[status];
  return status === "live" ? "from outside" : `${stateWord[status]}, from outside`;
}

/** The mark that an answer has: its state, or of what the store gives now where that comes from. */
export const sourceOf = ({ status, answer }: ItemState): string =>
  status === "live" && answer.kind !== "error" ? answer.source : status;

/** Where the rows come from. */
function sourceWords({ source, external = 0, runs }: SoundAnswer): string {
  if (source !== "imported") return `${source}, from stored rows`;
  const told = writeOf(external, runs.length, "run");
  return `from outside: what the clients of ${told} claimed, from stored rows`;
}

function runNames(answer: SoundAnswer): string {
  const names = answer.runs.map((r) => r.name);
  return names.length === 0 ? "none" : listFirst(names, SHOWN_RUNS);
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
    ["runs", `${writeCount(answer.runs.length)}: ${runNames(answer)}`],
    ["interval", answer.method],
    ["definition", answer.definition],
    ...(answer.evaluations.length > 0
      ? [["evaluations", answer.evaluations.join(", ")] as [string, string]]
      : []),
    [state.frozenAt === null ? "computed" : "frozen", writeMoment(state.frozenAt ?? answer.computedAt)],
    ["source", sourceWords(answer)],
    ...(now === null ? [] : [["now", now] as [string, string]]),
    ["data", `sha256 ${state.digest.slice(0, 16)}`],
  ];
  return rows;
}

/** The card that opens on a number or on the mark of a block: where it comes from, in spans, because it stands inside a paragraph. */
export function drawCard(id: string, answer: SoundAnswer, state: ItemState): ReportNode {
  const states = stateWords(answer, state);
  const caveat = answer.kind === "number" ? answer.caveat : null;
  return h(
    "span",
    { class: "r-card", popover: "auto", id, role: "tooltip" },
    h(
      "b",
      { class: "r-card-head" },
      answer.kind === "number" ? `${numberText(answer)}, ${states}` : beginSentence(states),
    ),
    caveat ? h("span", { class: "r-card-caveat" }, caveat) : null,
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
