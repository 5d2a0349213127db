import { describe, expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import type { PrmReport } from "../../../workers/protocol/label-events.ts";
import { launch, startNext } from "../testing.ts";
import { judgePrm } from "./judge-prm.ts";
import { prmOverview } from "./overview.ts";
import { reasonKind } from "./distribution.ts";
import { labelsEvent, labelWorld, step } from "./testing.ts";

const REPORT: PrmReport = {
  episodes: 60,
  n: 622,
  mse: 0.041,
  baselineMse: 0.118,
  mae: 0.14,
  ece: 0.04,
  auroc: 0.87,
  spearman: 0.7,
  bins: [],
};

describe("the verdict on a model", () => {
  const difference = { mean: 0.08, low: 0.05, high: 0.11, episodes: 60, method: "paired by episode" };

  test("of an old report is a lower error, untested", () => {
    expect(judgePrm(REPORT)).toEqual({
      better: "untested",
      verdict:
        "Squared error 0.0410 against 0.118 of always saying the mean label, on 622 held-out steps of 60 episodes. The report carries no error by episode, so this is not tested.",
    });
  });
  test.each([
    [{ low: 0.05, high: 0.11 }, "yes", /by episode 0\.080 less \[0\.050, 0\.110\], 60 episodes\.$/],
    [{ low: -0.01, high: 0.17 }, "unknown", /the interval holds 0/],
    [{ mean: -0.08, low: -0.11, high: -0.05 }, "no", /^It is worse .* Do not put it into a reward\.$/],
    [{ low: null, high: null, method: "mean only: why" }, "unknown", /No interval .* mean only: why/],
  ] as const)("is by the interval of the paired difference: %j is %s", (more, better, words) => {
    const found = judgePrm({ ...REPORT, difference: { ...difference, ...more } });
    expect(found.better).toBe(better);
    expect(found.verdict).toMatch(words);
  });
  test.each([
    [{ mse: 0.118 }, "untested", /error 0.118 against 0.118 .* not tested\. Do not put it into a reward\.$/],
    [{ auroc: 0.5, difference }, "unknown", /ranks no better than chance \(concordance 0\.500\)/],
    [{ auroc: 0.677, difference }, "yes", /60 episodes\. It ranks poorly \(c 0\.677\): of two steps/],
    [{ episodes: 9 }, "unknown", /fewer than 10 episodes carry no statement/],
    [{ baselineMse: 0 }, "unknown", /All 622 held-out labels are equal/],
    [{ n: 0 }, "unknown", /not measured on any held-out step/],
  ] as const)("%j: %s", (more, better, words) => {
    const found = judgePrm({ ...REPORT, ...more });
    expect(found.better).toBe(better);
    expect(found.verdict).toMatch(words);
  });
});

test("a model is listed with the label set it learned from, and the last report of an attempt counts", () => {
  const world = labelWorld([[step("GET_IIS")]]);
  const labeller = world.labeller();
  labeller.send(labelsEvent([{ i: 0, step: 1, label: 0.2, reason: "diagnostic_action" }]));
  labeller.finish();
  launch(world.world, {}, { title: "PRM" });
  const trainer = startNext(world.world, world.worker);
  insertRunInputs(world.world.ctx.db, [
    {
      runId: trainer.runId,
      slot: "labels",
      kind: "labels",
      fromRunId: labeller.runId,
      fromName: "rules-s0",
      evaluationId: null,
    },
    {
      runId: trainer.runId,
      slot: "start",
      kind: "checkpoint",
      fromRunId: world.policy.runId,
      fromName: "baseline-s0",
      evaluationId: null,
    },
  ]);
  trainer.send({ t: "prm_report", at: 70, report: { ...REPORT, mse: 0.2 } });
  trainer.send({ t: "prm_report", at: 71, report: REPORT });
  const { models, sets } = prmOverview(world.world.ctx);
  expect(models).toHaveLength(1);
  expect(models[0]).toMatchObject({
    at: 71,
    better: "untested",
    run: { id: trainer.runId },
    trainedOn: { id: sets[0].id, n: 1 },
    labelsFrom: "rules-s0",
  });
});

test("a bench without labels has an empty overview", () => {
  expect(prmOverview(labelWorld([]).world.ctx)).toMatchObject({ sets: [], models: [] });
});

test("kinds of reasons are reasons without their numbers", () => {
  expect(
    ["iis_reduced_by_3", "correct_diagnosis_1/2", "solved", "iis smaller by 12", "p2p"].map(reasonKind),
  ).toEqual(["iis_reduced_by", "correct_diagnosis", "solved", "iis smaller by", "p2p"]);
});
