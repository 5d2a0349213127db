import { readSlug } from "../contracts/housekeeping/project-words.ts";
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import next from "next";
import { countOwnLive } from "#db/queries/runs.ts";
import { freeBytes } from "../maintenance/backup.ts";
import { upgradeInThread } from "../maintenance/in-thread.ts";
import { isUpgradeDue, makeWhereNone, openDatabase } from "../maintenance/open-database.ts";
import { isServiceError } from "../errors.ts";
import type { TellStep } from "../contracts/housekeeping/upgrade-step.ts";
import { createLiveBus } from "../live/bus.ts";
import { appRouter } from "../routers/index.ts";
import { DEFAULT_TIMING, type Doors, type ServiceContext, type Timing } from "../services/context.ts";
import { watchSteps } from "../services/clock.ts";
import { createReader } from "../services/readers/reader.ts";
import { createSentFiles } from "../services/sent-files.ts";
import { createStaging } from "../services/staging.ts";
import { takeDeclared } from "../services/recipes/book.ts";
import { createPointIngest } from "../services/ingest/ingest.ts";
import { explainFailure } from "../services/storage.ts";
import { sha256 } from "../services/hashing.ts";
import { csrfTokenOf, isOpenSession } from "../services/sessions/open.ts";
import { openDoors } from "./doors.ts";
import { openDoor } from "./door.ts";
import { handleFileDownload, handleMediaPreview, handleLogDownload } from "./download.ts";
import {
  decide,
  gateRequestOf,
  isOurAddress,
  type GateDecision,
  type GatePolicy,
  type Scope,
} from "./gate.ts";
import { explainStart } from "./explain-start.ts";
import { EXPORT_PREFIX, handleExport } from "./export-handler.ts";
import { stripInternalHeaders } from "./internal-headers.ts";
import { type Home, openHome, scopeOfToken } from "./home.ts";
import { listen } from "./connections/listen.ts";
import { createNextUpgrades } from "./connections/next-upgrades.ts";
import { createPatientServer } from "./connections/patient-server.ts";
import { createPointsRoute } from "./ingest-route.ts";
import { lookAfter } from "./look-after.ts";
import { createReading } from "./reading/handler.ts";
import { createLoginCodes, handleLogin, type LoginCodes } from "./login.ts";
import { type NotYet, sendNotYet, STARTING, upgrading } from "./not-yet.ts";
import { contentSecurityPolicy, sendJson, sendPage, setSecurityHeaders, wantsPage } from "./send.ts";
import { handleShare, SHARE_PREFIX } from "./share.ts";
import { createStaticFiles, type StaticFiles } from "./static-files.ts";
import { startTimers } from "./timers.ts";
import { ADAPTERS, adapterOf } from "../adapters/index.ts";
import { createAdapterRoute } from "./adapter-route.ts";
import { handleTrpc } from "./trpc-handler.ts";
import { handleWorker } from "./worker-handler.ts";

export interface ServeOptions {
  home: string;
  host: string;
  port: number;
  dev: boolean;
  timing?: Partial<Timing>;
  /** How many backups, one of each day, are kept; 0 makes none. */
  keepBackups: number;
  /** Nothing is launched where fewer bytes are free. */
  minFreeBytes: number;
  /** Where webhooks may lead besides the open internet. */
  allowWebhooks: readonly string[];
  /** Hears of each step that brings the database to this version, before it is done. */
  tellUpgrade?: TellStep;
}

export interface RunningServer {
  url: string;
  home: Home;
  createLoginLink(): string;
  countLiveTrainings(): number;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, "..", "..");
const VERSION = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;

function hostsFor(host: string, port: number): Set<string> {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  if (!names.includes(host) && host !== "0.0.0.0" && host !== "::") names.push(host.toLowerCase());
  return new Set(names.map((name) => `${name}:${port}`));
}

