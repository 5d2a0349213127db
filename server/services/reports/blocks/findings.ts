import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { FindingsAnswer } from "../../../contracts/reports/report-answer.ts";
import { REPORT_BLOCKS } from "../../../contracts/reports/report-blocks.ts";
import { answerFindings } from "../answers/table.ts";
import { bullets } from "../export/pipe-table.ts";
import { drawFindings, findingText } from "../html/draw-findings.ts";
import { leftOutNotes } from "../html/draw-table.ts";
import { listKey, metricKey } from "./query-keys.ts";
import type { ReportBlock } from "./report-block.ts";

/** What separates, what does not, what objects and what was left out, in sentences. */
const FindingsQuery = z.strictObject({
  kind: z.literal("findings"),
  experiment: idSchema("experiment"),
  metrics: listKey(metricKey, 8).optional(),
  /**
   * `answer` opens a report: a sentence for each metric, as `verdicts`, where they are a list; both have method and power one
   * press away. `checks` is what objects, in the margin beside what follows; `all` is everything, with what was not counted.
   */
  say: z
    .enum(["all", "answer", "verdicts", "checks"], 'The key "say" takes all, answer, verdicts or checks.')
    .default("all"),
});

export type FindingsQuery = z.infer<typeof FindingsQuery>;

/** Every sentence of it, with those of each configuration. */
const findingsText = (answer: FindingsAnswer): string =>
  bullets([
    ...(answer.say === "answer" ? (answer.answers ?? []) : []),
    ...answer.verdicts,
    ...answer.findings.flatMap((one) => [
      findingText(one),
      ...(one.each ?? []).map(({ of, words }) => `${one.rule}, ${of}: ${words}`),
    ]),
    ...leftOutNotes(answer.leftOut),
  ]);

export const FINDINGS: ReportBlock<FindingsQuery, FindingsAnswer> = {
  query: FindingsQuery,
  gives: "findings",
  answer: answerFindings,
  draw: drawFindings,
  text: findingsText,
  counted: () => null,
  chipName: ({ say = "all" }) => `${REPORT_BLOCKS.findings.name}${say === "all" ? "" : `, ${say}`}`,
  // In the margin, what comes from the same runs as the figure beside it.
  isMarked: ({ say }) => say === "checks",
};
