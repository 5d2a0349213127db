import { afterAll, expect, test } from "vitest";
import type { Db } from "../client.ts";
import { countSteps } from "../../workers/math/testing/count-steps.ts";
import { watchStatements } from "../testing.ts";
import { pointStore } from "./open-point-store.ts";
import { MANY_POINTS, WAITING_SERIES } from "./sizes.ts";
import { batchOf, columnOf, type Point, range, rowsOf, survivors, TestFiles } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

const line = (from: number, to: number): Point[] =>
  range(from, to).map((x) => ({ x, value: x / 3, at: 1000 + x }));

function pointsOf(db: Db, metric: string): Point[] {
  const [series] = pointStore(db).series(["att_1"], [metric]);
  return rowsOf(pointStore(db).rows(series.id, { from: null, to: null }));
}

test("what a series is sent many of at once comes into segs at once, behind what waited for it, and no other is disturbed", () => {
  const { db, path } = files.fresh();
  const late = (from: number, to: number) => line(from, to).map((point) => ({ ...point, value: -point.x }));
  for (const metric of ["loss", "reward"]) pointStore(db).append([batchOf(line(0, 10), { metric })]);
  const two = [
    batchOf(late(5, 5 + MANY_POINTS), { metric: "loss" }),
    batchOf(late(0, 2), { metric: "loss" }),
  ];
  pointStore(db).append([...two, batchOf(line(10, 12), { metric: "reward" })]);
  const waits = db.$client.prepare("select metric from series where settled = 0").pluck().all();
  const segs = db.$client.prepare("select count(*) from segs").pluck();
  expect([waits, segs.get()]).toEqual([["reward"], 3]);
  const expected = survivors([...line(0, 10), ...two.flatMap((batch) => rowsOf(batch.columns))]);
  for (const opened of [db, files.connect(path)]) {
    expect(pointsOf(opened, "loss")).toEqual(expected);
    expect(pointsOf(opened, "reward")).toEqual(line(0, 12));
  }
});

/** Fewer than have to be settled at once. */
const WIDE = WAITING_SERIES - 1;

/** One point for each of many metrics. */
const wideRow = (attemptId: string, x = 0) => ({
  ...batchOf([]),
  attemptId,
  columns: range(0, WIDE).map((k) => columnOf(line(x, x + 1), `layer ${k}`)),
});

test("a row of thousands of metrics takes few statements, whether they are new or only not in memory", () => {
  const { db, path } = files.fresh();
  const whenNew = watchStatements(db, () => pointStore(db).append([wideRow("att_1")]));
  pointStore(db).settle(null);
  const again = files.connect(path);
  again.$client.prepare("delete from series where metric = 'layer 0'").run();
  const whenThere = watchStatements(again, () => pointStore(again).append([wideRow("att_1", 1)]));
  for (const { statements } of [whenNew, whenThere]) expect(statements.length).toBeLessThan(30);
  expect(pointStore(again).names("att_1")).toHaveLength(WIDE);
  expect(["layer 0", `layer ${WIDE - 1}`].map((metric) => pointsOf(again, metric))).toEqual([
    line(1, 2),
    line(0, 2),
  ]);
});

test("settling thousands of series looks for entries to drop once for each entry, not once for each series", () => {
  const { db } = files.fresh();
  const store = pointStore(db);
  const { calls } = countSteps(() =>
    ["att_1", "att_2", "att_3"].forEach((id) => store.append([wideRow(id)])),
  );
  expect(calls("addTo")).toBeGreaterThan(WIDE - 10);
  expect(calls("dropEntries")).toBeLessThan(10);
});

test("a series that was made ahead of its points is no series to anybody, sealing included, until it has one", () => {
  const names = range(0, 40).map((k) => ({ metric: `m${k}`, axis: "step" }));
  const sealed = [[], names].map((ahead) => {
    const { db, path } = files.fresh();
    const store = pointStore(db);
    for (const id of ["att_1", "att_none"]) store.open(id, ahead);
    expect([store.names("att_1"), store.series(["att_1"], null)]).toEqual([[], []]);
    store.append([batchOf(line(0, 3), { metric: "m7" })]);
    const there = files.connect(path);
    for (const opened of [store, pointStore(there)])
      expect(opened.names("att_1")).toEqual([{ metric: "m7", axis: "step" }]);
    expect(pointsOf(db, "m7")).toEqual(line(0, 3));
    store.open("att_1", ahead);
    return store.seal("att_1").sha256;
  });
  expect(sealed[0]).toBe(sealed[1]);
});
