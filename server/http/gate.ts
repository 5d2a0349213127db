import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { POINTS_PATH, POINTS_TYPES } from "../../workers/protocol/points.ts";
import type { IngestActor } from "../services/context.ts";
import type { Adapter } from "../adapters/adapter.ts";
import { INGEST_SENTENCE, LOGIN_SENTENCE, READING_SENTENCE, TOKEN_SENTENCE } from "./gate-sentences.ts";

/**
 * The gate stands before everything for requests and upgrades. It denies by default and decides from the request line
 * and headers alone; every rule names the attack it is for. Pure: what it needs to know is passed in.
 */
export interface GateRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  upgrade: boolean;
}

export function gateRequestOf(request: IncomingMessage): GateRequest {
  const { method = "GET", url = "/", headers, rawHeaders } = request;
  return { method, url, headers, rawHeaders, upgrade: headers.upgrade !== undefined };
}

/** What a credential opens. */
export type Scope =
  | { kind: "session"; secret: string }
  | { kind: "operator" }
  | { kind: "worker-admission" }
  | { kind: "worker"; token: string }
  | { kind: "attempt"; attemptId: string }
  | { kind: "ingest"; actor: IngestActor };

type GateAdapter = Pick<Adapter, "tokenOf" | "drops" | "mayRead">;

export interface GatePolicy {
  /** Exact Host values, port included. */
  hosts: ReadonlySet<string>;
  cookieName: string;
  isOpenSession(secret: string): boolean;
  csrfTokenOf(secret: string): string;
  scopeOfToken(token: string): Scope | null;
  /** The foreign client whose path this is, decoded; null where it is no client's. */
  adapterOf?(method: string, path: string): GateAdapter | null;
  /** Pages are served unbuilt: then Next's own socket tells an open page that its code has changed. */
  dev?: boolean;
}

export type GateDecision =
  { kind: "refuse"; status: number; error: string; message: string } | { kind: "allow"; scope: Scope | null };

const refuse = (status: number, error: string, message: string): GateDecision => ({
  kind: "refuse",
  status,
  error,
  message,
});

/** Compares secrets in constant time whatever their lengths. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Paths that open without a credential. A share link shows what was published under its token; the others show no data. */
const PUBLIC_PATHS = [
  /^\/(livez|login|mark\.svg|favicon\.ico)$/,
  /^\/share\/./,
  /^\/_next\/static\/[\w./~@-]+$/,
  /^\/fonts\/[\w-]+\.\w+$/,
];

const isPublic = (path: string): boolean => PUBLIC_PATHS.some((pattern) => pattern.test(path));

/**
 * Whether a path means one place to everybody who reads it. What resolves dots, slashes or encodings behind the gate must
 * not arrive at another path than the one that was judged.
 */
function isPlainPath(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  if (/[\\\p{Cc}]|%(?:2e|2f|5c|00)/iu.test(decoded)) return false;
  const segments = decoded.split("/").slice(1);
  return segments.every((segment, i) =>
    segment === "" ? i === segments.length - 1 : segment !== "." && segment !== "..",
  );
}

type Area = "public" | "admission" | "claim" | "points" | "attempt" | "read" | "api" | "page";

/** Paths of our own that no foreign client may have, whatever it claims. */
const OURS = /^\/(api\/(worker|trpc|logs|files|export|read)\/|_next\/)/;

/** The foreign client whose path this is, as the gate and the route behind it read it. */
export function adapterAt<W>(
  adapterOf: (method: string, path: string) => W | null,
  method: string,
  path: string,
): W | null {
  if (isPublic(path) || OURS.test(path) || !isPlainPath(path)) return null;
  return adapterOf(method, decodeURIComponent(path));
}

/** What scripts read runs by: with a key that reads, and by GET alone. */
const READS = /^\/api\/read\//;

function areaOf(path: string): Area {
  if (POINTS_PATH.test(path)) return "points";
  if (isPublic(path)) return "public";
  if (path === "/api/worker/register") return "admission";
  if (path === "/api/worker/claim") return "claim";
  if (path.startsWith("/api/worker/")) return "attempt";
  if (READS.test(path)) return "read";
  return path.startsWith("/api/") ? "api" : "page";
}

