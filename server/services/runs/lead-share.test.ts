import { expect, test } from "vitest";
import { columnId, DEFAULT_AXIS } from "../../contracts/run-table-columns.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { comparisonWorld } from "../compare/testing.ts";
import { runCells } from "../run-table/cells.ts";
import { getRun } from "./get.ts";
import { launchRuns } from "./launch.ts";
import { listRuns } from "./list.ts";
import { freshKey, makeWorld, problemHashes } from "../testing.ts";
import { getEvaluation } from "../evaluations/get.ts";
import { listEvaluations } from "../evaluations/list.ts";

const N = 240;
const hashes = problemHashes(N, "programs");

/** A run of programs of so many families, of which every other one is right, beside a run of repairs. */
function world(families: number) {
  const { ctx, idOf } = comparisonWorld({
    baseline: {
      hashes,
      solvedAt: (i) => ((i % families) % 2 === 0 ? 1 : null),
      passed: (i) => ((i % families) % 2 === 0 ? 1 : 0.2),
    },
    no_kl: { hashes: problemHashes(100, "repairs"), solvedAt: (i) => (i < 60 ? 3 : null) },
  });
  const name = ctx.db.$client.prepare("update problems set type = ? where hash = ?");
  hashes.forEach((hash, i) => name.run(`family ${i % families}`, hash));
  const [programs, repairs] = [idOf("baseline"), idOf("no_kl")];
  const list = { runId: null, finalOnly: false, search: "", limit: 10, offset: 0 };
  const leadIn = (runId: string) => listEvaluations(ctx, list).rows.find(({ run }) => run.id === runId)?.lead;
  return { ctx, programs, repairs, leadIn };
}

const cellsOf = ({ ctx }: ReturnType<typeof world>, runId: string) => {
  const attempt = getRun(ctx, runId).attempts[0].id;
  const column = (metric: string) =>
    ({ kind: "metric", metric, axis: DEFAULT_AXIS, reducer: "last" }) as const;
  expect(columnId(column("eval/solved"))).toBe("metric:eval/solved:last");
  return runCells(
    ctx,
    [{ runId, attemptId: attempt, attempt: 1 }],
    [column("eval/rr_at_5"), column("eval/solved")],
  )[0];
};

test("programs are told by what is solved, with the interval by families of their own page, in every list", () => {
  const made = world(20);
  const { ctx, programs, leadIn } = made;
  const found = leadIn(programs);
  expect(found).toMatchObject({ metric: "eval/solved", hits: 120, n: N, families: 20 });
  const run = getRun(ctx, programs);
  const page = getEvaluation(ctx, run.evaluations[0].id).metrics.find(({ id }) => id === "eval/solved");
  expect([page?.low, page?.high]).toEqual([found?.low, found?.high]);
  expect(Number(found?.high) - Number(found?.low)).toBeGreaterThan(0.35);
  expect(run.evaluations[0]).toMatchObject({ lead: found, rr: null, steps: null, passed: 0.6 });
  const row = listRuns(ctx, { experimentId: null, state: "all", search: "", limit: 9, offset: 0 }).rows.find(
    ({ id }) => id === programs,
  );
  expect(row?.lead).toMatchObject(found ?? {});
  const [atFive, solved] = cellsOf(made, programs);
  expect(atFive).toBeNull();
  expect(solved).toMatchObject({ value: 0.5, share: { low: found?.low, high: found?.high, families: 20 } });
});

test("programs of fewer than ten families have no interval, those of one family that of problems, repairs RR@5", () => {
  const few = world(4);
  expect(few.leadIn(few.programs)).toMatchObject({ hits: 120, low: null, high: null, families: 4 });
  const one = world(1);
  const { low, high, ...rest } = one.leadIn(one.programs) ?? {};
  expect(rest).toEqual({ metric: "eval/solved", title: "Solved", hits: N, n: N, families: null });
  expect(Number(high) - Number(low)).toBeLessThan(0.02);
  expect(one.leadIn(one.repairs)).toMatchObject({ metric: "eval/rr_at_5", hits: 60, n: 100, families: null });
  const [atFive, solved] = cellsOf(one, one.repairs);
  expect([atFive, solved]).toMatchObject([{ value: 0.6 }, null]);
});

test("a comparison of programs has nothing by steps, and one of repairs has", () => {
  const { ctx, programs, repairs } = world(20);
  const of = (id: string) => compareEvaluations(ctx, { ids: [id], k: 5, common: false });
  expect(of(programs)).toMatchObject({ programs: true, curves: [], steps: [] });
  expect(of(programs).intervals).toBe("Solved, Cases passed by whole families; 95 % over problems");
  expect(of(repairs)).toMatchObject({ programs: false, curves: [{ length: 20 }] });
});

test("what programs leave is offered to what reads programs, and nothing that reads episodes of repairs", () => {
  const made = makeWorld();
  const offersOf = (recipe: string, preset: string) => {
    const { runs } = launchRuns(made.ctx, {
      launchKey: freshKey(),
      recipe,
      matrix: { presets: [preset], edits: {}, factors: [], seeds: [0] },
      experiment: { title: recipe },
    });
    return getRun(made.ctx, runs[0].id).lineage.offers.map((offer) => offer.slot);
  };
  expect(offersOf("grpo", "baseline")).toContain("episodes");
  const ofPrograms = offersOf("code-grpo", "fizzbuzz");
  expect(ofPrograms).toContain("program_policy");
  for (const alien of ["episodes", "demos"]) expect(ofPrograms).not.toContain(alien);
});
