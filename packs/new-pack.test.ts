import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ARITHMETIC_COLUMNS } from "./testing/arithmetic/columns.ts";
import { ARITHMETIC } from "./testing/arithmetic/facts.ts";
import { ARITHMETIC_FAILURES } from "./testing/arithmetic/failures.ts";
import { judged, SUMS, verify } from "./testing/arithmetic/verify.ts";
import type * as Facts from "./facts.ts";
import type * as Failures from "./failures.ts";

/** What CONTRIBUTING says of a new pack: its folder, and a line in each list. Everything that reads them is loaded anew. */
function register(): void {
  vi.doMock("./facts.ts", async (original) => {
    const { PACKS } = await original<typeof Facts>();
    return { PACKS: [...PACKS, ARITHMETIC] };
  });
  vi.doMock("./columns.ts", () => ({ PACK_COLUMNS: ARITHMETIC_COLUMNS }));
  vi.doMock("./failures.ts", async (original) => {
    const { FAILURE_TYPES } = await original<typeof Failures>();
    return { FAILURE_TYPES: [...FAILURE_TYPES, ...ARITHMETIC_FAILURES] };
  });
  vi.resetModules();
}

function takeAway(): void {
  vi.doUnmock("./facts.ts");
  vi.doUnmock("./columns.ts");
  vi.doUnmock("./failures.ts");
  vi.resetModules();
}
afterEach(takeAway);

const load = async () => ({
  ...(await import("../server/services/external/testing.ts")),
  ...(await import("../server/services/experiments/table.ts")),
  ...(await import("../server/services/evaluations/get.ts")),
  ...(await import("../server/services/evaluations/list.ts")),
  ...(await import("../server/services/compare/overview.ts")),
  ...(await import("../server/services/run-table/table.ts")),
  ...(await import("../server/services/run-table/columns.ts")),
  ...(await import("../server/contracts/run-table.ts")),
  ...(await import("../server/services/runs/get.ts")),
  ...(await import("#components/run-table/column-words.ts")),
});
type Loaded = Awaited<ReturnType<typeof load>>;

/** Two runs that answered the three sums: one is right, one is off by one once. */
function answered({ externalWorld, tableOfValues }: Loaded) {
  const { world, verbs, open } = externalWorld();
  const runIds = [
    [19, 75, 103],
    [19, 76, 90],
  ].map((answers, seed) => {
    const { runId } = open({ key: `r${seed}`, config: { seed } });
    verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("loss", [2, 1]) });
    void verbs.keepEvaluation(runId, {
      key: "sums",
      benchmark: "sums",
      step: 1,
      final: true,
      rows: SUMS.map((problem, i) => verify(problem, answers[i])),
    });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    return runId;
  });
  return { ctx: world.ctx, runIds };
}

const tableInput = ({ RunTableInput }: Loaded) =>
  RunTableInput.parse({
    columns: ["pack:off", "metric:eval/exact:last"],
    sort: [{ column: "pack:off", direction: "desc" }],
  });

test("a pack brings a metric and a column: an evaluation by problem has them in every table, and without the pack it is still read", async () => {
  register();
  const bench = await load();
  const { ctx, runIds } = answered(bench);

  const listing = { runId: null, finalOnly: false, search: "", limit: 10, offset: 0 };
  const listed = bench.listEvaluations(ctx, listing).rows;
  expect(listed.map(({ lead }) => `${lead.metric} ${lead.hits} of ${lead.n}`).toSorted()).toEqual([
    "eval/exact 1 of 3",
    "eval/exact 3 of 3",
  ]);
  const cards = bench.getEvaluation(ctx, listed[0].id).metrics;
  expect(cards).toMatchObject([{ id: "eval/exact", title: "Exact", n: 3, of: "sums" }]);

  const experimentId = bench.getRun(ctx, runIds[0]).row.experimentId;
  const { columns, rows } = bench.ablationTable(ctx, experimentId);
  expect(columns.map(({ metric }) => metric)).toContain("eval/exact");
  expect(rows[0].metrics["eval/exact"].value).toBeCloseTo(2 / 3, 12);

  const ids = listed.map(({ id }) => id);
  const compared = bench.compareEvaluations(ctx, { ids, k: 5, common: false });
  expect(compared.rows.map(({ title }) => title)).toEqual(["Exact"]);

  const { entries } = await bench.runTable(ctx, tableInput(bench));
  expect(entries).toMatchObject([
    { key: runIds[1], cells: [{ value: 13 }, { share: { hits: 1, n: 3 } }] },
    { key: runIds[0], cells: [{ value: 0 }, { share: { hits: 3, n: 3 } }] },
  ]);
  const offered = await bench.runColumns(ctx, bench.RunColumnsInput.parse({ find: "farthest" }));
  expect(offered.columns).toMatchObject([{ id: "pack:off", runs: 2 }]);
  expect(bench.columnWords("pack:off").title).toBe("Farthest off");

  takeAway();
  const without = await load();
  const plain = without.getEvaluation(ctx, ids[0]);
  expect(plain).toMatchObject({ answers: true, metrics: [{ id: "eval/answers", n: 3 }] });
  const after = await without.runTable(ctx, tableInput(without));
  expect(after.entries).toMatchObject([{ cells: [null, null] }, { cells: [null, null] }]);
  expect(without.columnWords("pack:off").title).toBe("off");
});

test("a pack brings a failure type: episodes are told by it, a report of it is stored and its page says what it means", async () => {
  register();
  const { failureKind, countKinds } = await import("../workers/protocol/failures.ts");
  const kinds = [19, 76, 90].map((answer, i) => failureKind(judged(SUMS[i], answer), 0));
  expect(kinds).toEqual([null, "off_by_one", "other"]);

  const { labelWorld, step } = await import("../server/services/labels/testing.ts");
  const { getRun } = await import("../server/services/runs/get.ts");
  const { FailureKinds } = await import("#components/failures/failure-tables.tsx");
  const { world, labeller } = labelWorld([[step("DROP")]]);
  const looking = labeller();
  const report = {
    n: 3,
    slowOver: 0,
    maxSteps: 5,
    counts: "diagnose" as const,
    part: "train" as const,
    kinds: countKinds(kinds),
    byType: [],
    byLevel: [],
    conflict: null,
    meanSteps: 1,
    subset: null,
    cases: [],
  };
  const { TrainerEvent } = await import("../workers/protocol/events.ts");
  looking.send(TrainerEvent.parse({ t: "failures", at: 5, report }));
  const stored = getRun(world.ctx, looking.runId).failures!.report;
  expect(stored.kinds).toContainEqual({ kind: "off_by_one", count: 1 });
  const drawn = () => renderToStaticMarkup(createElement(FailureKinds, { report: stored, foot: "" }));
  expect(drawn()).toContain(ARITHMETIC_FAILURES[0].meaning);

  takeAway();
  const without = await import("#components/failures/failure-tables.tsx");
  const { FailureReport } = await import("../workers/protocol/failures.ts");
  expect(FailureReport.safeParse(report).success).toBe(false);
  const redrawn = renderToStaticMarkup(createElement(without.FailureKinds, { report: stored, foot: "" }));
  expect(redrawn).toContain("off_by_one");
  expect(redrawn).not.toContain(ARITHMETIC_FAILURES[0].meaning);
});
