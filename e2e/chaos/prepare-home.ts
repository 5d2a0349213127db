import { tmpdir } from "node:os";
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { openHome } from "#server/http/home.ts";
import { DEFAULT_TIMING } from "#server/services/context.ts";
import { createSentFiles } from "#server/services/sent-files.ts";
import { createStaging } from "#server/services/staging.ts";
import { createLiveBus } from "#server/live/bus.ts";
import { joinWorker, launch, startNext, type World } from "#server/services/testing.ts";

/** An attempt that is under way in a data directory, and what opens its routes. */
export interface Subject {
  attemptId: string;
  runId: string;
  token: string;
}

/** Makes a data directory with `count` runs that a pretended worker has started, and closes it again. */
export function prepareHome(dir: string, count: number): Subject[] {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const home = openHome(dir);
  const db = openDb(home.dbPath);
  try {
    migrate(db, { now: Date.now(), backupDir: null });
    const clock = { now: Date.now() };
    const ctx: World["ctx"] = {
      db,
      actor: { kind: "member", name: "kill loop" },
      now: () => clock.now,
      live: createLiveBus(),
      timing: DEFAULT_TIMING,
      staging: createStaging(),
      uploads: createSentFiles(join(tmpdir(), `ablab-uploads-${process.pid}`)),
      storage: { minFree: 0, free: () => Infinity, troubles: new Map() },
    };
    const world: World = { ctx, clock, as: (actor) => ({ ...ctx, actor }) };
    launch(world, { seeds: Array.from({ length: count }, (_, seed) => seed) });
    const worker = joinWorker(world, { slots: count });
    return Array.from({ length: count }, () => {
      const { attemptId, runId, assignment } = startNext(world, worker);
      return { attemptId, runId, token: assignment.token };
    });
  } finally {
    db.$client.close();
    home.release();
  }
}
