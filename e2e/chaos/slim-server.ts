import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { type Db, openDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectSeriesNames } from "#db/queries/aa-controls.ts";
import type { GatePolicy } from "#server/http/gate.ts";
import { openHome, scopeOfToken } from "#server/http/home.ts";
import { createPointsRoute } from "#server/http/ingest-route.ts";
import { createAdapterRoute } from "#server/http/adapter-route.ts";
import { startTimers } from "#server/http/timers.ts";
import { createLiveBus } from "#server/live/bus.ts";
import { finishAttempt } from "#server/services/attempts/finish.ts";
import { createSentFiles } from "#server/services/sent-files.ts";
import { createStaging } from "#server/services/staging.ts";
import { DEFAULT_TIMING, type ServiceContext } from "#server/services/context.ts";
import { createPointIngest } from "#server/services/ingest/ingest.ts";
import { ADAPTERS, adapterOf } from "#server/adapters/index.ts";

/**
 * `node slim-server.ts <data directory>`: the server without pages, so that it is up again at once. It loads its code and
 * then does what lines on its standard input say: `open` the data directory, listen and print the port, with the names that
 * it is also called by behind it; `end <attempt>`; `close` in order and exit.
 */

const READ_EVERY_MS = 9;

/** Nobody has a webhook here. */
const NO_WEBHOOKS: Parameters<typeof startTimers>[1] = {
  serverUrl: "",
  post: () => Promise.reject(new Error("no message is sent here")),
  refusal: () => null,
};

/** Reads one series after the other, as pages do, so that kills come while some points wait in the journal and others do not. */
function readInTurn(db: Db): () => void {
  let last = 0;
  const timer = setInterval(() => {
    const [next] = selectSeriesNames(db, last, 1);
    last = next?.id ?? 0;
    if (next) pointStore(db).tail(next.id, 1);
  }, READ_EVERY_MS);
  return () => clearInterval(timer);
}

function open(dir: string, names: readonly string[]): { end(attemptId: string): void; close(): void } {
  const home = openHome(dir);
  const db = openDb(home.dbPath);
  migrate(db, { now: Date.now(), backupDir: home.backups });
  const ctx: ServiceContext = {
    db,
    actor: { kind: "system", name: "server" },
    now: Date.now,
    live: createLiveBus(),
    timing: DEFAULT_TIMING,
    staging: createStaging(),
    uploads: createSentFiles(join(tmpdir(), `ablab-uploads-${process.pid}`)),
    storage: { minFree: 0, free: () => Infinity, troubles: new Map() },
  };
  const ingest = createPointIngest(ctx);
  const hosts = new Set(names);
  const policy: GatePolicy = {
    hosts,
    cookieName: "none",
    isOpenSession: () => false,
    csrfTokenOf: () => "",
    scopeOfToken: scopeOfToken(ctx, home),
    adapterOf: adapterOf(ADAPTERS),
  };
  const takesPoints = createPointsRoute(policy, ingest);
  const takesAdapters = createAdapterRoute(policy, ctx, ADAPTERS);
  const server = createServer((request, response) => {
    if (!takesPoints(request, response) && !takesAdapters(request, response)) response.writeHead(404).end();
  });
  const stopTimers = startTimers(ctx, NO_WEBHOOKS);
  const stopReading = readInTurn(db);
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    hosts.add(`127.0.0.1:${port}`);
    console.log(JSON.stringify({ port }));
  });
  return {
    end(attemptId) {
      const exit = { code: 0, signal: null, askedBy: null, reason: "ok", detail: "" } as const;
      finishAttempt({ ...ctx, actor: { kind: "attempt", attemptId } }, attemptId, {
        fence: 1,
        lastSeq: 0,
        exit: { ...exit, endedAt: Date.now(), leftovers: 0, escalation: [] },
      });
      console.log(JSON.stringify({ ended: attemptId }));
    },
    close() {
      stopTimers();
      stopReading();
      ingest.close();
      server.closeAllConnections();
      server.close();
      db.$client.close();
      home.release();
    },
  };
}

// Otherwise the cache is written when a process ends, and not when it is killed.
flushCompileCache();
let opened: ReturnType<typeof open> | null = null;
console.log(JSON.stringify({ loaded: true }));
for await (const line of createInterface(process.stdin)) {
  const [verb, ...words] = line.split(" ");
  if (verb === "open") opened = open(process.argv[2], words);
  else if (verb === "end") opened?.end(words[0]);
  else if (verb === "close") break;
}
opened?.close();
// Standard input is still open on the other side.
process.exit();