interface Running {
  policy: GatePolicy;
  codes: LoginCodes;
  context: ServiceContext;
  doors: Doors;
  dev: boolean;
  /** Null while developing: then they change. */
  staticFiles: StaticFiles | null;
  reading: ReturnType<typeof createReading>;
  nextHandler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

function actorOf(scope: Scope | null): ServiceContext["actor"] {
  if (scope?.kind === "ingest") return scope.actor;
  return scope?.kind === "operator"
    ? { kind: "operator", name: "command line" }
    : { kind: "member", name: "local", ...(scope?.kind === "session" && { session: sha256(scope.secret) }) };
}

/** One request that is not of points: gate, then the four doors (worker wire, tRPC, login, pages). */
async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  stripInternalHeaders(request.headers);
  const nonce = randomBytes(16).toString("base64");
  const csp = contentSecurityPolicy(nonce, running.dev);
  setSecurityHeaders(response, csp);
  const { url = "/", headers } = request;
  const decision = decide(gateRequestOf(request), running.policy);
  if (decision.kind === "refuse") {
    if (wantsPage(request) && decision.status === 401)
      sendPage(response, 401, "This bench asks for a login.", decision.message);
    else sendJson(response, decision.status, { error: decision.error, message: decision.message });
    return;
  }
  const { scope } = decision;
  const path = url.split("?")[0];
  if (path === "/livez") return sendJson(response, 200, { status: "ok" });
  if (path === "/login")
    return handleLogin(request, response, running.codes, running.context, running.policy.cookieName);
  if (path.startsWith(SHARE_PREFIX)) return handleShare(request, response, running.context);
  if (path.startsWith("/api/worker/")) {
    const caller = scope as Extract<Scope, { kind: "worker-admission" | "worker" | "attempt" }>;
    return handleWorker(request, response, running.context, caller);
  }
  const services: ServiceContext = { ...running.context, actor: actorOf(scope) };
  if (path.startsWith("/api/trpc/")) {
    const isStillOpen = () => decide(gateRequestOf(request), running.policy).kind === "allow";
    return handleTrpc(request, response, { services, doors: running.doors }, isStillOpen);
  }
  if (path.startsWith("/api/logs/"))
    return handleLogDownload(response, services, path.slice("/api/logs/".length));
  const preview = /^\/api\/files\/m(\d{1,15})$/.exec(path);
  if (preview) return handleMediaPreview(request, response, services, Number(preview[1]));
  if (path.startsWith("/api/files/"))
    return handleFileDownload(response, services, path.slice("/api/files/".length));
  if (path.startsWith("/api/read/")) return running.reading(request, response, services);
  if (path.startsWith(EXPORT_PREFIX)) return handleExport(response, services, path);
  if (path.startsWith("/api/"))
    return sendJson(response, 404, { error: "not_found", message: "There is no such route." });
  headers["content-security-policy"] = csp;
  headers["x-nonce"] = nonce;
  if (scope?.kind === "session") headers["x-ablab-csrf"] = csrfTokenOf(scope.secret);
  const project = readSlug(new URLSearchParams(url.split("?")[1]).get("project") ?? "");
  // What frames every page knows no address of its own.
  if (project !== null) headers["x-ablab-project"] = project;
  if (!path.startsWith("/_next/static/") && !path.startsWith("/fonts/"))
    response.setHeader("cache-control", "no-store");
  if (await running.staticFiles?.(request, response)) return;
  return running.nextHandler(request, response);
}

/** What is answered where a door had no answer of its own. */
function sendFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const known = isServiceError(error) ? error : null;
  if (!known) console.error(`${request.method} ${request.url?.split("?")[0]} failed:`, error);
  if (response.headersSent) return void response.destroy();
  const status = known ? (known.code === "full" ? 507 : 503) : 500;
  const message = known?.message ?? "The server failed on this request; its log says why.";
  if (known && wantsPage(request)) sendPage(response, status, "This page cannot be shown.", message);
  else sendJson(response, status, { error: known?.code ?? "internal", message });
}

