import { array, assert, constantFrom, integer, nat, property, record, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { RUN_RULES } from "../registry.ts";
import type { CheckedSeries, RunRule } from "./run-rule.ts";
import { checkRun, type WholeRun } from "./testing.ts";

/** Values around which rules change their mind, and those that are no numbers. */
const VALUES = [0, 0.001, 0.009, 0.02, 0.3, 0.5, 0.51, 0.79, 0.8, 0.95, 1, 1, 1, 1.04, 1.5, 2, 9, 14];
const values = constantFrom(...VALUES, NaN, Infinity, -Infinity);
/** How long a value is held; levels are of values that are. */
const stretches = array(tuple(values, integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 10 });

const seriesOf = (metric: string, of: [number, number][], start: number, step: number): CheckedSeries => {
  const value = of.flatMap(([one, times]) => Array.from({ length: times }, () => one));
  return { metric, x: value.map((_, i) => start + step * i), value };
};

const manySeries = (metrics: readonly string[]) =>
  tuple(
    ...metrics.map((metric) =>
      tuple(stretches, nat(3), constantFrom(1, 2, 10)).map(([of, start, step]) =>
        seriesOf(metric, of, start, step),
      ),
    ),
  ).chain((all) =>
    array(nat(all.length - 1), { maxLength: 3 }).map(
      (absent) => new Map(all.filter((_, i) => !absent.includes(i)).map((one) => [one.metric, one] as const)),
    ),
  );

/** A reward that is the other one on another scale at the steps that both have. */
const scaled = ({ metric, x, value }: CheckedSeries, factor: number): CheckedSeries => ({
  metric,
  x,
  value: value.map((one, i) => factor * (one + (i % 5))),
});

/** Two measures of which one rises where the other falls, as often as they are measured at the same x. */
const opposed = (series: Map<string, CheckedSeries>): Map<string, CheckedSeries> => {
  const [first, second] = series.values();
  if (!first || !second) return series;
  const value = second.x.map((_, i) => 1 - (first.value[i] ?? 0));
  return series.set(second.metric, { ...second, value });
};

const runs = (rule: RunRule) =>
  record({ series: manySeries(rule.reads), factor: constantFrom(0.6, 1, 2) }).map(
    ({ series, factor }): WholeRun => ({
      series: new Map(
        [...(rule.info.id === "D19" ? opposed(series) : series)].map(([name, one]) => [
          name,
          rule.info.id === "I01" ? scaled(one, 1) : one,
        ]),
      ),
      resamplesDeadGroups: factor === 2,
      config: "a",
      noise: { withinGroupSd: 1, pooledSd: 1, groupSize: 4 },
      reference: {
        config: "b",
        series: new Map([...series].map(([name, one]) => [name, scaled(one, factor)])),
      },
    }),
  );

describe("what a rule says does not depend on the portions in which it sees the points", () => {
  test.each(RUN_RULES.map((rule) => [rule.info.id, rule] as const))("%s", (_, rule) => {
    let fired = 0;
    assert(
      property(runs(rule), array(integer({ min: 1, max: 20 }), { minLength: 1 }), (run, portions) => {
        const found = checkRun(rule, run);
        fired += found.length;
        expect(checkRun(rule, run, portions)).toEqual(found);
        expect(checkRun(rule, run, [1])).toEqual(found);
      }),
      { numRuns: 150 },
    );
    expect(fired).toBeGreaterThan(0);
  });
});
