import { expect, test } from "vitest";
import { decide, type GatePolicy } from "./gate.ts";

const policy: GatePolicy = {
  hosts: new Set(["127.0.0.1:7330"]),
  cookieName: "ablab_session_7330",
  isOpenSession: () => false,
  csrfTokenOf: () => "",
  scopeOfToken: () => null,
};

function statusOf(method: string, url: string, headers: Record<string, string> = {}): number {
  const all: Record<string, string> = { host: "127.0.0.1:7330", ...headers };
  const rawHeaders = Object.entries(all).flat();
  const decision = decide({ method, url, headers: all, rawHeaders, upgrade: false }, policy);
  return decision.kind === "allow" ? 200 : decision.status;
}

test("a share path is read without a credential, and only read", () => {
  const path = `/share/${"0".repeat(26)}`;
  expect(statusOf("GET", path)).toBe(200);
  expect(statusOf("HEAD", path)).toBe(200);
  for (const method of ["POST", "PUT", "DELETE", "PATCH"])
    expect(statusOf(method, path, { "content-type": "application/json" }), method).toBe(405);
});

test("what only looks like a share path asks for a login, and a foreign host or page is refused as everywhere", () => {
  for (const path of ["/share", "/shares/x", "/Share/x", "/api/share/x", "/reports/rpt_0"])
    expect(statusOf("GET", path), path).toBe(401);
  expect(statusOf("GET", "/share/x", { host: "evil.example" })).toBe(421);
  expect(statusOf("GET", "/share/x", { origin: "http://evil.example" })).toBe(403);
  const framed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
  expect(statusOf("GET", "/share/x", framed)).toBe(403);
  expect(statusOf("GET", "/share/x", { ...framed, "sec-fetch-dest": "document" })).toBe(200);
});
