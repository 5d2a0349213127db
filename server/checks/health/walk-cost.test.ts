import { describe, expect, test } from "vitest";
import { countSteps } from "../../../workers/math/testing/count-steps.ts";
import { RUN_RULES } from "../registry.ts";
import type { FoldedPoints, Fold } from "./fold.ts";
import type { FoldPlan, KnownSeries, RunFacts } from "./run-rule.ts";
import { NO_SETTINGS } from "./trainer-settings.ts";

const PORTION = 100;
/** Blocks of code that a fold may run for a point: a thousand points are then far below a millisecond. */
const MOST_PER_POINT = 40;

const known = (metric: string, n: number): KnownSeries => ({
  metric,
  n,
  nonFinite: 0,
  lastX: n,
  lastValue: 0.5,
});

/** Points of a portion; every other series has one beside each. */
const pointsFrom = (from: number, hasBeside: boolean): FoldedPoints => {
  const places = Array.from({ length: PORTION }, (_, i) => from + i);
  const value = Float64Array.from(places, (i) => 0.5 + 0.3 * Math.sin(i / 9));
  return {
    x: Float64Array.from(places),
    value,
    beside: hasBeside ? value.map((one) => 1.1 * one) : null,
    paired: hasBeside ? new Uint8Array(PORTION).fill(1) : null,
  };
};

/** Every walk that rules plan over a run that logs all that they read. */
function plansOf(n: number): FoldPlan[] {
  const names = [...new Set(RUN_RULES.flatMap(({ reads }) => reads))];
  const series = new Map(
    [...names, "rewards/correct/mean", "rewards/style/mean", "gpu.0.temp"].map((name) => [
      name,
      known(name, n),
    ]),
  );
  const facts: RunFacts = {
    series,
    settings: NO_SETTINGS,
    resamplesDeadGroups: false,
    config: "a",
    noise: { withinGroupSd: 1, pooledSd: 1, groupSize: 8 },
    reference: { config: "b", series },
  };
  return RUN_RULES.flatMap((rule) => rule.plans(facts));
}

/** Steps of 1,000 further points of a walk that has seen so many. */
function stepsAfter(plan: FoldPlan, seen: number): number {
  const fold: Fold = plan.begin();
  const feed = (from: number, to: number) => {
    for (let at = from; at < to; at += PORTION) fold.feed(pointsFrom(at, plan.beside !== undefined));
  };
  feed(0, seen);
  const portions = Array.from({ length: 1000 / PORTION }, (_, k) =>
    pointsFrom(seen + k * PORTION, plan.beside !== undefined),
  );
  return countSteps(() => {
    for (const points of portions) fold.feed(points);
  }).steps;
}

describe("a rule sees each point once", () => {
  const plans = plansOf(20_000);
  test("many walks are planned", () => {
    expect(plans.length).toBeGreaterThan(30);
  });
  test.each(plans.map((plan) => [plan.key, plan] as const))(
    "%s: 1,000 more points cost as much after 20,000 as after 1,000",
    (_, plan) => {
      const [early, late] = [stepsAfter(plan, 1000), stepsAfter(plan, 20_000)];
      expect(late).toBeLessThan(2 * early + 1000);
      expect(Math.max(early, late)).toBeLessThan(MOST_PER_POINT * 1000);
    },
  );
});
