import { join } from "node:path";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { makeManyRuns } from "#db/testing/many-runs.ts";
import { newHome, removeHome, startBench } from "../ablab-process.ts";
import { openPage } from "../browser-page.ts";
import { atMost, type Measurement } from "../figure.ts";
import { heapOf, timesToDrawn, type Drawn } from "./page-watch.ts";

const RUNS = 10_000;
const METRICS = 200;
/** Rows that fit into a page of 1440 x 900. */
const ROWS: Drawn = { selector: ".run-table tbody tr td:first-of-type", pathLength: 0, atLeast: 10 };

/** The run table over many runs, made in the database directly: only reading them is measured. */
export const runTable: Measurement = {
  name: "run-table",
  async measure({ quick }) {
    const home = newHome();
    try {
      const db = openDb(join(home, "ablab.db"));
      migrate(db, { now: Date.now(), backupDir: null });
      makeManyRuns(db, { runs: RUNS, metrics: quick ? 20 : METRICS, seed: 1 });
      db.$client.close();
      const bench = await startBench(home, "--no-worker");
      const browser = await openPage(bench.loginLink);
      try {
        const { page, median, note } = await timesToDrawn(browser, `${bench.url}/runs`, ROWS, quick ? 3 : 5);
        // The browser tells it a little after it painted.
        const told = await page.waitForFunction(
          () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        );
        const paint = await told.jsonValue();
        const heap = await heapOf(page, quick ? 1000 : 3000);
        return [
          {
            name: `run table, ${RUNS.toLocaleString("en-US")} runs, navigation to rows`,
            measured: median,
            unit: "ms",
            target: atMost(500),
            note: `${quick ? 20 : METRICS} metrics; ${note}; first contentful paint ${paint.toFixed(0)} ms, heap ${heap.used.toFixed(0)} MB`,
          },
        ];
      } finally {
        await browser.close();
        await bench.stop();
      }
    } finally {
      removeHome(home);
    }
  },
};
