import { selectRunsByIds } from "#db/queries/runs.ts";
import type { ErrorAnswer, ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import { explainStorageError, isServiceError } from "../../../errors.ts";
import { ANSWERED_BLOCKS, type ReportQuery } from "../blocks/registry.ts";
import type { ReportBlock } from "../blocks/report-block.ts";
import { canonicalJson } from "../../hashing.ts";
import type { Sliced } from "../../series/sliced.ts";
import type { ReportItem } from "../markdown/read-markdown.ts";
import type { Answered, Reading } from "./reading.ts";

export interface ResolvedItem {
  item: ReportItem;
  /** Canonical JSON of the query; empty where the block cannot be read. */
  query: string;
  answer: ReportAnswer;
  digest: string;
}

function* answerOf(reading: Reading, query: ReportQuery): Sliced<Answered> {
  const block: ReportBlock = ANSWERED_BLOCKS[query.kind];
  const answered = block.answer(reading, query);
  return "answer" in answered ? answered : yield* answered;
}

/** The answer with whose word it rests on: rows of runs from outside are what their clients told. */
function withSource({ ctx }: Reading, { answer, digest }: Answered): Answered {
  const runs = selectRunsByIds(
    ctx.db,
    answer.runs.map(({ id }) => id),
  );
  const external = runs.filter(({ origin }) => origin === "external").length;
  return { answer: external === 0 ? answer : { ...answer, source: "imported", external }, digest };
}

const failed = (message: string, gone: boolean): { answer: ErrorAnswer; digest: string } => ({
  answer: { kind: "error", message, gone },
  digest: "",
});

/** Answers one query; what it cannot answer becomes a sentence, so that one block never takes the page with it. */
export function* resolveQuery(
  reading: Reading,
  query: ReportQuery,
): Sliced<{ answer: ReportAnswer; digest: string }> {
  try {
    return withSource(reading, yield* answerOf(reading, query));
  } catch (thrown) {
    const error = explainStorageError(thrown);
    if (isServiceError(error)) return failed(error.message, error.code === "not_found");
    console.error(`a report's ${query.kind} failed:`, error);
    return failed("This could not be computed; the server's log says why.", false);
  }
}

/**
 * Answers every query of a report, in reading order, and gives way between them and inside the longest ones. The same query
 * asked twice is answered once.
 */
export function* resolveItems(reading: Reading, items: ReportItem[]): Sliced<ResolvedItem[]> {
  const known = new Map<string, { answer: ReportAnswer; digest: string }>();
  const resolved: ResolvedItem[] = [];
  for (const item of items) {
    const query = item.query ? canonicalJson(item.query) : "";
    if (!item.query) resolved.push({ item, query, ...failed(item.message ?? "", false) });
    else {
      const found = known.get(query) ?? (yield* resolveQuery(reading, item.query));
      known.set(query, found);
      resolved.push({ item, query, ...found });
      yield;
    }
  }
  return resolved;
}
