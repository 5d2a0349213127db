import {
  insertPublication,
  type PublicationRecord,
  selectPublication,
  selectPublications,
} from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { PublishedReport } from "../../contracts/reports/report.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import type { Sliced } from "../series/sliced.ts";
import { newId } from "../hashing.ts";
import { subjectsIn } from "./anonymise/anonymity.ts";
import { privateWords } from "./anonymise/private-words.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { requireReport } from "./require-report.ts";
import { countStates, liveStates } from "./states.ts";

/** What a revision says, in the order in which it is compared. */
const saidBy = ({ title, markdown, snapshot }: PublicationRecord) => ({
  title,
  markdown,
  items: snapshot.items,
  words: snapshot.privateWords,
});

/**
 * Freezes a report: its words, and every answer with all the data its blocks show, as they are at this moment. Where the last
 * revision says just this already, it is answered and no other one is made.
 */
export function* publishReport(ctx: ServiceContext, id: string): Sliced<PublishedReport> {
  const read = requireReport(ctx, id).markdown;
  const states = yield* liveStates(ctx, readMarkdown(read));
  // Saved while its numbers were worked out: what is frozen is what its text says now.
  if (requireReport(ctx, id).markdown !== read) return yield* publishReport(ctx, id);
  return commit(ctx, (scope) => {
    const report = requireReport(ctx, id);
    const at = ctx.now();
    const [last] = selectPublications(scope.db, id);
    const items = states.map(({ index, query, digest, answer }) => ({ index, query, digest, answer }));
    const subjects = { ...subjectsIn(report.markdown, states), reportId: id };
    const words = privateWords(ctx, subjects).map(({ text }) => text);
    const { live, ...rest } = countStates(states);
    const answer = (revision: number) => ({ id, revision, counts: { ...rest, live: 0, frozen: live } });
    const { title, markdown } = report;
    const stored = last && selectPublication(scope.db, last.id);
    const saying = { title, markdown, items, words };
    if (stored && JSON.stringify(saying) === JSON.stringify(saidBy(stored))) return answer(stored.n);
    const revision = (last?.n ?? 0) + 1;
    insertPublication(scope.db, {
      id: newId("publication"),
      reportId: id,
      n: revision,
      title,
      markdown,
      snapshot: { takenAt: at, privateWords: words, items },
      publishedBy: actorName(ctx.actor),
      publishedAt: at,
    });
    scope.touch(topics.reports);
    return answer(revision);
  });
}