const OPENS: Record<Exclude<Area, "public">, Scope["kind"][]> = {
  admission: ["worker-admission"],
  claim: ["worker"],
  points: ["attempt"],
  attempt: ["attempt"],
  read: ["session", "operator", "ingest"],
  api: ["session", "operator"],
  page: ["session", "operator"],
};

/** The attempt whose points a path takes, or null for any other path. */
export function attemptOfPoints(path: string): string | null {
  return POINTS_PATH.exec(path)?.[1] ?? null;
}

function countHeader(rawHeaders: string[], name: string): number {
  return rawHeaders.filter((value, i) => i % 2 === 0 && value.toLowerCase() === name).length;
}

function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...rest] = part.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return null;
}

/** Whether a request names a path and a host of ours: without that nothing is answered but the refusal. */
export const isOurAddress = (request: GateRequest, policy: Pick<GatePolicy, "hosts">): boolean =>
  checkAddress(request, policy) === null;

/** Request line and Host: absolute targets reach other hosts, a foreign Host is DNS rebinding. */
function checkAddress(request: GateRequest, policy: Pick<GatePolicy, "hosts">): GateDecision | null {
  if (!/^\/(?!\/)/.test(request.url)) return refuse(400, "target", "The request target must be a path.");
  if (!isPlainPath(request.url.split("?")[0]))
    return refuse(400, "target", "The path holds dots, slashes or characters that could mean another path.");
  const host = (request.headers.host ?? "").toLowerCase();
  if (countHeader(request.rawHeaders, "host") !== 1 || !policy.hosts.has(host)) {
    return refuse(421, "host", "This server does not answer to that host name.");
  }
  return null;
}

