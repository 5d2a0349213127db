import { selectRunsByIds } from "#db/queries/runs.ts";
import type { ErrorAnswer, ReportAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportQuery } from "../../../contracts/reports/report-query.ts";
import { explainStorageError, isServiceError } from "../../../errors.ts";
import { canonicalJson } from "../../hashing.ts";
import type { Sliced } from "../../series/sliced.ts";
import type { ReportItem } from "../markdown/read-markdown.ts";
import type { Answered, Reading } from "./reading.ts";
import { answerAudit } from "./audit.ts";
import { answerChart } from "./chart.ts";
import { answerComparison } from "./comparison.ts";
import { answerLabels } from "./labels.ts";
import { answerNumber } from "./number.ts";
import { answerPairs } from "./pairs.ts";
import { answerRollout } from "./rollout.ts";
import { answerFindings, answerTable } from "./table.ts";
import { answerVariance } from "./variance.ts";

export interface ResolvedItem {
  item: ReportItem;
  /** Canonical JSON of the query; empty where the block cannot be read. */
  query: string;
  answer: ReportAnswer;
  digest: string;
}

function* answerOf(reading: Reading, query: ReportQuery): Sliced<Answered> {
  switch (query.kind) {
    case "number":
      return answerNumber(reading, query);
    case "metric-chart":
      return yield* answerChart(reading, query);
    case "ablation-table":
      return answerTable(reading, query);
    case "findings":
      return answerFindings(reading, query);
    case "reward-variance":
      return yield* answerVariance(reading, query);
    case "prm-distribution":
      return answerLabels(reading, query);
    case "comparison":
      return answerComparison(reading, query);
    case "before-after":
      return answerPairs(reading, query);
    case "rollout":
      return answerRollout(reading, query);
    case "audit":
      return answerAudit(reading, query);
  }
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
