import { expect, test } from "vitest";
import type { FailureReport } from "../../../workers/protocol/failures.ts";
import { sha256 } from "../hashing.ts";
import { labelWorld, step } from "../labels/testing.ts";
import { deleteRun } from "../runs/delete.ts";
import { getRun } from "../runs/get.ts";
import { launch, startNext } from "../testing.ts";
import { listFailures } from "./list.ts";

const REPORT: FailureReport = {
  n: 2,
  slowOver: 5,
  maxSteps: 20,
  counts: "drop+relax",
  part: "train",
  kinds: [{ kind: "timeout", count: 1 }],
  byType: [{ name: "A", n: 2, failed: 1, slow: 0, weight: null }],
  byLevel: [],
  conflict: null,
  meanSteps: 20,
  subset: { how: "failed", n: 1 },
  cases: [
    {
      hash: sha256("x"),
      key: "p1",
      type: "A",
      level: "easy",
      kind: "timeout",
      steps: 20,
    },
  ],
};

test("a run that looked at failures shows its report with whose episodes they were and how its problems are chosen", () => {
  const { world, policy, evaluationId, labeller } = labelWorld([[step("DROP")], [step("DROP")]]);
  const looking = labeller();
  expect(getRun(world.ctx, looking.runId).failures).toBeNull();
  looking.send({ t: "failures", at: 5, report: REPORT });
  const { failures } = getRun(world.ctx, looking.runId);
  expect(failures).toMatchObject({ evaluationId, source: { id: policy.runId }, report: REPORT });
  expect(Object.keys(failures?.problems ?? {})).toContain("problem_seed");
  expect(Object.keys(failures?.problems ?? {})).not.toContain("iterations");
});

test("a report that no given episodes stand behind is said on the run page and not stored", () => {
  const { world, worker } = labelWorld([[step("DROP")]]);
  const [{ id }] = launch(world).runs;
  startNext(world, worker).send({ t: "failures", at: 5, report: REPORT });
  const { failures, notes } = getRun(world.ctx, id);
  expect(failures).toBeNull();
  expect(notes[0].message).toMatch(/slot "episodes" of run .* names no stored evaluation/);
});

test("a report goes with the run whose episodes it is of", () => {
  const { world, policy, labeller } = labelWorld([[step("DROP")]]);
  const looking = labeller();
  looking.send({ t: "failures", at: 5, report: REPORT });
  looking.finish();
  deleteRun(world.ctx, policy.runId);
  expect(getRun(world.ctx, looking.runId).failures).toBeNull();
});

test("runs that looked at failures are listed newest first, with the type that is weakest; one goes with its run", () => {
  const { world, policy, evaluationId, labeller } = labelWorld([[step("DROP")], [step("DROP")]]);
  expect(listFailures(world.ctx)).toEqual({ rows: [], total: 0 });
  const [first, second] = [labeller(), labeller()];
  first.send({ t: "failures", at: 5, report: { ...REPORT, byType: [] } });
  second.send({ t: "failures", at: 6, report: REPORT });
  const { rows, total } = listFailures(world.ctx);
  expect([total, rows.map(({ run }) => run.id)]).toEqual([2, [second.runId, first.runId]]);
  expect(rows[0]).toMatchObject({
    source: { id: policy.runId },
    evaluationId,
    weakest: { name: "A", failed: 1 },
    subset: { how: "failed", n: 1 },
  });
  expect(rows[1].weakest).toBeNull();
  first.finish();
  deleteRun(world.ctx, first.runId);
  expect(listFailures(world.ctx).rows.map(({ run }) => run.id)).toEqual([second.runId]);
});
