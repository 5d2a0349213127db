import { expect, test } from "vitest";
import { getRun } from "../runs/get.ts";
import { labelDistribution } from "./distribution.ts";
import { listLabelSets } from "./overview.ts";
import { labelsEvent, labelWorld, step } from "./testing.ts";

const LABEL = { i: 0, step: 1, label: 0.2, reason: "diagnostic_action" };
const counted = (rules: "reports" | "progress", rootsAtZero: number, innocentsAtOne: number) => ({
  rules,
  roots: 8,
  rootsAtZero,
  innocents: 5,
  innocentsAtOne,
});
const report = (rules: "reports" | "progress") => ({
  t: "label_report" as const,
  at: 60,
  report: { rules, agreement: [counted("reports", 4, 1), counted("progress", 0, 2)] },
});

test("a set says its rules, and how each set of rules agrees with the injected roots", () => {
  const world = labelWorld([[step("GET_IIS")]]);
  const attempt = world.labeller();
  attempt.send(labelsEvent([LABEL]), report("progress"));
  attempt.finish();
  const { ctx } = world.world;
  const [set] = listLabelSets(ctx);
  expect(set.rules).toBe("progress");
  expect(labelDistribution(ctx, [set.id]).agreement).toEqual([
    { rules: "reports", isOwn: false, roots: 8, rootsAtZero: 0.5, innocents: 5, innocentsAtOne: 0.2 },
    { rules: "progress", isOwn: true, roots: 8, rootsAtZero: 0, innocents: 5, innocentsAtOne: 0.4 },
  ]);
});

test("two sets of one evaluation count its steps once, and say that they follow different rules", () => {
  const world = labelWorld([[step("GET_IIS")]]);
  for (const rules of ["reports", "progress"] as const)
    world.labeller().send(labelsEvent([LABEL]), report(rules));
  const { ctx } = world.world;
  const both = labelDistribution(
    ctx,
    listLabelSets(ctx).map((set) => set.id),
  );
  expect(both.agreement.map(({ roots, isOwn }) => [roots, isOwn])).toEqual([
    [8, true],
    [8, true],
  ]);
  expect(both.cautions).toContainEqual(expect.stringContaining("different rules"));
  expect(both.labels.every((one) => one.expected === null)).toBe(true);
});

test("where no root is known there is no agreement, and a set of before there was a choice is the reports'", () => {
  const world = labelWorld([[step("GET_IIS")]]);
  const attempt = world.labeller();
  attempt.send(labelsEvent([LABEL]));
  const { ctx } = world.world;
  const [set] = listLabelSets(ctx);
  expect(set.rules).toBe("reports");
  expect(labelDistribution(ctx, [set.id]).agreement).toEqual([]);
});

test("a report without a label before it is refused in words on the run page", () => {
  const world = labelWorld([[step("GET_IIS")]]);
  const attempt = world.labeller();
  attempt.send(report("reports"));
  expect(getRun(world.world.ctx, attempt.runId).notes[0].message).toMatch(/has sent no label yet/);
});
