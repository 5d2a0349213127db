import { IDS_IN_TEXT } from "../../../contracts/ids.ts";
import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { ServiceError } from "../../../errors.ts";
import type { ServiceContext } from "../../context.ts";
import type { ItemState } from "../html/item-state.ts";
import { textAnonymiser } from "./anonymise-text.ts";
import type { PrivateWord } from "./find-words.ts";
import { findLeak, leakText, type Leak, type SentForm } from "./last-scan.ts";
import { neutralWords, privateWords, type WordsOf } from "./private-words.ts";

/** How a report leaves: what of it is taken out. */
export interface Discretion {
  anonymous: boolean;
  /** Names of runs and titles of experiments are replaced by "run 1" and "experiment 1". */
  neutralNames: boolean;
}

/** What takes private names out of one report, and what reads it once more before it leaves. */
export interface Anonymity {
  clean: (text: string) => string;
  states: (states: ItemState[]) => ItemState[];
  /** What still names somebody in what is about to be sent; null where nothing does. */
  leakIn: (sent: string, form: SentForm) => Leak | null;
}

/** Members that decide how an answer is drawn; their values are ours, not a person's. */
const STRUCTURE = new Set(["kind", "metric", "unit", "counts", "source", "severity", "rule", "runId", "id"]);

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      STRUCTURE.has(key) && typeof member === "string" ? member : cleaned(member, clean),
    ]),
  );
}

/** Which runs and experiments a report tells of: those of its answers, and those that its text names. */
export function subjectsIn(markdown: string, states: readonly Pick<ItemState, "query" | "answer">[]) {
  const answers = states.map(({ answer }) => answer);
  const ids = [markdown, ...states.map(({ query }) => query)].flatMap(
    (text) => text.match(IDS_IN_TEXT) ?? [],
  );
  const runs = answers.flatMap((answer) => (answer.kind === "error" ? [] : answer.runs.map(({ id }) => id)));
  return {
    runIds: [...new Set([...runs, ...ids.filter((id) => id.startsWith("run_"))])],
    experimentIds: [...new Set(ids.filter((id) => id.startsWith("exp_")))],
  };
}

/** The words to take out of one report. */
export interface AnonymityOf extends WordsOf {
  /** Words of the time of publishing. */
  earlier?: readonly string[];
}

export function wordsFor(ctx: ServiceContext, of: AnonymityOf, look: Discretion): PrivateWord[] {
  if (!look.anonymous) return [];
  return [...privateWords(ctx, of, of.earlier), ...(look.neutralNames ? neutralWords(ctx, of) : [])];
}

/** Takes names out before an answer is drawn, because drawing may cut a name short, and half a name is no longer found. */
export function anonymity(words: readonly PrivateWord[], look: Discretion): Anonymity {
  if (!look.anonymous) return { clean: (text) => text, states: (states) => states, leakIn: () => null };
  const clean = textAnonymiser(words);
  const answer = (given: ReportAnswer) => cleaned(given, clean) as ReportAnswer;
  return {
    clean,
    states: (states) =>
      states.map((state) => ({
        ...state,
        query: clean(state.query),
        lost: state.lost.map(clean),
        answer: answer(state.answer),
        now: state.now && answer(state.now),
      })),
    leakIn: (sent, form) => findLeak(sent, form, words),
  };
}

/** Refuses what would still name somebody, with the place and what its author can do. */
export function requireNoLeak(leak: Leak | null, what: string): void {
  if (leak)
    throw new ServiceError(
      "conflict",
      `${what} would not be anonymous: ${leakText(leak)}. Change it there, publish again, then share or export.`,
    );
}
