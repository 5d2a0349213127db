import { selectEvaluationHead } from "#db/queries/episodes.ts";
import { z } from "zod";
import { PROBLEM_COLUMNS } from "../../../../workers/protocol/metrics/problem-columns.ts";
import type { CompareRow, Side } from "../../../contracts/compare/compare.ts";
import { DIGESTED } from "../../../contracts/finding.ts";
import { idSchema } from "../../../contracts/ids.ts";
import type { ComparisonAnswer, SmallEstimate } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { ServiceError } from "../../../errors.ts";
import { excludesZero, testsDisagree } from "../../../numbers/excludes-zero.ts";
import { TESTS_DISAGREE } from "../../../wording/claims.ts";
import { countOf, writeCount } from "../../../wording/counts.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { printedUnit, writeP } from "../../../wording/quantities.ts";
import { compareEvaluations } from "../../compare/overview.ts";
import { digestOf } from "../answers/digest.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import { bullets, pipeTable, quantity } from "../export/pipe-table.ts";
import { estimateCell, head, table } from "../html/draw-table.ts";
import { h, noteLine } from "../html/element.ts";
import type { DrawnAt, NumberRow, ReportBlock } from "./report-block.ts";

/** Two evaluations, problem by problem. */
const ComparisonQuery = z.strictObject({
  kind: z.literal("comparison"),
  a: idSchema("evaluation"),
  b: idSchema("evaluation"),
});

export type ComparisonQuery = z.infer<typeof ComparisonQuery>;

const STEP_LIMIT = 5;

const small = ({ value, low, high }: SmallEstimate): SmallEstimate => ({ value, low, high });

function rowOf({ title, unit, values, differences }: CompareRow): ComparisonAnswer["rows"][number] {
  const [a, b] = values;
  const difference = differences[1];
  const disagree = difference && unit === "share" && testsDisagree(difference) ? difference : null;
  return {
    title,
    unit,
    a: { ...small(a), n: a.n },
    b: { ...small(b), n: b.n },
    difference: difference
      ? { ...small(difference), ...(disagree && { low: null, high: null }) }
      : { value: null, low: null, high: null },
    p: difference?.p ?? null,
    method: disagree ? `${disagree.method}; ${TESTS_DISAGREE}` : (difference?.method ?? b.method),
    ...(disagree && { noInterval: TESTS_DISAGREE }),
  };
}

function requireEvaluation(reading: Reading, id: string): void {
  if (!selectEvaluationHead(reading.ctx.db, id))
    throw new ServiceError("not_found", `There is no evaluation ${id}. Its run may have been deleted.`);
}

/** An evaluation by its name, with the configuration and the train step that the name does not say. */
function sideWords({ name, config, trainStep }: Pick<Side, "name" | "config" | "trainStep">): string {
  const step = `step ${writeWhole(trainStep)}`;
  const said = name.startsWith(`${config}-`) ? [] : [config];
  return [name, ...said, ...(name.endsWith(`, ${step}`) ? [] : [`train ${step}`])].join(", ");
}

/** Answers how two evaluations differ, problem by problem; what forbids a difference is said in its place. */
function answerComparison(reading: Reading, query: ComparisonQuery): Answered<ComparisonAnswer> {
  const { ctx } = reading;
  for (const id of [query.a, query.b]) requireEvaluation(reading, id);
  if (query.a === query.b)
    throw new ServiceError("invalid", "A comparison needs two evaluations; a and b are the same one.");
  const found = compareEvaluations(ctx, { ids: [query.a, query.b], k: STEP_LIMIT, common: false });
  const [a, b] = found.sides;
  const pair = found.pairs[1];
  const forbidding = found.findings.filter((o) => o.severity === "error");
  const said = found.findings.filter((o) => o.severity !== "error");
  const answer: ComparisonAnswer = {
    kind: "comparison",
    subject: `${b.name} minus ${a.name}`,
    definition: found.rows.map((r) => `${r.title}: ${r.definition}`).join(". "),
    method: found.caption,
    runs: [...new Map([a, b].map((side) => [side.runId, { id: side.runId, name: side.name }])).values()],
    evaluations: [a.evaluationId, b.evaluationId],
    source: "live",
    computedAt: reading.at,
    a: sideWords(a),
    b: sideWords(b),
    n: found.common,
    refusal: found.ranked
      ? null
      : `No difference is given. ${forbidding.map((o) => `${o.rule}: ${o.claim} ${o.evidence}`).join(" ")}`,
    rows: found.rows.map(rowOf),
    flips: pair ? { both: pair.both, onlyA: pair.onlyA, onlyB: pair.onlyB, neither: pair.neither } : null,
    notes: [
      ...(found.overSeeds[1] ? [found.overSeeds[1]] : []),
      ...said.map((o) => `${o.rule} (${o.severity}): ${o.claim} ${o.evidence}`),
    ],
  };
  const data = [query.a, query.b].map((id) => [id, reading.rows(id, PROBLEM_COLUMNS)]);
  // Rules and seeds decide whether it has drifted, not the words for them.
  const judged = found.findings.map(({ rule, severity, metric }) => [rule, DIGESTED[severity], metric]);
  return { answer, digest: digestOf({ data, ranked: found.ranked, judged, others: found.otherSeeds }) };
}

