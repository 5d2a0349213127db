import { expect, test } from "vitest";
import type { PrmReport } from "../../../workers/protocol/label-events.ts";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";
import { inputLints } from "./input-lints.ts";

const REPORT: PrmReport = {
  episodes: 60,
  n: 734,
  mse: 0.055,
  baselineMse: 0.074,
  mae: 0.14,
  ece: 0.04,
  auroc: 0.677,
  spearman: 0.32,
  bins: [],
};

function said(report: PrmReport | null, kind: "prm" | "checkpoint" = "prm") {
  const world = makeWorld();
  launch(world, {}, { title: "PRM" });
  const trainer = startNext(world, joinWorker(world));
  if (report) trainer.send({ t: "prm_report", at: 70, report });
  const slot = { slot: "prm", kind, fromRunId: trainer.runId, fromName: "default-s0" };
  return inputLints(
    world.ctx,
    [{ ...slot, evaluationId: null, identity: "x", network: null }],
    ["baseline", "twin"],
  );
}

test("a model that ranks poorly is said before it rewards anyone, at its slot and for every variant", () => {
  expect(said(REPORT)).toEqual([
    {
      id: "L18",
      level: "caution",
      field: "prm",
      claim: "This model ranks poorly (c 0.677).",
      detail:
        "Of two of the 734 held-out steps of default-s0 with different labels it scores the better one higher in 67.7\u202f%; 50 % is chance. A reward by such a score pays for much that is not progress.",
      variants: ["baseline", "twin"],
    },
  ]);
});

test("nothing is said of one that ranks well, that has no order, that has no report, and of other inputs", () => {
  expect(said({ ...REPORT, auroc: 0.8 })).toEqual([]);
  expect(said({ ...REPORT, auroc: null })).toEqual([]);
  expect(said(null)).toEqual([]);
  expect(said(REPORT, "checkpoint")).toEqual([]);
});
