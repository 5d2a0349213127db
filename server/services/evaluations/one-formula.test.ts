import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectLatestEvaluations } from "#db/queries/run-table/cells.ts";
import { selectProblemRows } from "#db/queries/reports.ts";
import {
  EVALUATION_METRIC_NAMES,
  isShareOfProblems,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { columnsOf, valuesOver } from "../../../workers/protocol/metrics/values-over-problems.ts";
import type { EvaluationRow, TrainerEvent } from "../../../workers/protocol/events.ts";
import { type MetricCell, type RunEntry, RunTableInput } from "../../contracts/run-table.ts";
import { runTable } from "../run-table/table.ts";
import { evaluationEvent, populationEvent, problemHashes, started } from "../testing.ts";
import { getEvaluation } from "./get.ts";
import { estimateOfMetric } from "./metric-registry.ts";

const MOST_PROBLEMS = 12;
const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
const some = { i: fc.constant(0), solved: fc.boolean(), confirmed: fc.constant(null) };
/** Rows of repairs, of programs and of bare answers; a list may mix them, as a client from outside can. */
const repair = fc.record({
  ...some,
  steps: fc.nat({ max: 20 }),
  op: share,
  da: share,
  clean: fc.option(fc.boolean()),
});
const program = fc.record({
  ...some,
  steps: fc.constant(1),
  op: fc.constant(null),
  da: fc.constant(null),
  clean: fc.constant(null),
  passed: fc.double({ min: 0, max: 1, noNaN: true }),
  passAt1: share,
  passAt8: share,
});
const answer = fc.record({
  ...some,
  steps: fc.nat({ max: 1 }),
  op: fc.constant(null),
  da: fc.constant(null),
  clean: fc.constant(null),
});
const listOf = (row: fc.Arbitrary<object>) => fc.array(row, { minLength: 1, maxLength: MOST_PROBLEMS });
const anyRows = fc.oneof(
  listOf(repair),
  listOf(program),
  listOf(answer),
  listOf(fc.oneof(repair, program, answer)),
) as fc.Arbitrary<EvaluationRow[]>;

/** A run that is evaluated again and again, each time with other rows and at a later step. */
function evaluatedOften() {
  const { world, attempt } = started();
  const hashes = problemHashes(MOST_PROBLEMS);
  attempt.send(populationEvent(hashes));
  let step = 0;
  return (rows: readonly EvaluationRow[]) => {
    step += 1;
    attempt.send({
      ...evaluationEvent(hashes, 0, { step, key: `step-${step}` }),
      rows: rows.map((row, i) => ({ ...row, i })),
    } as TrainerEvent);
    const all = selectEvaluationTotals(world.ctx.db, { runIds: [attempt.runId], finalOnly: false });
    const [latest] = selectLatestEvaluations(world.ctx.db, [attempt.runId]);
    return { world, totals: all[all.length - 1], latest };
  };
}

const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));

describe("a metric of evaluations has one value", () => {
  test("in SQL as in TypeScript, for rows of any kind", () => {
    const evaluated = evaluatedOften();
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { totals, latest } = evaluated(rows);
        for (const name of EVALUATION_METRIC_NAMES) {
          const values = valuesOver(name, rows).map(({ value }) => value);
          const sum = values.reduce((all, one) => all + one, 0);
          const n = values.length;
          const expected = { value: close(n === 0 ? null : sum / n), n, sum: close(sum) };
          expect(totals.metrics[name], name).toEqual(expected);
          expect(latest.metrics[name], name).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("on the page of the evaluation, in a report and in the run table", async () => {
    const base = { i: 0, op: null, da: null, clean: null, confirmed: null };
    const sets: EvaluationRow[][] = [
      // Solved and steps are all that is known: RR@5 is defined, and a bare answer has no steps.
      [true, true, true, false].map((solved) => ({ ...base, solved, steps: 4 })),
      [true, true, true, false].map((solved) => ({ ...base, solved, steps: 1 })),
      [true, true, true, false].map((solved) => ({ ...base, solved, steps: 1, passed: Number(solved) })),
    ];
    const shown = { "eval/rr_at_5": [0.75, 0.75, null], "eval/answers": [null, 0.75, null] };
    for (const [k, rows] of sets.entries()) {
      const { world, totals } = evaluatedOften()(rows);
      const { id } = totals.evaluation;
      for (const [name, expected] of Object.entries(shown)) {
        if (!isShareOfProblems(name)) throw new Error(name);
        const ofReport = estimateOfMetric(name, selectProblemRows(world.ctx.db, id, columnsOf(name)));
        expect(ofReport.value, `${name} in a report`).toBe(expected[k]);
        const columns = [`metric:${name}:last`];
        const { entries } = await runTable(world.ctx, RunTableInput.parse({ columns }));
        const [cell] = (entries[0] as RunEntry).cells;
        expect((cell as MetricCell | null)?.value ?? null, `${name} in the table`).toBe(expected[k]);
      }
      const cards = getEvaluation(world.ctx, id).metrics.map((card) => card.id);
      expect(cards[0]).toBe(["eval/rr_at_5", "eval/answers", "eval/solved"][k]);
    }
  });
});
