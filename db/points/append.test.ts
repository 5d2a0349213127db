import { afterAll, expect, test } from "vitest";
import type { Db } from "../client.ts";
import { pointStore } from "./open-point-store.ts";
import { MANY_POINTS } from "./sizes.ts";
import { batchOf, type Point, range, rowsOf, survivors, TestFiles } from "./testing.ts";

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
