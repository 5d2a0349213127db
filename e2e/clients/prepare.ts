import { tmpdir } from "node:os";
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { openHome } from "#server/http/home.ts";
import { createLiveBus } from "#server/live/bus.ts";
import { DEFAULT_TIMING, type ServiceContext } from "#server/services/context.ts";
import { createToken, ingestActorOf } from "#server/services/external/tokens.ts";
import { createSentFiles } from "#server/services/sent-files.ts";
import { createStaging } from "#server/services/staging.ts";

/** A data directory that no server has open, as verbs read it. */
export function withHome<T>(dir: string, work: (ctx: ServiceContext) => T): T {
  const home = openHome(dir);
  const db = openDb(home.dbPath);
  try {
    migrate(db, { now: Date.now(), backupDir: null });
    return work({
      db,
      actor: { kind: "member", name: "test" },
      now: Date.now,
      live: createLiveBus(),
      timing: DEFAULT_TIMING,
      staging: createStaging(),
      uploads: createSentFiles(join(tmpdir(), `ablab-uploads-${process.pid}`)),
      storage: { minFree: 0, free: () => Infinity, troubles: new Map() },
    });
  } finally {
    db.$client.close();
    home.release();
  }
}

/** Makes a data directory with a token for whoever sends. */
export function prepareForClients(dir: string): { token: string; projectId: string } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return withHome(dir, (ctx) => {
    const { token } = createToken(ctx, { name: "clients" });
    const actor = ingestActorOf(ctx, token);
    if (!actor) throw new Error("The token opens nothing.");
    return { token, projectId: actor.projectId };
  });
}
