import { METHODS } from "node:http";
import { describe, expect, test } from "vitest";
import { POINTS_TYPES } from "../../workers/protocol/points.ts";
import { decide, type GatePolicy, type Scope } from "./gate.ts";

const HOST = "127.0.0.1:7330";
const TOKENS: Record<string, Scope> = {
  operator: { kind: "operator" },
  admission: { kind: "worker-admission" },
  worker: { kind: "worker", token: "worker" },
  one: { kind: "attempt", attemptId: "att_1" },
  two: { kind: "attempt", attemptId: "att_2" },
};

const policy: GatePolicy = {
  hosts: new Set([HOST]),
  cookieName: "session",
  isOpenSession: (secret) => secret === "open",
  csrfTokenOf: () => "csrf",
  scopeOfToken: (token) => TOKENS[token] ?? null,
};

const POINTS = "/api/worker/attempts/att_1/points?source=gpu&firstSeq=1";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const session = { cookie: "session=open", origin: `http://${HOST}`, "x-csrf-token": "csrf" };

function decisionOn(url: string, headers: Record<string, string>, method = "POST") {
  const all = { host: HOST, "content-type": "application/json", ...headers };
  const rawHeaders = Object.entries(all).flat();
  return decide({ method, url, headers: all, rawHeaders, upgrade: false }, policy);
}

function statusOf(url: string, headers: Record<string, string>, method = "POST"): number {
  const decision = decisionOn(url, headers, method);
  return decision.kind === "allow" ? 200 : decision.status;
}

describe("the path of points", () => {
  test("opens for the attempt's own token alone, in each of the three content types", () => {
    for (const type of [...Object.values(POINTS_TYPES), "Application/JSON; charset=utf-8"])
      expect(statusOf(POINTS, { ...bearer("one"), "content-type": type }), type).toBe(200);
    for (const token of ["two", "operator", "admission", "worker"])
      expect(statusOf(POINTS, bearer(token)), token).toBe(403);
    expect(statusOf(POINTS, bearer("stale"))).toBe(401);
    expect(statusOf(POINTS, session)).toBe(403);
    expect(statusOf(`${POINTS}&token=one`, {})).toBe(401);
  });

  test("says to a sender without a token which one it wants", () => {
    const decision = decisionOn(POINTS, {});
    expect(decision).toMatchObject({ kind: "refuse", status: 401 });
    expect(decision.kind === "refuse" && decision.message).toContain("Authorization: Bearer");
  });

  test("takes POST and nothing else", () => {
    for (const method of [...METHODS, "FOO"])
      expect(statusOf(POINTS, bearer("one"), method), method).toBe(method === "POST" ? 200 : 405);
  });

  test.each([
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/octet-stream",
    "application/json, application/x-ndjson",
    "application/x-ndjsonp",
    "",
  ])("takes no content type %j, and says which it takes", (type) => {
    const decision = decisionOn(POINTS, { ...bearer("one"), "content-type": type });
    expect(decision).toMatchObject({ kind: "refuse", status: 415 });
    for (const taken of Object.values(POINTS_TYPES))
      expect(decision.kind === "refuse" && decision.message).toContain(taken);
  });

  test("is the only one that takes lines and binary bodies", () => {
    const others: [string, string][] = [
      ["/api/worker/attempts/att_1/events", "one"],
      ["/api/worker/attempts/att_1/points/", "one"],
      ["/api/worker/attempts/att_1/points/x", "one"],
      ["/api/worker/attempts/att_1/x/points", "one"],
      ["/api/worker/attempts/points", "one"],
      ["/api/worker/attempts/att_1%2fpoints", "one"],
      ["/api/worker/register", "admission"],
      ["/api/worker/claim", "worker"],
      ["/api/trpc/runs.launch", "operator"],
    ];
    for (const [url, token] of others)
      for (const type of [POINTS_TYPES.lines, POINTS_TYPES.binary])
        expect(statusOf(url, { ...bearer(token), "content-type": type }), `${url} ${type}`).toBe(415);
  });

  test("another way of writing the attempt or the path does not open it for another token", () => {
    for (const path of [
      "/api/worker/attempts/att_2/points",
      "/api/worker/attempts/att_1%20/points",
      "/api/worker/attempts/ATT_1/points",
      "/api/worker/attempts/att%5F1/points",
    ])
      expect(statusOf(path, bearer("one")), path).toBe(403);
    for (const path of ["/api/worker/attempts/att_2/../att_1/points", "/api/worker//attempts/att_1/points"])
      expect(statusOf(path, bearer("one")), path).toBe(400);
  });

  test("is closed to foreign hosts and origins as every path is", () => {
    expect(statusOf(POINTS, { ...bearer("one"), host: "evil.example:7330" })).toBe(421);
    expect(statusOf(POINTS, { ...bearer("one"), origin: "http://evil.example" })).toBe(403);
    expect(statusOf(POINTS, { ...bearer("one"), "sec-fetch-site": "cross-site" })).toBe(403);
  });
});
