import { selectNewestPublication } from "#db/queries/reports.ts";
import type { ExportedReport, ExportInput } from "../../../contracts/reports/report.ts";
import type { ServiceContext } from "../../context.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { requireReport } from "../require-report.ts";
import { cleanerFor, printDraft, printPublication } from "../standalone.ts";
import { checkedStates, countStates, liveStates } from "../states.ts";
import { publishedWords, writeItemCounts } from "../../../wording/publication.ts";
import { toCsv } from "./to-csv.ts";
import { toMarkdown } from "./to-markdown.ts";

const MIME = { html: "text/html", md: "text/markdown", csv: "text/csv" } as const;

const nameOf = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "report";

/** The newest publication, or the draft, as one file: a page that opens offline, Markdown, or a table of every number. */
export function exportReport(ctx: ServiceContext, input: ExportInput): ExportedReport {
  const report = requireReport(ctx, input.id);
  const publication = input.view === "newest" ? selectNewestPublication(ctx.db, input.id) : undefined;
  const { title, markdown } = publication ?? report;
  const clean = cleanerFor(ctx, input.anonymous, publication?.snapshot.privateWords);
  const answer = (text: string): ExportedReport => ({
    fileName: `${nameOf(clean(title))}.${input.form}`,
    mime: MIME[input.form],
    text,
  });
  const read = readMarkdown(markdown);
  if (input.form === "html") {
    const look = {
      anonymous: input.anonymous,
      bar: [input.anonymous ? "Report, known names removed" : "Report", ""] as [string, string],
    };
    return answer(
      publication
        ? printPublication(ctx, publication, look)
        : printDraft(ctx, report, liveStates(ctx, read), look),
    );
  }
  const states = publication ? checkedStates(ctx, publication, read) : liveStates(ctx, read);
  if (input.form === "csv") return answer(clean(toCsv(states)));
  const byline = publication
    ? publishedWords(publication.n, publication.publishedAt)
    : "Draft, not published.";
  const head = `# ${title.replaceAll("\n", " ")}\n\n${byline} ${writeItemCounts(countStates(states))}`;
  return answer(clean(toMarkdown(markdown, read, states, head)));
}
