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

/** A series that goes on from where it ends by a course of its own. */
const goesOn = (
  one: CheckedSeries,
  n: number,
  course: (i: number, last: number) => number,
): CheckedSeries => {
  const [lastX, last] = [one.x.at(-1) ?? 0, one.value.findLast(Number.isFinite) ?? 1];
  const more = Array.from({ length: n }, (_, i) => i + 1);
  const x = [...one.x, ...more.map((i) => lastX + i)];
  return { ...one, x, value: [...one.value, ...more.map((i) => course(i, last))] };
};

const each = (
  series: Map<string, CheckedSeries>,
  change: (one: CheckedSeries) => CheckedSeries,
): Map<string, CheckedSeries> => new Map([...series].map(([name, one]) => [name, change(one)]));

/** What chance alone hardly ever draws for a rule: how the series it reads go on. */
const SHAPED: Record<string, (series: Map<string, CheckedSeries>) => Map<string, CheckedSeries>> = {
  D05: (series) =>
    each(series, (one) =>
      goesOn(one, 12, (_, last) => (one.metric.startsWith("eval") ? 0.9 : last > 5 ? last : -0.5)),
    ),
  D06: (series) => each(series, (one) => goesOn(one, 12, (i) => 1 + (i % 3) / 50)),
  D07: (series) =>
    each(series, (one) =>
      goesOn(one, 60, (i, last) => (one.metric === "policy/entropy" ? 0 : last + (i % 7))),
    ),
  D08: (series) =>
    each(series, (one) =>
      goesOn(one, 40, (i, last) =>
        one.metric === "policy/entropy" ? 2 + 3 * Math.abs(last) : last - (i % 7) / 9,
      ),
    ),
  D10: (series) => each(series, (one) => goesOn(one, 30, (i) => (i === 28 ? 60 : 0.02))),
  D14: (series) => each(series, (one) => goesOn(one, 100, (i, last) => (1 + Math.abs(last)) * 1.03 ** i)),
  D15: (series) => each(series, (one) => goesOn(one, 5, () => (one.metric === "optim/grad_norm" ? 0 : 0.1))),
  D17: (series) =>
    each(series, (one) => goesOn(one, 80, (i, last) => (one.metric === "reward/format" ? last + i : 0))),
  D19: opposed,
  D33: (series) => each(series, (one) => goesOn(one, 20, (i) => i)),
  D20: (series) =>
    each(series, (one) =>
      one.metric.startsWith("eval")
        ? {
            ...one,
            ...goesOn({ ...one, x: [], value: [] }, 40, (i, last) => (20 - Math.abs(i - 20)) / 20 + last / 9),
          }
        : goesOn(one, 80, (i, last) => last + i),
    ),
  D22: (series) =>
    each(series, (one) =>
      goesOn(one, 200, (i, last) => (one.metric.startsWith("reward") ? last - (i % 40) / 40 - i / 99 : 0)),
    ),
};

const runs = (rule: RunRule) =>
  record({ series: manySeries(namesOfRule(rule)), factor: constantFrom(0.6, 1, 2) }).map(
    ({ series, factor }): WholeRun => ({
      series: new Map(
        [...(SHAPED[rule.info.id]?.(series) ?? series)].map(([name, one]) => [
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

/** The clock alone says that a run is stalled. */
const readsPoints = ({ reads, readsLike }: RunRule): boolean => reads.length > 0 || readsLike !== undefined;
/** Names that a rule asks for by a pattern. */
const ALIKE = [
  "gpu.0.gpu",
  "gpu.0.temp",
  "gpu.0.slowed",
  "rewards/correct/mean",
  "rewards/style/mean",
  "eval/reward",
];
const namesOfRule = ({ reads, readsLike }: RunRule): string[] => [
  ...reads,
  ...ALIKE.filter((name) => readsLike?.test(name)),
];

describe("what a rule says does not depend on the portions in which it sees the points", () => {
  test.each(RUN_RULES.filter(readsPoints).map((rule) => [rule.info.id, rule] as const))("%s", (_, rule) => {
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
