import { insertPublication, selectPublications } from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { PublishedReport } from "../../contracts/reports/report.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";
import { privateWords } from "./anonymise/private-words.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { requireReport } from "./require-report.ts";
import { countStates, liveStates } from "./states.ts";

/** Freezes a report: its words, and every answer with all the data its blocks show, as they are at this moment. */
export function publishReport(ctx: ServiceContext, id: string): PublishedReport {
  return commit(ctx, (scope) => {
    const report = requireReport(ctx, id);
    const states = liveStates(ctx, readMarkdown(report.markdown));
    const at = ctx.now();
    const revision = (selectPublications(scope.db, id)[0]?.n ?? 0) + 1;
    insertPublication(scope.db, {
      id: newId("publication"),
      reportId: id,
      n: revision,
      title: report.title,
      markdown: report.markdown,
      snapshot: {
        takenAt: at,
        privateWords: privateWords(ctx),
        items: states.map(({ index, query, digest, answer }) => ({ index, query, digest, answer })),
      },
      publishedBy: actorName(ctx.actor),
      publishedAt: at,
    });
    scope.touch(topics.reports);
    const { live, ...rest } = countStates(states);
    return { id, revision, counts: { ...rest, live: 0, frozen: live } };
  });
}
