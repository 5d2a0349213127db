import { expect, test, vi } from "vitest";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import type * as Registry from "../../../workers/protocol/metrics/evaluation-metrics.ts";

/** Adds what CONTRIBUTING says of a new metric: one entry. It is taken away with the process of this file. */
vi.mock("../../../workers/protocol/metrics/evaluation-metrics.ts", async (original) => {
  const registry = await original<typeof Registry>();
  const entry = {
    title: "Clean, solved",
    unit: "share",
    better: "higher",
    section: "evaluation",
    definition: "share of the solved problems that are clean",
    over: { value: "clean", among: "solved", interval: "wilson", of: "repairs", counts: "solved problems" },
  };
  Object.assign(registry.EVALUATION_METRICS, { "eval/clean_of_solved": entry });
  (registry.EVALUATION_METRIC_NAMES as string[]).push("eval/clean_of_solved");
  return registry;
});

test("a new metric of evaluations is one entry: pages, tables, charts, reports and comparisons have it", async () => {
  const NAME = "eval/clean_of_solved";
  const { evaluationEvent, populationEvent, problemHashes, started } = await import("../testing.ts");
  const { world, attempt } = started();
  const hashes = problemHashes(10);
  const event = evaluationEvent(hashes, 8) as Extract<TrainerEvent, { t: "evaluation" }>;
  attempt.send(populationEvent(hashes), {
    ...event,
    rows: event.rows.map((row) => ({ ...row, clean: row.i < 6 })),
  });

  const { listEvaluations } = await import("./list.ts");
  const listed = () =>
    listEvaluations(world.ctx, {
      runId: attempt.runId,
      finalOnly: false,
      search: "",
      limit: 10,
      offset: 0,
    });
  const [{ id }] = listed().rows;
  const { getEvaluation } = await import("./get.ts");
  const card = getEvaluation(world.ctx, id).metrics.find((one) => one.id === NAME);
  expect(card).toMatchObject({ value: 0.75, n: 8, hits: 6, of: "solved problems", title: "Clean, solved" });

  const { runTable } = await import("../run-table/table.ts");
  const { RunTableInput } = await import("../../contracts/run-table.ts");
  const { entries } = await runTable(
    world.ctx,
    RunTableInput.parse({
      columns: [`metric:${NAME}:last`],
      sort: [{ column: `metric:${NAME}:last`, direction: "desc" }],
    }),
  );
  expect(entries).toMatchObject([{ cells: [{ value: 0.75, share: { hits: 6, n: 8 } }] }]);

  const { hasInterval } = await import("#components/search-params/arranged-columns.ts");
  expect(hasInterval({ kind: "metric", metric: NAME, axis: "step", reducer: "last" })).toBe(true);

  const { RUN_SECTIONS } = await import("../../contracts/charts/panels.ts");
  expect(RUN_SECTIONS.find((section) => section.id === "evaluation")?.metrics).toContain(NAME);

  const { readEvaluation } = await import("../reports/answers/read-metric.ts");
  const { startReading } = await import("../reports/answers/reading.ts");
  const { estimate } = readEvaluation(startReading(world.ctx), id, NAME);
  expect(estimate).toMatchObject({ value: 0.75, n: 8 });

  const { compareEvaluations } = await import("../compare/overview.ts");
  attempt.send({ ...event, key: "sampled", step: 41 });
  const { rows } = listed();
  const compared = compareEvaluations(world.ctx, { ids: rows.map((row) => row.id), k: 5, common: false });
  const row = compared.rows.find(({ title }) => title === "Clean, solved");
  expect(row?.values).toMatchObject([
    { hits: 8, n: 8 },
    { hits: 6, n: 8 },
  ]);
  expect(row?.differences[1]).toMatchObject({ value: -0.25, n: 8 });
});
