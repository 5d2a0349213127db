import { METHODS } from "node:http";
import { describe, expect, test } from "vitest";
import { POINTS_TYPES } from "../../workers/protocol/points.ts";
import {
  bearer,
  decisionOn as decide,
  gatePolicy,
  SESSION,
  statusOf as statusBy,
} from "./testing/gate-policy.ts";

const POINTS = "/api/worker/attempts/att_1/points?source=gpu&firstSeq=1";
const policy = gatePolicy();

type Headers = Record<string, string>;
const asked = (url: string, headers: Headers, method: string) => ({
  method,
  url,
  headers: { "content-type": "application/json", ...headers },
});
const decisionOn = (url: string, headers: Headers, method = "POST") =>
  decide(policy, asked(url, headers, method));
const statusOf = (url: string, headers: Headers, method = "POST") =>
  statusBy(policy, asked(url, headers, method));

describe("the path of points", () => {
  test("opens for the attempt's own token alone, in each of the three content types", () => {
    for (const type of [...Object.values(POINTS_TYPES), "Application/JSON; charset=utf-8"])
      expect(statusOf(POINTS, { ...bearer("attempt"), "content-type": type }), type).toBe(200);
    for (const token of ["other-attempt", "operator", "admission", "worker"])
      expect(statusOf(POINTS, bearer(token)), token).toBe(403);
    expect(statusOf(POINTS, bearer("stale"))).toBe(401);
    expect(statusOf(POINTS, SESSION)).toBe(403);
    expect(statusOf(`${POINTS}&token=attempt`, {})).toBe(401);
  });

  test("says to a sender without a token which one it wants", () => {
    const decision = decisionOn(POINTS, {});
    expect(decision).toMatchObject({ kind: "refuse", status: 401 });
    expect(decision.kind === "refuse" && decision.message).toContain("Authorization: Bearer");
  });

  test("takes POST and nothing else", () => {
    for (const method of [...METHODS, "FOO"])
      expect(statusOf(POINTS, bearer("attempt"), method), method).toBe(method === "POST" ? 200 : 405);
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
    const decision = decisionOn(POINTS, { ...bearer("attempt"), "content-type": type });
    expect(decision).toMatchObject({ kind: "refuse", status: 415 });
    for (const taken of Object.values(POINTS_TYPES))
      expect(decision.kind === "refuse" && decision.message).toContain(taken);
  });

  test("is the only one that takes lines and binary bodies", () => {
    const others: [string, string][] = [
      ["/api/worker/attempts/att_1/events", "attempt"],
      ["/api/worker/attempts/att_1/points/", "attempt"],
      ["/api/worker/attempts/att_1/points/x", "attempt"],
      ["/api/worker/attempts/att_1/x/points", "attempt"],
      ["/api/worker/attempts/points", "attempt"],
      ["/api/worker/attempts/att_1%2fpoints", "attempt"],
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
      expect(statusOf(path, bearer("attempt")), path).toBe(403);
    for (const path of ["/api/worker/attempts/att_2/../att_1/points", "/api/worker//attempts/att_1/points"])
      expect(statusOf(path, bearer("attempt")), path).toBe(400);
  });

  test("is closed to foreign hosts and origins as every path is", () => {
    expect(statusOf(POINTS, { ...bearer("attempt"), host: "evil.example:7330" })).toBe(421);
    expect(statusOf(POINTS, { ...bearer("attempt"), origin: "http://evil.example" })).toBe(403);
    expect(statusOf(POINTS, { ...bearer("attempt"), "sec-fetch-site": "cross-site" })).toBe(403);
  });
});
