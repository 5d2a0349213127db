import type { PublicationRecord, ReportRecord } from "#db/queries/reports.ts";
import { publishedWords, writeItemCounts } from "../../wording/publication.ts";
import { writeMoment } from "../../wording/times.ts";
import { readMarkdown, type ReadReport } from "./markdown/read-markdown.ts";
import type { ServiceContext } from "../context.ts";
import { anonymiseTree } from "./anonymise/anonymise-tree.ts";
import { anonymiseSource } from "./anonymise/anonymise-text.ts";
import { anonymity, type Anonymity, type Discretion, subjectsIn, wordsFor } from "./anonymise/anonymity.ts";
import type { Leak } from "./anonymise/last-scan.ts";
import { drawReport } from "./html/draw-report.ts";
import type { ItemState } from "./html/item-state.ts";
import { printPage } from "./html/print-page.ts";
import { countStates, frozenStates } from "./states.ts";

interface Source {
  title: string;
  read: ReadReport;
  states: ItemState[];
  byline: string;
  asOf: number;
}

export interface Look extends Discretion {
  bar: [left: string, right: string];
}

/** A page, and what in it still names somebody although it must not. */
export interface Printed {
  html: string;
  leak: Leak | null;
}

const readFor = (look: Discretion, markdown: string): ReadReport =>
  readMarkdown(look.anonymous ? anonymiseSource(markdown) : markdown);

function print(source: Source, look: Look, hidden: Anonymity): Printed {
  const { clean } = hidden;
  const drawn = drawReport(source.read, hidden.states(source.states));
  const html = printPage({
    title: clean(source.title),
    bar: [clean(look.bar[0]), clean(look.bar[1])],
    byline: clean(`${source.byline} ${writeItemCounts(countStates(source.states))}`),
    body: look.anonymous ? anonymiseTree(drawn, clean) : drawn,
    colophon: ["Ablab report", `data as of ${writeMoment(source.asOf)}`].map(clean),
  });
  return { html, leak: hidden.leakIn(html, "html") };
}

/** What takes names out of a publication: those of now, and those of the time when it was made. */
export const wordsOfPublication = (ctx: ServiceContext, publication: PublicationRecord, look: Discretion) =>
  wordsFor(
    ctx,
    {
      ...subjectsIn(publication.markdown, publication.snapshot.items),
      reportId: publication.reportId,
      earlier: publication.snapshot.privateWords,
    },
    look,
  );

/** A publication as one page that needs nothing else: no other file, no request, no live data. */
export function printPublication(publication: PublicationRecord, look: Look, hidden: Anonymity): Printed {
  const read = readFor(look, publication.markdown);
  const source: Source = {
    title: publication.title,
    read,
    states: frozenStates(publication, read),
    byline: publishedWords(publication.n, publication.publishedAt),
    asOf: publication.snapshot.takenAt,
  };
  return print(source, look, hidden);
}

/** What takes names out of a draft. */
export const anonymityOfDraft = (
  ctx: ServiceContext,
  { id, markdown }: ReportRecord,
  states: ItemState[],
  look: Discretion,
): Anonymity => anonymity(wordsFor(ctx, { ...subjectsIn(markdown, states), reportId: id }, look), look);

/** A draft as such a page; it says that nobody has published it. */
export function printDraft(
  ctx: ServiceContext,
  report: ReportRecord,
  states: ItemState[],
  look: Look,
): Printed {
  const { title, markdown } = report;
  const read = readFor(look, markdown);
  const byline = "Draft, not published.";
  return print(
    { title, read, states, byline, asOf: ctx.now() },
    look,
    anonymityOfDraft(ctx, report, states, look),
  );
}
