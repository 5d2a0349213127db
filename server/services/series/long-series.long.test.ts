import { doAtOnce } from "./sliced.ts";
import { expect, test } from "vitest";
import { inTransaction } from "#db/connection.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { pointData } from "../reports/answers/chart.ts";
import { startReading } from "../reports/answers/reading.ts";
import { deadOf, SHARES } from "../variance/dead-steps.ts";
import { worldWithRuns } from "./testing.ts";

const POINTS = 10_000_000;
const AT_ONCE = 250_000;

test("questions about ten million points in one run hold no more than some blocks of them", () => {
  const { world, runs } = worldWithRuns();
  const { db } = world.ctx;
  const store = pointStore(db);
  const [{ runId, attemptId }] = runs;
  for (const metric of SHARES)
    for (let from = 0; from < POINTS; from += AT_ONCE) {
      const x = Float64Array.from({ length: AT_ONCE }, (_, i) => from + i + 1);
      const value = x.map((step) => (step % 64) / 256);
      const columns = [{ metric, axis: "step", x, value, at: x }];
      inTransaction(db, () => store.append([{ attemptId, source: metric, firstSeq: from + 1, columns }]));
      while (store.housekeep(200));
    }
  const read = store.read.bind(store);
  let points = 0;
  store.read = function* (id, span) {
    for (const block of read(id, span)) {
      points += block.x.length;
      yield block;
    }
  };
  const dead = deadOf(world.ctx, [runId]);
  expect(dead.reduce((sum, { n }) => sum + n, 0)).toBe(POINTS);
  doAtOnce(pointData(startReading(world.ctx), [runId], SHARES[0]));
  expect(points).toBe(0);
});
