import { join } from "node:path";
import { openDb } from "../client.ts";
import { migrate } from "../migrate.ts";
import { makeManyRuns } from "./many-runs.ts";

/**
 * `node db/testing/seed-home.ts <data directory> <runs> <metrics> [seed]` puts a world of many runs into the database of a
 * data directory whose server is not running.
 */
const [home, runs, metrics, seed = "1"] = process.argv.slice(2);
if (!home || !(Number(runs) > 0) || !(Number(metrics) >= 0))
  throw new Error(
    "Say where and how much: node db/testing/seed-home.ts <data directory> <runs> <metrics> [seed]",
  );
const db = openDb(join(home, "ablab.db"));
migrate(db, { now: Date.now(), backupDir: null });
makeManyRuns(db, { runs: Number(runs), metrics: Number(metrics), seed: Number(seed) });
db.$client.close();
