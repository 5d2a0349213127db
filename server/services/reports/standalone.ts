import type { PublicationRecord, ReportRecord } from "#db/queries/reports.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import type { ServiceContext } from "../context.ts";
import { anonymiseAnswer } from "./anonymise/anonymise-answer.ts";
import { anonymiseTree } from "./anonymise/anonymise-tree.ts";
import { textAnonymiser } from "./anonymise/anonymise-text.ts";
import { privateWords } from "./anonymise/private-words.ts";
import { drawReport } from "./html/draw-report.ts";
import type { ItemState } from "./html/item-state.ts";
import { printPage } from "./html/print-page.ts";
import { writeMoment } from "./html/write-value.ts";
import { frozenStates, countStates } from "./states.ts";
import { countWords, publishedWords } from "./words.ts";

interface Source {
  title: string;
  markdown: string;
  states: ItemState[];
  byline: string;
  asOf: number;
}

interface Look {
  anonymous: boolean;
  bar: [left: string, right: string];
}

/** A function that takes private words out, or leaves everything where a link is not anonymous. */
export const cleanerFor = (ctx: ServiceContext, anonymous: boolean): ((text: string) => string) =>
  anonymous ? textAnonymiser(privateWords(ctx)) : (text) => text;

function print(ctx: ServiceContext, source: Source, look: Look): string {
  const clean = cleanerFor(ctx, look.anonymous);
  const states = look.anonymous
    ? source.states.map((state) => ({ ...state, answer: anonymiseAnswer(state.answer, clean) }))
    : source.states;
  const drawn = drawReport(readMarkdown(source.markdown), states);
  return printPage({
    title: clean(source.title),
    bar: look.bar,
    byline: `${source.byline} ${countWords(countStates(source.states))}`,
    body: look.anonymous ? anonymiseTree(drawn, clean) : drawn,
    colophon: ["Ablab report", `data as of ${writeMoment(source.asOf)}`],
  });
}

/** A publication as one page that needs nothing else: no other file, no request, no live data. */
export function printPublication(ctx: ServiceContext, publication: PublicationRecord, look: Look): string {
  const source: Source = {
    title: publication.title,
    markdown: publication.markdown,
    states: frozenStates(publication),
    byline: publishedWords(publication.n, publication.publishedAt),
    asOf: publication.snapshot.takenAt,
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
  const asOf = ctx.now();
  return print(ctx, { title, markdown, states, byline: "Draft, not published.", asOf }, look);
}