/**
 * Starts the one server process of a data directory: lock, listen, upgrade, and only then Next, so that a taken port or a used
 * directory is said at once, and an upgrade of minutes is said to whoever asks. Everything is undone when a step fails.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const cleanups: (() => void)[] = [];
  try {
    const home = openHome(options.home);
    cleanups.unshift(() => home.release());
    makeWhereNone(home.dbPath, Date.now());
    let hosts: ReadonlySet<string> = new Set();
    let handle: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
    let policy: GatePolicy | null = null;
    let notYet: NotYet = STARTING;
    const judge = (request: IncomingMessage): GateDecision =>
      policy ? decide(gateRequestOf(request), policy) : { kind: "refuse", status: 503, ...notYet };
    const upgrades = createNextUpgrades();
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      if (handle) handle(request, response);
      else if (isOurAddress(gateRequestOf(request), { hosts })) sendNotYet(request, response, notYet);
      else response.destroy();
    };
    const server = createPatientServer(listener, judge, undefined, options.dev ? upgrades.take : null);
    const port = await listen(server, options.host, options.port);
    hosts = hostsFor(options.host, port);
    cleanups.unshift(
      () => server.closeAllConnections(),
      () => upgrades.close(),
      () => server.close(),
    );
    const order = { path: home.dbPath, now: Date.now(), backups: home.backups };
    if (isUpgradeDue(home.dbPath))
      await upgradeInThread(order, (step) => {
        notYet = upgrading(step);
        options.tellUpgrade?.(step);
      });
    notYet = STARTING;
    const db = openDatabase(order);
    cleanups.unshift(() => db.$client.close());
    takeDeclared(db);
    const timing = { ...DEFAULT_TIMING, ...options.timing };
    const context: ServiceContext = {
      db,
      actor: { kind: "system", name: "server" },
      now: Date.now,
      comparableSince: watchSteps(Date.now, () => performance.now()),
      live: createLiveBus(),
      timing,
      staging: createStaging(),
      uploads: createSentFiles(join(home.dir, "uploads")),
      storage: { minFree: options.minFreeBytes, free: () => freeBytes(home.dir), troubles: new Map() },
      reader: createReader(db),
    };
    cleanups.unshift(() => context.reader?.close());
    const url = `http://${options.host.includes(":") ? `[${options.host}]` : options.host === "0.0.0.0" ? "127.0.0.1" : options.host}:${port}`;
    const codes = createLoginCodes(() => performance.now());
    const createLoginLink = () => `${url}/login?t=${codes.create()}`;
    const startedAt = Date.now();
    const { allowWebhooks } = options;
    const doors = openDoors(url, home, { createLoginLink, version: VERSION, startedAt, allowWebhooks });
    openDoor({
      router: appRouter,
      context: { services: { ...context, actor: { kind: "member", name: "local" } }, doors },
    });
    const httpServer = upgrades.server;
    const app = next({ dev: options.dev, dir: ROOT, hostname: options.host, port, httpServer });
    await app.prepare();
    const gate: GatePolicy = {
      hosts,
      cookieName: `ablab_session_${port}`,
      isOpenSession: (secret) => isOpenSession(context, secret),
      csrfTokenOf,
      scopeOfToken: scopeOfToken(context, home),
      adapterOf: adapterOf(ADAPTERS),
      dev: options.dev,
    };
    policy = gate;
    const ingest = createPointIngest(context);
    cleanups.unshift(() => ingest.close());
    const takesPoints = createPointsRoute(gate, ingest);
    const takesAdapters = createAdapterRoute(gate, context, ADAPTERS);
    const running: Running = {
      policy: gate,
      codes,
      context,
      doors,
      dev: options.dev,
      staticFiles: options.dev ? null : createStaticFiles(ROOT),
      reading: createReading(),
      nextHandler: app.getRequestHandler(),
    };
    handle = (request, response) => {
      const fail = (error: unknown) => sendFailure(request, response, explainFailure(context, error));
      try {
        if (!takesPoints(request, response) && !takesAdapters(request, response))
          answer(running, request, response).catch(fail);
      } catch (error) {
        fail(error);
      }
    };
    cleanups.unshift(startTimers(context, doors.webhooks), lookAfter(context, home, options.keepBackups));
    // Whole or not there: a command may look for it at this very moment.
    const facts = JSON.stringify({ url, pid: process.pid, startedAt, version: VERSION });
    writeFileSync(`${home.serverFile}.tmp`, facts, { mode: 0o600 });
    renameSync(`${home.serverFile}.tmp`, home.serverFile);
    cleanups.unshift(() => rmSync(home.serverFile, { force: true }));
    return {
      url,
      home,
      createLoginLink,
      countLiveTrainings: () => countOwnLive(db),
      close: async () => {
        for (const cleanup of cleanups) cleanup();
        await app.close();
      },
    };
  } catch (error) {
    for (const cleanup of cleanups) cleanup();
    throw explainStart(error, options.home);
  }
}
