import { doAtOnce } from "../../series/sliced.ts";
import { expect, test } from "vitest";
import type { LabelsAnswer } from "../../../contracts/reports/report-answer.ts";
import { labelDistribution } from "../../labels/distribution.ts";
import { listLabelSets } from "../../labels/overview.ts";
import { labelsEvent, labelWorld, step } from "../../labels/testing.ts";
import { startReading } from "../answers/reading.ts";
import { resolveQuery } from "../answers/resolve.ts";

/** Ten episodes of two steps, the first of each labelled 0.2 and the second 1. */
function labelled() {
  const found = labelWorld(Array.from({ length: 10 }, () => [step("GET_IIS"), step("DROP")]));
  const label = (from: number, to: number) => {
    const attempt = found.labeller();
    const rows = Array.from({ length: to - from }, (_, k) => [
      { i: from + k, step: 1, label: 0.2, reason: "diagnostic_action" },
      { i: from + k, step: 2, label: 1, reason: "iis_reduced_by_1" },
    ]);
    attempt.send(labelsEvent(rows.flat()));
    return attempt;
  };
  const { ctx } = found.world;
  const ask = (labels: string) =>
    doAtOnce(resolveQuery(startReading(ctx), { kind: "prm-distribution", labels }));
  return { ctx, label, ask };
}

test("the shares of a label set are those of the page that shows it, with its runs and its evaluation", () => {
  const { ctx, label, ask } = labelled();
  label(0, 10).finish();
  const [set] = listLabelSets(ctx);
  const answer = ask(set.id).answer as LabelsAnswer;
  const page = labelDistribution(ctx, [set.id]);
  expect(answer).toMatchObject({ kind: "labels", n: 20, episodes: 10, evaluations: [set.evaluation.id] });
  expect(answer.runs.map(({ id }) => id)).toEqual([set.run.id, set.labelled.id]);
  expect(answer.bars.filter(({ n }) => n > 0).map(({ n, share }) => [n, share])).toEqual([
    [10, 0.5],
    [10, 0.5],
  ]);
  expect(answer.bars.map(({ low, high }) => [low, high])).toEqual(
    page.labels.map(({ share }) => [share.low, share.high]),
  );
});

test("its digest changes with a label of the set, and with no label of another one", () => {
  const { ctx, label, ask } = labelled();
  const first = label(0, 5);
  const [set] = listLabelSets(ctx);
  const before = ask(set.id).digest;
  label(0, 10).finish();
  expect(ask(set.id).digest).toBe(before);
  first.send(labelsEvent([{ i: 7, step: 1, label: 0.2, reason: "diagnostic_action" }]));
  expect(ask(set.id).digest).not.toBe(before);
});

test("a label set that is not stored is said to be gone", () => {
  const { ask } = labelled();
  expect(ask("lbl_0000000000000000").answer).toMatchObject({ kind: "error", gone: true });
});
