import { selectNewestPublication } from "#db/queries/reports.ts";
import { markText } from "../../../../workers/protocol/visible-text.ts";
import type { ExportedReport, ExportInput } from "../../../contracts/reports/report.ts";
import type { ServiceContext } from "../../context.ts";
import type { Sliced } from "../../series/sliced.ts";
import { anonymity, requireNoLeak, type Discretion } from "../anonymise/anonymity.ts";
import { readMarkdown } from "../markdown/read-markdown.ts";
import { requireReport } from "../require-report.ts";
import { anonymityOfDraft, printDraft, printPublication, wordsOfPublication } from "../standalone.ts";
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

/**
 * The newest publication, or the draft, as one file: a page that opens offline, Markdown, or a table of every number. An
 * anonymous one is read once more as it is about to leave, and refused where it still names somebody.
 */
export function* exportReport(ctx: ServiceContext, input: ExportInput): Sliced<ExportedReport> {
  const report = requireReport(ctx, input.id);
  const publication = input.view === "newest" ? selectNewestPublication(ctx.db, input.id) : undefined;
  const { title, markdown } = publication ?? report;
  const look: Discretion = {
    anonymous: input.anonymous || input.neutralNames,
    neutralNames: input.neutralNames,
  };
  const read = readMarkdown(markdown);
  const states = publication ? yield* checkedStates(ctx, publication, read) : yield* liveStates(ctx, read);
  const hidden = publication
    ? anonymity(wordsOfPublication(ctx, publication, look), look)
    : anonymityOfDraft(ctx, report, states, look);
  const { clean } = hidden;
  const answer = (text: string): ExportedReport => {
    const fileName = `${nameOf(clean(title))}.${input.form}`;
    const isNamed = hidden.leakIn(fileName.replaceAll("-", " "), "md");
    requireNoLeak(isNamed && { ...isNamed, place: "the name of the file, which is the title," }, "The file");
    requireNoLeak(hidden.leakIn(text, input.form), "The file");
    return { fileName, mime: MIME[input.form], text };
  };
  if (input.form === "html") {
    const bar: [string, string] = [look.anonymous ? "Report, known names removed" : "Report", ""];
    return answer(
      publication
        ? printPublication(publication, { ...look, bar }, hidden).html
        : printDraft(ctx, report, states, { ...look, bar }).html,
    );
  }
  const cleaned = hidden.states(states);
  if (input.form === "csv") return answer(toCsv(cleaned, clean));
  const byline = publication
    ? publishedWords(publication.n, publication.publishedAt)
    : "Draft, not published.";
  const head = `# ${title.replaceAll("\n", " ")}\n\n${byline} ${writeItemCounts(countStates(states))}`;
  return answer(markText(clean(toMarkdown(markdown, read, cleaned, head))));
}
