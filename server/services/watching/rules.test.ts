import { expect, test } from "vitest";
import type { AlertRuleInput } from "../../contracts/alerts/rule.ts";
import { reapSilentAttempts } from "../attempts/finish.ts";
import { listAlerts } from "../alerts/list.ts";
import { changeAlertRule, createAlertRule, listAlertRules, removeAlertRule } from "../alerts/rules.ts";
import { keep } from "../annotations/annotate.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { codeOf, joinWorker, launch, makeWorld, pointsEvents, startNext, started } from "../testing.ts";
import { said, watching } from "./testing.ts";

const MINUTE = 60_000;

const rule = (more: Partial<AlertRuleInput> = {}): AlertRuleInput => ({
  name: "",
  metric: "reward/raw",
  condition: "below",
  value: 0.5,
  span: 10,
  unit: "steps",
  scope: "project",
  of: null,
  level: "warning",
  ...more,
});

test("a rule fires when its condition has held for so many steps, with the points that met it, once for each attempt", () => {
  const { world, attempt } = started();
  const { look, restart } = watching(world);
  createAlertRule(world.ctx, rule({ name: "Reward is low" }));
  attempt.send(...pointsEvents({ "reward/raw": 0.1 }, 10));
  look();
  expect(said(world)).toEqual([]);
  attempt.send({ t: "points", step: 11, at: 30, values: { "reward/raw": 0.2 } });
  look();
  const [alert] = listAlerts(world.ctx, { only: "all", limit: 1 }).alerts;
  expect(alert.title).toMatch(/: Reward is low$/);
  expect(alert.why).toMatch(
    /^reward\/raw was below 0\.500? from 1 to 11 \(11 points, .*\), last 0\.200?\. The rule: reward\/raw below 0\.5 for 10 steps;/,
  );
  attempt.send({ t: "points", step: 12, at: 31, values: { "reward/raw": 1 } });
  attempt.send({ t: "points", step: 40, at: 32, values: { "reward/raw": 0 } });
  attempt.send({ t: "points", step: 80, at: 33, values: { "reward/raw": 0 } });
  look();
  restart();
  look();
  expect(said(world)).toHaveLength(1);
});

test("a rule with another condition is another cause; a new name is none", () => {
  const { world, attempt } = started();
  const { look } = watching(world);
  const { id } = createAlertRule(world.ctx, rule({ span: 0 }));
  attempt.send(...pointsEvents({ "reward/raw": 0.1 }, 3));
  look();
  changeAlertRule(world.ctx, { id, rule: rule({ span: 0, name: "Low" }) });
  look();
  expect(said(world)).toHaveLength(1);
  changeAlertRule(world.ctx, { id, rule: rule({ span: 0, value: 0.4 }) });
  look();
  expect(said(world)).toHaveLength(2);
  expect(listAlertRules(world.ctx)[0]).toMatchObject({ fired: 2, when: "reward/raw below 0.4" });
  expect(removeAlertRule(world.ctx, id).wanted).toMatchObject({ metric: "reward/raw", value: 0.4 });
  expect(said(world)).toHaveLength(2);
});

test("a rule watches one run, the runs of an experiment, those with a tag, or all", () => {
  const world = makeWorld();
  const { runs, experimentId } = launch(world, { seeds: [0, 1] });
  launch(world, { seeds: [2] }, { title: "Another" });
  const worker = joinWorker(world, { slots: 3 });
  const attempts = [0, 1, 2].map(() => startNext(world, worker));
  keep(world.ctx, { changes: [{ id: runs[1].id, addTags: ["night"] }] });
  const low = { span: 0, value: 0.5 };
  createAlertRule(world.ctx, rule({ ...low, name: "one", scope: "run", of: runs[0].id }));
  createAlertRule(world.ctx, rule({ ...low, name: "experiment", scope: "experiment", of: experimentId }));
  createAlertRule(world.ctx, rule({ ...low, name: "tag", scope: "tag", of: "night" }));
  createAlertRule(world.ctx, rule({ ...low, name: "all" }));
  const { look } = watching(world);
  for (const attempt of attempts) attempt.send(...pointsEvents({ "reward/raw": 0.1 }, 2));
  look();
  const byName = Object.groupBy(
    listAlerts(world.ctx, { only: "all", limit: 100 }).alerts,
    ({ title }) => title.split(": ")[1],
  );
  expect(Object.fromEntries(Object.entries(byName).map(([name, of]) => [name, of?.length]))).toEqual({
    one: 1,
    experiment: 2,
    tag: 1,
    all: 3,
  });
});

test("a rule knows a metric by what another trainer calls it", () => {
  const { world, verbs, open } = externalWorld();
  const { look } = watching(world);
  createAlertRule(world.ctx, rule({ metric: "policy/kl", condition: "above", value: 1, span: 0 }));
  const { runId } = open();
  verbs.log(runId, {
    writer: "w1",
    stream: "history",
    offset: 0,
    table: tableOfValues("train/kl", [0.1, 3]),
  });
  look();
  expect(said(world)).toHaveLength(1);
});

test("no new value for so many minutes is told by the clock of the server, while the run is running", () => {
  const { world, attempt } = started();
  const { look } = watching(world);
  createAlertRule(world.ctx, rule({ condition: "silent", value: null, span: 10, unit: "minutes" }));
  attempt.send(...pointsEvents({ "reward/raw": 1 }, 2));
  look();
  look(9 * MINUTE);
  attempt.send({ t: "points", step: 3, at: 30, values: { "reward/raw": 1 } });
  look(5 * MINUTE);
  look(9 * MINUTE);
  expect(said(world)).toEqual([]);
  look(2 * MINUTE);
  expect(said(world)[0]).toMatch(/no new value of reward\/raw for 10.min$/);
});

test("silence is counted anew where nothing was heard of the attempt meanwhile", () => {
  const { world, attempt } = started();
  const { look } = watching(world);
  createAlertRule(world.ctx, rule({ condition: "silent", value: null, span: 10, unit: "minutes" }));
  attempt.send(...pointsEvents({ "reward/raw": 1 }, 2));
  look();
  look(9 * MINUTE);
  expect(reapSilentAttempts(world.ctx, 0)).toBe(1);
  look();
  attempt.send();
  look();
  look(9 * MINUTE);
  expect(said(world).filter((one) => one.startsWith("rule"))).toEqual([]);
  look(2 * MINUTE);
  expect(said(world).filter((one) => one.startsWith("rule"))).toHaveLength(1);
});

test("a rule that could never fire is refused with the field", () => {
  const { world } = started();
  const refused = (more: Partial<AlertRuleInput>) => () => createAlertRule(world.ctx, rule(more));
  expect(refused({ condition: "silent", unit: "steps" })).toThrow(/silence is counted in minutes/);
  expect(refused({ value: null })).toThrow(/Write a number/);
  expect(refused({ scope: "tag", of: null })).toThrow(/Name the tag/);
  expect(codeOf(refused({ scope: "run", of: "run_0000000000000000" })).code).toBe("not_found");
});
