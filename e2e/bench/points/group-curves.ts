import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDb, type Db } from "#db/client.ts";
import { inTransaction } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import type { RunCurves } from "../../../server/contracts/charts/small-curves.ts";
import { mulberry32 } from "../../../workers/math/rng.ts";
import { newHome, removeHome, startBench } from "../ablab-process.ts";
import { atMost, quantile, type Measurement } from "../figure.ts";

const GROUPS = 200;
const SEEDS = 5;
const POINTS = 10_000;
const METRIC = "reward/raw";
/** Groups that a table of 1440 x 900 asks for at once, with those around it. */
const IN_VIEW = 40;
/** Attempts whose points are stored in one transaction. */
const AT_ONCE = 20;

/** Gives every attempt `points` points of a rising, noisy reward, as a training of so many steps leaves them. */
function fillRewards(db: Db, points: number): void {
  const client = db.$client;
  client.exec("delete from sealed_attempts");
  const ids = client.prepare("select id from attempts").pluck().all() as string[];
  const store = pointStore(db);
  const x = Float64Array.from({ length: points }, (_, i) => i + 1);
  const at = Float64Array.from(x, (step) => 1_800_000_000_000 + step * 100);
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE);
    inTransaction(db, () => {
      store.append(
        some.map((attemptId, k) => {
          const random = mulberry32(i + k + 1);
          const value = Float64Array.from(x, (step) => 1 - Math.exp(-step / points) + 0.2 * random());
          return {
            attemptId,
            source: "events",
            firstSeq: 1,
            columns: [{ metric: METRIC, axis: "step", x, value, at }],
          };
        }),
      );
    });
    for (const attemptId of some) inTransaction(db, () => store.seal(attemptId));
  }
}

/** The small curves of the groups of a run table that are in view, as a page asks for them while it is scrolled. */
export const groupCurves: Measurement = {
  name: "group-curves",
  async measure({ quick }) {
    const home = newHome();
    const points = quick ? POINTS / 10 : POINTS;
    try {
      const db = openDb(join(home, "ablab.db"));
      migrate(db, { now: Date.now(), backupDir: null });
      makeManyRuns(db, { runs: GROUPS * SEEDS, metrics: 0, seed: 1, seeds: SEEDS });
      fillRewards(db, points);
      db.$client.close();
      const bench = await startBench(home, "--no-worker");
      try {
        const token = readFileSync(join(home, "tokens", "operator"), "utf8").trim();
        const ask = async (offset: number) => {
          const view = { group: "experiment", also: ["label"], offset, limit: IN_VIEW };
          const url = `${bench.url}/api/trpc/runs.curves?input=${encodeURIComponent(JSON.stringify(view))}`;
          const started = performance.now();
          const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
          if (!answer.ok) throw new Error(`runs.curves answered ${answer.status}: ${await answer.text()}`);
          const body = (await answer.json()) as { result: { data: RunCurves } };
          const ms = performance.now() - started;
          const drawn = Object.values(body.result.data.groups);
          return { ms, groups: drawn.length, lines: drawn.flatMap(({ lines }) => lines).length };
        };
        const cold: number[] = [];
        const warm: number[] = [];
        let drawn = { groups: 0, lines: 0 };
        for (const times of [cold, warm, warm, warm])
          for (let offset = 0; offset < GROUPS; offset += IN_VIEW) {
            const { ms, ...counts } = await ask(offset);
            times.push(ms);
            drawn = counts;
          }
        const note = `${GROUPS} groups x ${SEEDS} seeds x ${points.toLocaleString("en-US")} points, ${IN_VIEW} groups in view: ${drawn.groups} drawn with ${drawn.lines} lines`;
        return [
          {
            name: "curves of groups in view, first touch, slowest",
            measured: Math.max(...cold),
            unit: "ms",
            target: atMost(200),
            note,
          },
          {
            name: "curves of groups in view, p50",
            measured: quantile(warm, 0.5),
            unit: "ms",
            target: atMost(200),
            note,
          },
        ];
      } finally {
        await bench.stop();
      }
    } finally {
      removeHome(home);
    }
  },
};
