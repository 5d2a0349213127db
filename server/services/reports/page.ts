import { selectPublications, type PublicationRecord } from "#db/queries/reports.ts";
import type {
  PublicationSummary,
  ReportPage,
  ReportPageInput,
  ReportPreview,
} from "../../contracts/report.ts";
import type { ServiceContext } from "../context.ts";
import { drawReport } from "./html/draw-report.ts";
import { summariseReport } from "./list.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { requireReport } from "./require-report.ts";
import { listShareLinks } from "./share-links.ts";
import { checkedStates, countStates, liveStates } from "./states.ts";

const summarise = ({
  id,
  n,
  title,
  publishedBy,
  publishedAt,
  snapshot,
}: PublicationRecord): PublicationSummary => ({
  id,
  n,
  title,
  publishedBy,
  publishedAt,
  numbers: snapshot.items.length,
});

/** A text as it would read, with every query answered now. */
export function previewReport(ctx: ServiceContext, markdown: string): ReportPreview {
  const read = readMarkdown(markdown);
  const states = liveStates(ctx, read);
  return { tree: drawReport(read, states), counts: countStates(states) };
}

/** A report with the state of every number: the newest publication against the store, or the draft live. */
export function getReportPage(ctx: ServiceContext, input: ReportPageInput): ReportPage {
  const report = requireReport(ctx, input.id);
  const publications = selectPublications(ctx.db, input.id);
  const newest = publications[0] ?? null;
  const shown = input.view === "newest" ? newest : null;
  const read = readMarkdown((shown ?? report).markdown);
  const states = shown ? checkedStates(ctx, shown, read) : liveStates(ctx, read);
  return {
    report: summariseReport(ctx, report),
    markdown: report.markdown,
    publication: shown ? summarise(shown) : null,
    publications: publications.map(summarise),
    links: listShareLinks(ctx, input.id),
    changedSincePublished:
      newest !== null && (newest.markdown !== report.markdown || newest.title !== report.title),
    counts: countStates(states),
    tree: drawReport(read, states),
    asOf: ctx.now(),
  };
}
