import { pointStore } from "#db/points/open-point-store.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { started } from "../testing.ts";
import type { IncomingBatch, IngestOutcome } from "./commit.ts";
import { readLines } from "./lines.ts";
import { createPointIngest } from "./ingest.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An ingest with sources that number their points, and the batches of each commit so far. */
function openIngest() {
  const { world, attempt } = started();
  const real = pointStore(world.ctx.db);
  const commits: number[] = [];
  const append: typeof real.append = (batches) => {
    commits.push(batches.length);
    return real.append(batches);
  };
  const opened: number[] = [];
  const open: typeof real.open = (attemptId, names) => {
    opened.push(names.length);
    real.open(attemptId, names);
  };
  const ingest = createPointIngest(world.ctx, { ...real, append, open });
  const outcomes: IngestOutcome[] = [];
  const next = new Map<string, number>();
  const submit = (source: string, points = 1, connection?: object) => {
    const firstSeq = next.get(source) ?? 1;
    next.set(source, firstSeq + points);
    const x = Float64Array.from({ length: points }, (_, i) => firstSeq + i);
    const columns = [{ metric: source, axis: "step", x, value: x, at: x }];
    const batch: IncomingBatch = {
      attemptId: attempt.attemptId,
      source,
      firstSeq,
      points,
      columns,
      order: null,
    };
    ingest.submit(batch, (outcome) => outcomes.push(outcome), connection);
  };
  /** A point of each of many metrics. */
  const submitWide = (metrics: number) => {
    const x = Float64Array.of(1);
    const columns = Array.from({ length: metrics }, (_, k) => ({
      metric: `layer ${k}`,
      axis: "step",
      x,
      value: x,
      at: x,
    }));
    const { attemptId } = attempt;
    const batch = { attemptId, source: "wide", firstSeq: 1, points: metrics, columns, order: null };
    return new Promise<IngestOutcome>((resolve) => {
      ingest.submit(batch, (outcome) => {
        outcomes.push(outcome);
        resolve(outcome);
      });
    });
  };
  const submitLines = (firstSeq: number, lines: object[]) => {
    const read = readLines(lines.map((line) => JSON.stringify(line)).join("\n"));
    const batch = {
      attemptId: attempt.attemptId,
      source: "lines",
      firstSeq,
      points: read.order.length,
      ...read,
    };
    ingest.submit(batch, (outcome) => outcomes.push(outcome));
  };
  const stored = () =>
    real.series([attempt.attemptId], null).map(({ id, metric }) => [metric, ...real.tail(id, 100).x]);
  return { ingest, submit, submitWide, submitLines, stored, commits, outcomes, opened };
}

describe("group commit", () => {
  test("does not keep a lone source waiting", () => {
    const { submit, commits, outcomes } = openIngest();
    submit("a");
    expect(commits).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([1]);
    expect(outcomes).toMatchObject([{ kind: "stored", ackSeq: 1 }]);
  });

  test("takes what waits at the same time into one transaction", () => {
    const { submit, commits, outcomes } = openIngest();
    for (const source of ["a", "b", "c", "d"]) submit(source);
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([4]);
    expect(outcomes).toHaveLength(4);
  });

  test("waits for nobody when every connection that sent lately is waiting, whichever sources it carries", () => {
    const { submit, commits } = openIngest();
    const [one, other] = [{}, {}];
    submit("a", 1, one);
    submit("b", 1, other);
    vi.advanceTimersByTime(0);
    submit("c", 1, one);
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([2]);
    submit("d", 1, other);
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([2, 2]);
  });

  test("waits for nobody when a lone source opens a connection for each batch", () => {
    const { submit, commits } = openIngest();
    for (let i = 0; i < 3; i++) {
      submit("a", 1, {});
      vi.advanceTimersByTime(0);
    }
    expect(commits).toEqual([1, 1, 1]);
  });

  test("waits for sources that sent lately, 10 ms at most, and no longer than until all are there", () => {
    const { submit, commits } = openIngest();
    submit("a");
    submit("b");
    vi.advanceTimersByTime(20);
    submit("a");
    vi.advanceTimersByTime(9);
    expect(commits).toEqual([2]);
    vi.advanceTimersByTime(1);
    expect(commits).toEqual([2, 1]);
    submit("a");
    vi.advanceTimersByTime(5);
    submit("b");
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([2, 1, 2]);
    vi.advanceTimersByTime(101);
    submit("a");
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([2, 1, 2, 1]);
  });

  test("does not wait with many points, and takes no more than a transaction should hold", () => {
    const { submit, commits, outcomes } = openIngest();
    submit("a");
    submit("b");
    vi.advanceTimersByTime(0);
    submit("a", 40_000);
    submit("a", 40_000);
    submit("a", 20_000);
    vi.advanceTimersByTime(0);
    expect(commits).toEqual([2, 1]);
    vi.advanceTimersByTime(10);
    expect(commits).toEqual([2, 1, 2]);
    expect(outcomes.at(-1)).toMatchObject({ ackSeq: 100_001 });
  });

  test("tells lines that overlap apart by their numbers, also when they wait together", () => {
    const { submitLines, stored, outcomes } = openIngest();
    const line = (x: number) => ({ x, at: x, values: { a: x, b: x } });
    submitLines(1, [line(1), line(2)]);
    submitLines(3, [line(2), line(3)]);
    submitLines(1, [line(1), line(2), line(3), line(4)]);
    submitLines(11, [line(6)]);
    vi.advanceTimersByTime(0);
    expect(outcomes).toMatchObject([
      { kind: "stored", ackSeq: 4 },
      { kind: "stored", ackSeq: 6 },
      { kind: "stored", ackSeq: 8 },
      { kind: "gap", ackSeq: 8 },
    ]);
    expect(stored()).toEqual([
      ["a", 1, 2, 3, 4],
      ["b", 1, 2, 3, 4],
    ]);
  });

  test("lets others be served while a body makes thousands of series, and stores its points in one commit", async () => {
    vi.useRealTimers();
    const { submit, submitWide, commits, outcomes, opened, stored } = openIngest();
    const wide = submitWide(4500);
    submit("a");
    expect(await wide).toMatchObject({ kind: "stored", ackSeq: 4500, points: 4500 });
    expect(opened).toEqual([1000, 1000, 1000, 1000, 500]);
    expect([commits, outcomes.map((outcome) => "points" in outcome && outcome.points)]).toEqual([
      [1, 1],
      [1, 4500],
    ]);
    expect(await submitWide(4500)).toMatchObject({ kind: "stored", points: 0 });
    expect([opened.length, stored().length]).toEqual([5, 4501]);
  });

  test("refuses a body of too many series without making one, and at the end stores one whose series are being made", async () => {
    vi.useRealTimers();
    const { ingest, submitWide, opened } = openIngest();
    expect(await submitWide(10_001)).toMatchObject({ kind: "too_many_series" });
    expect(opened).toEqual([]);
    const wide = submitWide(4500);
    ingest.close();
    expect(await wide).toMatchObject({ kind: "stored", points: 4500 });
    expect(opened).toEqual([]);
  });

  test("ends with what waits stored and told, and whatever comes after is stored at once", () => {
    const { ingest, submit, commits, outcomes } = openIngest();
    for (const source of ["a", "b"]) submit(source);
    ingest.close();
    expect(commits).toEqual([2]);
    submit("a");
    expect(commits).toEqual([2, 1]);
    expect(outcomes).toHaveLength(3);
  });
});
