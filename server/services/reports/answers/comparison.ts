import { DIGESTED } from "../../../contracts/finding.ts";
import { selectEvaluationHead } from "#db/queries/episodes.ts";
import { PROBLEM_COLUMNS } from "../../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { CompareRow, Side } from "../../../contracts/compare/compare.ts";
import type { ComparisonAnswer, SmallEstimate } from "../../../contracts/reports/report-answer.ts";
import type { ComparisonQuery } from "../../../contracts/reports/report-query.ts";
import { ServiceError } from "../../../errors.ts";
import { compareEvaluations } from "../../compare/overview.ts";
import { testsDisagree } from "../../../numbers/excludes-zero.ts";
import { TESTS_DISAGREE } from "../../../wording/claims.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import type { Answered, Reading } from "./reading.ts";
import { digestOf } from "./digest.ts";

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
export function answerComparison(reading: Reading, query: ComparisonQuery): Answered {
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