/** What is compared, on how many problems. */
const comparedWords = ({ a, b, n }: ComparisonAnswer): string =>
  `A: ${a}. B: ${b}. ${countOf(n, "problem")} measured on both.`;

/** Two evaluations side by side with the paired difference. */
function drawComparisonTable(answer: ComparisonAnswer): ReportNode {
  const heads = [
    head("Metric", "", false),
    head("A", "[95 % CI]"),
    head("B", "[95 % CI]"),
    head("B − A", "[95 % CI]"),
    head("p", ""),
  ];
  const rows = answer.rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `${row.title}${printedUnit(row.unit) ? `, ${printedUnit(row.unit)}` : ""}`),
      estimateCell(row.a, row.unit, { n: answer.n }),
      estimateCell(row.b, row.unit, { n: answer.n }),
      estimateCell(row.difference, row.unit, {
        difference: true,
        bold: excludesZero,
        noInterval: row.noInterval,
      }),
      h("td", { class: "num" }, writeP(row.p)),
    ),
  );
  return table("Comparison", heads, rows);
}

function drawComparison(answer: ComparisonAnswer, { label }: DrawnAt): ReportNode[] {
  const { flips } = answer;
  return [
    ...noteLine([comparedWords(answer)], label),
    ...(answer.refusal ? [h("p", { class: "r-refused" }, answer.refusal)] : []),
    drawComparisonTable(answer),
    ...(flips
      ? noteLine([
          `Solved at step 5 or earlier by both: ${writeCount(flips.both)}; only by A: ${writeCount(flips.onlyA)}; only by B: ${writeCount(flips.onlyB)}; by neither: ${writeCount(flips.neither)}.`,
        ])
      : []),
    ...noteLine(answer.notes),
  ];
}

const comparisonText = (answer: ComparisonAnswer): string =>
  [
    comparedWords(answer),
    ...(answer.refusal ? [answer.refusal] : []),
    pipeTable(
      ["Metric", "A", "B", "B − A [95 % CI]", "p"],
      answer.rows.map((r) => [
        `${r.title} ${printedUnit(r.unit)}`,
        quantity(r.a, r.unit, { n: answer.n }),
        quantity(r.b, r.unit, { n: answer.n }),
        [quantity(r.difference, r.unit, { difference: true }), r.noInterval].filter(Boolean).join(" "),
        writeP(r.p),
      ]),
    ),
    bullets(answer.notes),
  ].join("\n\n");

/** Both sides of a comparison and their difference, by metric. */
function comparedOf({ rows, a, b, n, definition, computedAt }: ComparisonAnswer): NumberRow[] {
  return rows.flatMap(({ title, unit, p, method, ...of }) => {
    const all = { n, counts: "problem", unit, method, definition, computedAt };
    return [
      { ...all, name: `${title} (A)`, subject: a, ...small(of.a), p: null },
      { ...all, name: `${title} (B)`, subject: b, ...small(of.b), p: null },
      { ...all, name: `${title} (difference)`, subject: `${b} minus ${a}`, ...small(of.difference), p },
    ];
  });
}

export const COMPARISON: ReportBlock<ComparisonQuery, ComparisonAnswer> = {
  query: ComparisonQuery,
  gives: "comparison",
  answer: answerComparison,
  draw: drawComparison,
  text: comparisonText,
  counted: () => "Table",
  numbers: comparedOf,
};
