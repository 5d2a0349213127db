import type { PublicationRecord, ReportRecord } from "#db/queries/reports.ts";
import { publishedWords, writeItemCounts } from "../../wording/publication.ts";
import { writeMoment } from "../../wording/times.ts";
import { readMarkdown, type ReadReport } from "./markdown/read-markdown.ts";
import type { ServiceContext } from "../context.ts";
import { anonymiseTree } from "./anonymise/anonymise-tree.ts";
import { anonymiseSource, textAnonymiser } from "./anonymise/anonymise-text.ts";
import { privateWords, withEarlierWords } from "./anonymise/private-words.ts";
import { drawReport } from "./html/draw-report.ts";
import type { ItemState } from "./html/item-state.ts";
import { printPage } from "./html/print-page.ts";
import { countStates, frozenStates } from "./states.ts";
import type { ReportAnswer } from "../../contracts/reports/report-answer.ts";

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

/**
 * Takes private words out of every text of an answer. Before it is drawn, because drawing may cut a name short, and half a
 * name is no longer found.
 */
function anonymiseAnswer(answer: ReportAnswer, clean: (text: string) => string): ReportAnswer {
  return cleaned(answer, clean) as ReportAnswer;
}

interface Source {
  title: string;
  read: ReadReport;
  states: ItemState[];
  byline: string;
  asOf: number;
  /** Names of people and machines at an earlier time, which an anonymous page leaves out too. */
  earlier: string[];
}

export interface Look {
  anonymous: boolean;
  bar: [left: string, right: string];
}

/** A function that takes private words out, or leaves everything where a link is not anonymous. */
export const cleanerFor = (
  ctx: ServiceContext,
  anonymous: boolean,
  earlier: string[] = [],
): ((text: string) => string) =>
  anonymous ? textAnonymiser(withEarlierWords(privateWords(ctx), earlier)) : (text) => text;

const readFor = (look: Look, markdown: string): ReadReport =>
  readMarkdown(look.anonymous ? anonymiseSource(markdown) : markdown);

function print(ctx: ServiceContext, source: Source, look: Look): string {
  const clean = cleanerFor(ctx, look.anonymous, source.earlier);
  const states = look.anonymous
    ? source.states.map((state) => ({ ...state, answer: anonymiseAnswer(state.answer, clean) }))
    : source.states;
  const drawn = drawReport(source.read, states);
  return printPage({
    title: clean(source.title),
    bar: look.bar,
    byline: `${source.byline} ${writeItemCounts(countStates(source.states))}`,
    body: look.anonymous ? anonymiseTree(drawn, clean) : drawn,
    colophon: ["Ablab report", `data as of ${writeMoment(source.asOf)}`],
  });
}

/** A publication as one page that needs nothing else: no other file, no request, no live data. */
export function printPublication(ctx: ServiceContext, publication: PublicationRecord, look: Look): string {
  const read = readFor(look, publication.markdown);
  const source: Source = {
    title: publication.title,
    read,
    states: frozenStates(publication, read),
    byline: publishedWords(publication.n, publication.publishedAt),
    asOf: publication.snapshot.takenAt,
    earlier: publication.snapshot.privateWords ?? [],
  };
  return print(ctx, source, look);
}

/** A draft as such a page; it says that nobody has published it. */
export function printDraft(
  ctx: ServiceContext,
  report: ReportRecord,
  states: ItemState[],
  look: Look,
): string {
  const { title, markdown } = report;
  const read = readFor(look, markdown);
  const byline = "Draft, not published.";
  return print(ctx, { title, read, states, byline, asOf: ctx.now(), earlier: [] }, look);
}
