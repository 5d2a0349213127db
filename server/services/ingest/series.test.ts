import { pointStore } from "#db/points/open-point-store.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { started } from "../testing.ts";
import type { IngestOutcome } from "./commit.ts";
import { createPointIngest } from "./ingest.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const POISON = "poison";

/** An ingest of an attempt that may have two series, over a store that fails on one name. */
function openIngest() {
  const { world, attempt } = started();
  const { attemptId } = attempt;
  const real = pointStore(world.ctx.db);
  const append: typeof real.append = (batches) => {
    if (batches.some(({ columns }) => columns.some(({ metric }) => metric === POISON)))
      throw new TypeError("cannot read poison");
    return real.append(batches);
  };
  const ingest = createPointIngest(world.ctx, { ...real, append }, 2);
  /** Batches that share a commit, each with one point of each metric; the kinds of their outcomes. */
  const send = (...batches: { source: string; firstSeq?: number; metrics: string[] }[]) => {
    const outcomes: IngestOutcome[] = [];
    for (const { source, firstSeq = 1, metrics } of batches) {
      const one = Float64Array.of(1);
      const columns = metrics.map((metric) => ({ metric, axis: "step", x: one, value: one, at: one }));
      const batch = { attemptId, source, firstSeq, points: columns.length, columns, order: null };
      ingest.submit(batch, (outcome) => outcomes.push(outcome));
    }
    vi.advanceTimersByTime(10);
    return outcomes.map(({ kind }) => kind);
  };
  const names = () => real.names(attemptId).map(({ metric }) => metric);
  return { send, names };
}

describe("no series is counted that got no point", () => {
  test("because its points were there before under another name", () => {
    const { send, names } = openIngest();
    expect(send({ source: "a", metrics: ["real"] })).toEqual(["stored"]);
    expect(send({ source: "a", metrics: ["other"] })).toEqual(["stored"]);
    expect(send({ source: "b", metrics: ["second"] })).toEqual(["stored"]);
    expect(names()).toEqual(["real", "second"]);
    expect(send({ source: "c", metrics: ["third"] })).toEqual(["too_many_series"]);
  });

  test("because the first points of its batch were there before", () => {
    const { send, names } = openIngest();
    expect(send({ source: "a", metrics: ["real"] })).toEqual(["stored"]);
    expect(send({ source: "a", metrics: ["other", "real"] })).toEqual(["stored"]);
    expect(send({ source: "b", metrics: ["second"] })).toEqual(["stored"]);
    expect(names()).toEqual(["real", "second"]);
  });

  test("because its batch leaves a gap", () => {
    const { send, names } = openIngest();
    expect(send({ source: "a", firstSeq: 5, metrics: ["early", "too"] })).toEqual(["gap"]);
    expect(send({ source: "a", metrics: ["real", "second"] })).toEqual(["stored"]);
    expect(names()).toEqual(["real", "second"]);
  });

  test("because the transaction failed", () => {
    const { send, names } = openIngest();
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(send({ source: "a", metrics: ["lost", POISON] })).toEqual(["failed"]);
    expect(send({ source: "a", metrics: ["real", "second"] })).toEqual(["stored"]);
    expect(names()).toEqual(["real", "second"]);
    log.mockRestore();
  });

  test("not even for those that share the commit", () => {
    const { send, names } = openIngest();
    send({ source: "a", metrics: ["real"] });
    expect(
      send(
        { source: "a", metrics: ["other"] },
        { source: "b", metrics: ["second"] },
        { source: "c", metrics: ["third"] },
      ),
    ).toEqual(["stored", "stored", "too_many_series"]);
    expect(names()).toEqual(["real", "second"]);
  });
});
