import { describe, expect, test } from "vitest";
import { decide, type GatePolicy, type Scope } from "./gate.ts";

const HOST = "127.0.0.1:7330";
const SOCKET = "/_next/hmr?id=1";

const TOKENS: Readonly<Record<string, Scope>> = {
  operator: { kind: "operator" },
  attempt: { kind: "attempt", attemptId: "att_1" },
};

const policy = (dev: boolean): GatePolicy => ({
  hosts: new Set([HOST]),
  cookieName: "session",
  isOpenSession: (secret) => secret === "open",
  csrfTokenOf: () => "csrf",
  scopeOfToken: (token) => TOKENS[token] ?? null,
  dev,
});

const session = { cookie: "session=open" };
const origin = { origin: `http://${HOST}` };
const page = { ...session, ...origin };

interface Asked {
  dev?: boolean;
  method?: string;
  url?: string;
  upgrade?: boolean;
}

function statusOf(
  headers: Record<string, string>,
  { dev = true, method = "GET", url = SOCKET, upgrade = true }: Asked = {},
) {
  const all = { host: HOST, ...headers };
  const rawHeaders = Object.entries(all).flat();
  const decision = decide({ method, url, headers: all, rawHeaders, upgrade }, policy(dev));
  return decision.kind === "allow" ? 200 : decision.status;
}

describe("the socket of hot reload", () => {
  test("opens for a page of a session while pages are served unbuilt", () => {
    expect(statusOf(page)).toBe(200);
    expect(statusOf({ ...page, "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("is not there where pages are built, with a CSRF token or without", () => {
    expect(statusOf(page, { dev: false })).toBe(403);
    expect(statusOf({ ...page, "x-csrf-token": "csrf" }, { dev: false })).toBe(426);
  });

  test.each([
    ["another origin", { ...session, origin: "http://evil.example" }, 403],
    ["another port", { ...session, origin: "http://127.0.0.1:7331" }, 403],
    ["an opaque origin", { ...session, origin: "null" }, 403],
    ["no origin", session, 403],
    ["another site", { ...page, "sec-fetch-site": "cross-site" }, 403],
    ["another host", { ...page, host: "evil.example" }, 421],
    ["no session", origin, 401],
    ["a session that is closed", { ...origin, cookie: "session=closed" }, 401],
    ["the operator token", { ...origin, authorization: "Bearer operator" }, 403],
    ["the token of an attempt", { ...origin, authorization: "Bearer attempt" }, 403],
  ])("is refused to %s", (_whom, headers, status) => {
    expect(statusOf(headers)).toBe(status);
  });

  test("is the only upgrade, at its own path and by GET", () => {
    const csrf = { ...page, "x-csrf-token": "csrf" };
    for (const url of ["/", "/_next/hmr/x", "/_next/webpack-hmr", "/api/trpc/live.ticks", "/livez"])
      expect(statusOf(csrf, { url }), url).toBe(426);
    expect(statusOf(csrf, { method: "POST" })).toBe(426);
    expect(statusOf(page, { upgrade: false })).toBe(200);
  });
});
