import { expect, test } from "vitest";
import { inTransaction } from "#db/connection.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { doAtOnce } from "./sliced.ts";
import { smoothBuckets } from "./smooth-buckets.ts";
import { seriesWindow } from "./window.ts";
import { worldWithRuns } from "./testing.ts";

const POINTS = 520_000;
const { world, runs } = worldWithRuns();
const store = pointStore(world.ctx.db);
const [{ runId, attemptId }] = runs;
const METRIC = "reward/raw";
const noise = (i: number) => ((i * 2654435761) % 4294967296) / 4294967296 - 0.5;
for (let from = 0; from < POINTS; from += 130_000) {
  const x = Float64Array.from({ length: 130_000 }, (_, i) => from + i + 1);
  const value = x.map((step) => Math.sin(step / 60_000) + noise(step));
  const columns = [{ metric: METRIC, axis: "step", x, value, at: x }];
  inTransaction(world.ctx.db, () =>
    store.append([{ attemptId, source: METRIC, firstSeq: from + 1, columns }]),
  );
  while (store.housekeep(200));
}

const KINDS: Smoothing[] = [
  { kind: "ema", weight: 0.9999 },
  { kind: "mean", width: 20_000 },
  { kind: "gaussian", sigma: 5000 },
  { kind: "ema", weight: 0.8 },
];

test.each(KINDS)(
  "a long line is smoothed without being read, close to what all its points give: $kind",
  (smoothing) => {
    for (const [from, to] of [
      [null, null],
      [200_000, 300_000],
      [400_000, 400_100],
    ] as const) {
      // A line that forgets within fewer points than one mean stands for is exact where each point is seen.
      if (from !== 400_000 && smoothing.kind === "ema" && smoothing.weight < 0.9) continue;
      const read = store.read.bind(store);
      store.read = () => expect.unreachable("no point is to be read");
      const [window] = seriesWindow(world.ctx, {
        runIds: [runId],
        metrics: [METRIC],
        buckets: 200,
        from,
        to,
        smoothing,
      });
      expect(window.coarselySmoothed).toBe(true);
      store.read = read;
      const [{ id }] = store.series([attemptId], [METRIC]);
      const exact = doAtOnce(smoothBuckets(store, id, null, window, smoothing));
      const off = exact.map((value, i) => Math.abs(value - window.smoothed![i]));
      expect(Math.max(...off)).toBeLessThan(0.02);
    }
  },
);
