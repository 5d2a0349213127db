import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";

/** Members that decide how an answer is drawn; their values are ours, not a person's. */
const STRUCTURE = new Set(["kind", "metric", "unit", "counts", "source", "severity", "rule", "runId", "id"]);

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      STRUCTURE.has(key) && typeof member === "string" ? member : cleaned(member, clean),
    ]),
  );
}

/**
 * Takes private words out of every text of an answer. Before it is drawn, because drawing may cut a name short, and half a
 * name is no longer found.
 */
export function anonymiseAnswer(answer: ReportAnswer, clean: (text: string) => string): ReportAnswer {
  return cleaned(answer, clean) as ReportAnswer;
}
