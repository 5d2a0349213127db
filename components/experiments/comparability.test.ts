import { expect, test } from "vitest";
import type { AblationRow } from "#server/contracts/experiment.ts";
import type { Finding } from "#server/contracts/finding.ts";
import { comparabilityOf } from "./comparability.ts";

const said = (rule: string, severity: Finding["severity"], metric: string | null): Finding => ({
  rule,
  family: rule.startsWith("C") ? "comparability" : "run health",
  severity,
  metric,
  speaksOf: [],
  claim: rule,
  evidence: "",
  action: "",
  a: null,
  b: null,
  span: null,
});
const row = (findings: Finding[], comparable: Record<string, boolean>, baseline = false) =>
  ({ findings, comparable, baseline }) as AblationRow;
const rules = (findings: Finding[]) => findings.map((o) => o.rule);

test("a difference of which nobody knows what was measured is not called comparable", () => {
  const unknown = {
    ...row([], { reward: true, loss: true }),
    notLogged: { reward: ["reward function"], loss: [] },
  };
  expect(comparabilityOf(unknown, "reward")).toMatchObject({
    word: "not known",
    missing: "Not logged: reward function",
  });
  expect(comparabilityOf(unknown, "loss")).toMatchObject({ word: "yes", missing: null });
});

test("a difference is comparable where only another metric is objected to", () => {
  const { word, about, health } = comparabilityOf(
    row([said("C01", "error", "reward/raw")], { "eval/rr": true, "reward/raw": false }),
    "eval/rr",
  );
  expect([word, rules(about), rules(health)]).toEqual(["yes", [], []]);
});

test("what forbids it, for this metric or for all, stands beside the no", () => {
  const { word, about } = comparabilityOf(
    row([said("C02", "error", null), said("C04", "error", "eval/rr")], { "eval/rr": false }),
    "eval/rr",
  );
  expect([word, rules(about)]).toEqual(["no", ["C02", "C04"]]);
});

test("a rule of run health stays with the name, unless it is what forbids the metric", () => {
  const findings = [said("D01", "error", null), said("D03", "error", "reward/raw")];
  const spoiled = comparabilityOf(row(findings, { "reward/raw": false }), "reward/raw");
  expect([spoiled.word, rules(spoiled.about), rules(spoiled.health)]).toEqual(["no", ["D03"], ["D01"]]);
  const other = comparabilityOf(row(findings, { "eval/rr": true }), "eval/rr");
  expect([other.word, rules(other.about), rules(other.health)]).toEqual(["yes", [], ["D01", "D03"]]);
});

test("a caution weakens and does not forbid; the baseline is compared with nothing", () => {
  const caution = [said("C07", "warning", null)];
  expect(comparabilityOf(row(caution, { m: true }), "m")).toMatchObject({ word: "yes", about: caution });
  expect(comparabilityOf(row([], { m: true }, true), "m").word).toBe("–");
});
