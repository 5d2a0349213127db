import { describe, expect, test } from "vitest";
import { gatePolicy, HOST, statusOf as statusBy } from "./testing/gate-policy.ts";

const SOCKET = "/_next/hmr?id=1";

const session = { cookie: "session=open" };
const origin = { origin: `http://${HOST}` };
const page = { ...session, ...origin };

interface Wanted {
  dev?: boolean;
  method?: string;
  url?: string;
  upgrade?: boolean;
}

const statusOf = (
  headers: Record<string, string>,
  { dev = true, method = "GET", url = SOCKET, upgrade = true }: Wanted = {},
): number => statusBy(gatePolicy({ dev }), { method, url, headers, upgrade });

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