/** Where a browser says the request comes from. Fails closed: a foreign or opaque origin never passes. */
function checkBrowserOrigin(request: GateRequest): GateDecision | null {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${(host ?? "").toLowerCase()}`) {
    return refuse(403, "origin", "The request comes from another origin.");
  }
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin") return null;
  const isGet = SAFE_METHODS.has(request.method) && !request.upgrade;
  const isNavigation =
    request.headers["sec-fetch-mode"] === "navigate" && request.headers["sec-fetch-dest"] === "document";
  if (isGet && (site === "none" || isNavigation)) return null;
  return refuse(403, "sec-fetch-site", "The request was started by another site.");
}

/** A cookie is sent by the browser for anyone; what changes something must also prove that our own page asked. */
function checkForgery(request: GateRequest, secret: string, policy: GatePolicy): GateDecision | null {
  if (SAFE_METHODS.has(request.method) && !request.upgrade) return null;
  if (request.headers.origin === undefined)
    return refuse(403, "origin", "A request that changes something must name its origin.");
  if (!sameSecret(String(request.headers["x-csrf-token"] ?? ""), policy.csrfTokenOf(secret))) {
    return refuse(403, "csrf", "The page is older than this session. Reload it and try again.");
  }
  return null;
}

function checkBody(request: GateRequest, area: Area): GateDecision | null {
  if (request.upgrade) return refuse(426, "upgrade", "This server has no upgraded connections.");
  if (request.headers["next-action"] !== undefined)
    return refuse(405, "method", "Server actions are not used here.");
  if (SAFE_METHODS.has(request.method) && area !== "points") return null;
  if (request.method !== "POST" || area === "page" || area === "public" || area === "read")
    return refuse(405, "method", `${request.method} is not used on this path.`);
  const types = area === "points" ? POINT_TYPES : JSON_ONLY;
  return types.includes(mediaType(request.headers["content-type"]))
    ? null
    : refuse(415, "content-type", `Send ${types.join(" or ")}.`);
}

/** What a browser can be made to send to another site without being asked is in neither list. */
const JSON_ONLY = ["application/json"];
const POINT_TYPES: string[] = Object.values(POINTS_TYPES);

/** The content type without its parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? "").split(";")[0].trim().toLowerCase();
}

function credentialOf(request: GateRequest, policy: GatePolicy): Scope | "bad" | null {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    const token = /^Bearer ([\x21-\x7e]+)$/.exec(authorization)?.[1];
    return (token !== undefined && policy.scopeOfToken(token)) || "bad";
  }
  const secret = cookieValue(request.headers.cookie, policy.cookieName);
  return secret !== null && policy.isOpenSession(secret) ? { kind: "session", secret } : null;
}

const readsRuns = ({ access, attempt }: IngestActor): boolean =>
  attempt === undefined && (access === "read" || access === "both");

/**
 * A request of a foreign client: its ingest token opens its paths and nothing else, and nothing else opens them. No cookie is
 * looked at, so that no browser can be made to send anything here; method and type are the client's own.
 */
function decideAdapter(request: GateRequest, policy: GatePolicy, adapter: GateAdapter): GateDecision {
  if (request.upgrade) return refuse(426, "upgrade", "This server has no upgraded connections.");
  const { method, headers } = request;
  const [address, ...rest] = request.url.split("?");
  const path = decodeURIComponent(address);
  if (adapter.drops?.(method, path)) return { kind: "allow", scope: null };
  const token = adapter.tokenOf({ method, path, headers, query: new URLSearchParams(rest.join("?")) });
  const scope = token === null ? null : policy.scopeOfToken(token);
  if (scope === null)
    return refuse(
      401,
      "unauthorized",
      token === null ? INGEST_SENTENCE : `That token is not known here, or was revoked. ${INGEST_SENTENCE}`,
    );
  if (scope.kind !== "ingest")
    return refuse(403, "forbidden", `That token does not bring runs. ${INGEST_SENTENCE}`);
  // What a client asks to read may come by any method; what of that would change something the verbs refuse.
  if (scope.actor.access === "read" && !adapter.mayRead?.(method, path))
    return refuse(403, "forbidden", `That key reads runs and brings none. ${INGEST_SENTENCE}`);
  return { kind: "allow", scope };
}

/** Where Next of this version has the socket of hot reload. */
const HOT_RELOAD = "/_next/hmr";

/**
 * The one upgrade there is, while developing. A socket has no header for a CSRF token, so the page must name itself: a session
 * and its own origin, which `checkBrowserOrigin` has compared.
 */
function decideHotReload(request: GateRequest, credential: Scope): GateDecision {
  if (credential.kind !== "session") return refuse(403, "forbidden", "That token does not open this path.");
  if (request.headers.origin === undefined)
    return refuse(403, "origin", "A connection for hot reload must name its origin.");
  return { kind: "allow", scope: credential };
}

/** Decides one request. The order matters: nothing is looked up before the address is right. */
export function decide(request: GateRequest, policy: GatePolicy): GateDecision {
  const wrongAddress = checkAddress(request, policy) ?? checkBrowserOrigin(request);
  if (wrongAddress) return wrongAddress;
  const path = request.url.split("?")[0];
  const adapter = policy.adapterOf ? adapterAt(policy.adapterOf, request.method, path) : null;
  if (adapter) return decideAdapter(request, policy, adapter);
  const area = areaOf(path);
  const credential = credentialOf(request, policy);
  if (credential === "bad")
    return refuse(
      401,
      "unauthorized",
      "That token is not known here. It may belong to another data directory, or have been replaced.",
    );
  if (area === "public") return checkBody(request, area) ?? { kind: "allow", scope: credential };
  if (credential === null)
    return refuse(401, "unauthorized", area === "points" ? TOKEN_SENTENCE : LOGIN_SENTENCE);
  if (policy.dev && request.upgrade && request.method === "GET" && path === HOT_RELOAD)
    return decideHotReload(request, credential);
  if (!OPENS[area].includes(credential.kind))
    return refuse(403, "forbidden", "That token does not open this path.");
  if (area === "read" && credential.kind === "ingest" && !readsRuns(credential.actor))
    return refuse(403, "forbidden", READING_SENTENCE);
  if (area === "points" && credential.kind === "attempt" && credential.attemptId !== attemptOfPoints(path))
    return refuse(403, "forbidden", "That token opens another attempt's routes only.");
  if (credential.kind === "session") {
    const forged = checkForgery(request, credential.secret, policy);
    if (forged) return forged;
  }
  return checkBody(request, area) ?? { kind: "allow", scope: credential };
}
