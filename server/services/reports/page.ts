import {
  selectNewestPublication,
  selectPublications,
  type PublicationHead,
  type PublicationRecord,
} from "#db/queries/reports.ts";
import type {
  ItemCounts,
  PublicationSummary,
  ReportPage,
  ReportPageInput,
  ReportPreview,
} from "../../contracts/reports/report.ts";
import type { ReportNode } from "../../contracts/reports/report-tree.ts";
import type { ServiceContext } from "../context.ts";
import type { Sliced } from "../series/sliced.ts";
import { projectName } from "../projects/find.ts";
import { chipsOf } from "./chips.ts";
import { drawReport } from "./html/draw-report.ts";
import { h } from "./html/element.ts";
import { summariseReport } from "./list.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { requireReport } from "./require-report.ts";
import { listShareLinks } from "./share-links.ts";
import { checkedStates, countStates, frozenStates, liveStates } from "./states.ts";

const summarise = ({
  id,
  n,
  title,
  publishedBy,
  publishedAt,
  numbers,
}: PublicationHead): PublicationSummary => ({ id, n, title, publishedBy, publishedAt, numbers });

/** A text as it would read, with every query answered now. */
export function* previewReport(ctx: ServiceContext, markdown: string): Sliced<ReportPreview> {
  const read = readMarkdown(markdown);
  const states = yield* liveStates(ctx, read);
  return { tree: drawReport(read, states), counts: countStates(states), chips: chipsOf(read, states) };
}

interface Drawn {
  counts: ItemCounts;
  tree: ReportNode[];
}

function* draw(
  ctx: ServiceContext,
  markdown: string,
  shown: PublicationRecord | null,
  check: boolean,
): Sliced<Drawn> {
  const read = readMarkdown(markdown);
  const states = !shown
    ? yield* liveStates(ctx, read)
    : check
      ? yield* checkedStates(ctx, shown, read)
      : frozenStates(shown, read);
  return { counts: countStates(states), tree: drawReport(read, states) };
}

/** What stands in the place of a report that cannot be drawn; its source stays open to be mended. */
function undrawable(error: unknown): Drawn {
  console.error("a report cannot be drawn:", error);
  const words = "This report cannot be drawn; the server's log says why. Press Edit to mend its text.";
  return {
    counts: countStates([]),
    tree: [h("p", { class: "r-error", role: "note" }, words)],
  };
}

/**
 * A report with the state of every number: the newest publication as it was frozen or against the store, or the draft live.
 * A text that cannot be drawn never takes the page with it.
 */
export function* getReportPage(ctx: ServiceContext, input: ReportPageInput): Sliced<ReportPage> {
  const report = requireReport(ctx, input.id);
  const publications = selectPublications(ctx.db, input.id).map(summarise);
  const newest = selectNewestPublication(ctx.db, input.id) ?? null;
  const shown = input.view === "newest" ? newest : null;
  let drawn: Drawn;
  try {
    drawn = yield* draw(ctx, (shown ?? report).markdown, shown, input.check);
  } catch (error) {
    drawn = undrawable(error);
  }
  return {
    report: summariseReport(ctx, report),
    project: projectName(ctx, report.projectId),
    markdown: report.markdown,
    checked: !shown || input.check,
    publication: shown ? publications[0] : null,
    publications,
    links: listShareLinks(ctx, input.id),
    changedSincePublished:
      newest !== null && (newest.markdown !== report.markdown || newest.title !== report.title),
    ...drawn,
    asOf: ctx.now(),
  };
}
