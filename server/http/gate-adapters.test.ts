import { describe, expect, test } from "vitest";
import { bearer, gatePolicy, SCOPES, SESSION, statusOf } from "./testing/gate-policy.ts";

const policy = gatePolicy({
  // It claims more than it may have.
  adapterOf: (_method, path) =>
    /^\/(graphql|api\/trpc|api\/worker|livez)/.test(path)
      ? { tokenOf: ({ headers }) => headers.authorization?.slice("Bearer ".length) ?? null }
      : null,
});

const status = (method: string, url: string, headers: Record<string, string>, upgrade = false): number =>
  statusOf(policy, { method, url, headers, upgrade });

describe("a foreign client's path", () => {
  test("opens for an ingest token alone, by any method and content type", () => {
    for (const [token, { kind }] of Object.entries(SCOPES))
      for (const method of ["GET", "PUT", "PATCH", "POST", "DELETE"])
        expect(status(method, "/graphql", { ...bearer(token), "content-type": "x/y" }), token).toBe(
          kind === "ingest" && token !== "reading" ? 200 : 403,
        );
    expect(status("POST", "/graphql", SESSION)).toBe(401);
    expect(status("POST", "/graphql", bearer("stale"))).toBe(401);
    expect(status("POST", "/graphql", bearer("ingest"), true)).toBe(426);
  });

  test("is none of ours, even where the client claims it", () => {
    const json = { "content-type": "application/json" };
    for (const url of [
      "/api/trpc/runs.list",
      "/api/worker/register",
      "/api/worker/claim",
      "/api/worker/attempts/att_1/points?x",
    ])
      expect(status("POST", url, { ...bearer("ingest"), ...json }), url).toBe(403);
    expect(status("POST", "/api/trpc/runs.list", { ...bearer("operator"), ...json })).toBe(200);
    expect(status("GET", "/livez", {})).toBe(200);
  });

  test("is all that an ingest token opens: no page and no other way in", () => {
    for (const url of [
      "/",
      "/runs",
      "/connect",
      "/api/trpc/runs.list",
      "/api/logs/att_1",
      "/api/export/runs/x",
    ])
      expect(status("GET", url, bearer("ingest")), url).toBe(403);
  });

  test("is judged like every other by address, host and origin", () => {
    for (const headers of [
      ["host", "evil.example"],
      ["origin", "http://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ])
      expect(status("POST", "/graphql", { ...bearer("ingest"), ...Object.fromEntries([headers]) })).not.toBe(
        200,
      );
    for (const url of [
      "/graphql/../x",
      "/graphql/%2e%2e/x",
      "/graphql//x",
      "/graphql/%5cx",
      "http://evil/graphql",
    ])
      expect(status("POST", url, bearer("ingest")), url).toBe(400);
  });
});
