import { expect, test } from "vitest";
import { columnId } from "../../contracts/run-table-columns.ts";
import { metricInfo } from "../../contracts/metrics.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { getEvaluation } from "../evaluations/get.ts";
import { listEvaluations } from "../evaluations/list.ts";
import { ablationTable } from "../experiments/table.ts";
import { runCells } from "../run-table/cells.ts";
import { getRun } from "../runs/get.ts";
import { externalWorld, tableOfValues } from "./testing.ts";

const row = (problem: string, solved: boolean, steps: number | null = null) => ({
  problem,
  solved,
  score: null,
  steps,
});

/** A finished run whose client said of four problems which were solved. */
function answered(steps: number | null = null) {
  const external = externalWorld();
  const { runId } = external.open({ config: { seed: 1 } });
  external.verbs.log(runId, {
    writer: "w1",
    stream: "history",
    offset: 0,
    table: tableOfValues("loss", [2, 1]),
  });
  void external.verbs.keepEvaluation(runId, {
    key: "gsm8k",
    benchmark: "gsm8k",
    step: 1,
    final: true,
    rows: [row("a", true, steps), row("b", true, steps), row("c", false, steps), row("d", true, steps)],
  });
  external.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  return { ...external, runId, run: getRun(external.world.ctx, runId) };
}

const columnsOf = (metrics: string[]) =>
  metrics.map((metric) => ({ kind: "metric" as const, metric, axis: "step", reducer: "last" as const }));

test("answers of which nothing else is known are called solved in every list, with one share and one interval", () => {
  const { world, run, runId } = answered();
  const { ctx } = world;
  const [{ id, lead, answers }] = run.evaluations;
  expect({ lead, answers }).toMatchObject({
    lead: { metric: "eval/answers", hits: 3, n: 4, families: null },
    answers: true,
  });
  expect(metricInfo(lead.metric).title).toBe("Solved");
  const listed = listEvaluations(ctx, { runId: null, finalOnly: false, search: "", limit: 10, offset: 0 });
  expect(listed.rows[0].lead).toEqual(lead);
  expect(getEvaluation(ctx, id)).toMatchObject({
    answers: true,
    metrics: [{ id: "eval/answers", title: "Solved", value: 0.75, low: lead.low, high: lead.high }],
  });
  const { columns, rows } = ablationTable(ctx, run.row.experimentId);
  expect(columns[0]).toMatchObject({ metric: "eval/answers", title: "Solved" });
  expect(rows[0].metrics["eval/answers"].value).toBe(0.75);
  const attemptId = run.attempts[0].id;
  const [cells] = runCells(ctx, [{ runId, attemptId, attempt: 1 }], columnsOf(["eval/answers"]));
  expect(cells).toMatchObject([{ value: 0.75, share: { hits: 3, n: 4, low: lead.low } }]);
  expect(columnId(columnsOf(["eval/answers"])[0])).toContain("eval/answers");
});

test("a comparison of answers has that share and nothing by steps", () => {
  const { world, run } = answered();
  const [{ id }] = run.evaluations;
  const comparison = compareEvaluations(world.ctx, { ids: [id], k: 5, common: false });
  expect(comparison).toMatchObject({ programs: false, atOnce: true, curves: [], steps: [] });
  expect(comparison.rows.map(({ title }) => title)).toEqual(["Solved"]);
});

test("answers whose client said how many steps they took are read by steps", () => {
  const { run, world } = answered(7);
  const [{ id, lead, answers }] = run.evaluations;
  expect([lead.metric, lead.hits, answers]).toEqual(["eval/rr_at_5", 0, false]);
  expect(getEvaluation(world.ctx, id).answers).toBe(false);
});
