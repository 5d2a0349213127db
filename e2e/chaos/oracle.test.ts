import type { PointBlock, PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { describe, expect, test } from "vitest";
import { pointsBetween } from "./encode-body.ts";
import { compareAttempt } from "./oracle.ts";
import { planSource } from "./point-plan.ts";

const LAST = 3000;
const plan = planSource(11, 1, 1);
const truth = [{ plan, last: LAST }];

interface Stored {
  metric: string;
  axis: string;
  points: [x: number, value: number, at: number][];
}

/** What a store that does everything right holds. */
function rightly(): Stored[] {
  const series = new Map<string, Stored>();
  for (const { metric, axis, x, value, at } of pointsBetween(plan, 1, LAST)) {
    const found = series.get(metric) ?? { metric, axis, points: [] };
    series.set(metric, found);
    found.points.push([x, value, at]);
  }
  return [...series.values()].map((one) => ({
    ...one,
    points: one.points.toSorted(([a], [b]) => a - b),
  }));
}

function findingsTo(stored: Stored[]): string[] {
  const series = () =>
    stored.map(({ metric, axis, points }, id) => ({ id, metric, axis, n: points.length }) as SeriesFacts);
  function* rows(id: number): Generator<PointBlock> {
    const columns = [0, 1, 2].map((k) => Float64Array.from(stored[id].points, (point) => point[k]));
    yield { x: columns[0], value: columns[1], at: columns[2] };
  }
  return compareAttempt({ series, rows } as unknown as PointStore, "att", truth, "now");
}

const damaged = (damage: (stored: Stored[]) => void): string => {
  const stored = rightly();
  damage(stored);
  return findingsTo(stored).join("\n");
};

describe("the oracle of the kill loop", () => {
  test("has nothing to say when all is as it was sent", () => {
    expect(findingsTo(rightly())).toEqual([]);
  });

  test("notices one point too few, one too many, one bit, one time, a wrong order and a series too few or too many", () => {
    expect(damaged(([one]) => one.points.splice(5, 1))).toContain("misses 1 of");
    expect(damaged(([one]) => one.points.splice(5, 0, one.points[9]))).toContain("gives x");
    expect(damaged(([one]) => one.points.push([1e300, 1, 1]))).toContain("not as they were sent");
    const bit = (n: number) => {
      const bits = new BigUint64Array(Float64Array.of(n).buffer);
      bits[0] ^= 1n;
      return new Float64Array(bits.buffer)[0];
    };
    const ofNumbers = (all: Stored[]) => all.find(({ metric }) => metric.endsWith("constant"))!;
    expect(damaged((all) => (ofNumbers(all).points[3][1] = bit(42)))).toContain("1 points that are not as");
    expect(damaged((all) => (ofNumbers(all).points[3][2] += 1))).toContain("1 points that are not as");
    expect(damaged(([one]) => one.points.reverse())).toContain("gives x");
    expect(damaged((all) => all.pop())).toContain("is missing with");
    expect(damaged((all) => all.push({ metric: "ghost", axis: "step", points: [] }))).toContain(
      "nobody sent it",
    );
  });

  test("tells -0 from 0 and NaN from a number, and an earlier arrival from the last", () => {
    const any = (all: Stored[]) => all.find(({ metric }) => metric.endsWith("any"))!;
    const swap = (from: number, to: number) => (all: Stored[]) => {
      const place = any(all).points.findIndex(([, value]) => Object.is(value, from));
      expect(place).toBeGreaterThanOrEqual(0);
      any(all).points[place][1] = to;
    };
    expect(damaged(swap(-0, 0))).toContain("1 points that are not as");
    expect(damaged(swap(Number.NaN, 0))).toContain("1 points that are not as");
    expect(damaged(swap(Infinity, Number.MAX_VALUE))).toContain("1 points that are not as");
    const doubled = pointsBetween(plan, 1, LAST).filter(({ metric }) => metric.endsWith("score"));
    const last = doubled.at(-1)!;
    const earlier = doubled.find(({ x }) => x === last.x)!;
    expect(earlier).not.toBe(last);
    const replayed = (all: Stored[]) => {
      const point = all.find(({ metric }) => metric === last.metric)!.points.findLast(([x]) => x === last.x)!;
      [point[1], point[2]] = [earlier.value, earlier.at];
    };
    expect(damaged(replayed)).toContain("1 points that are not as");
  });
});
