import { METHODS } from "node:http";
import { describe, expect, test } from "vitest";
import { decide, type GatePolicy, type GateRequest, type Scope } from "./gate.ts";
import { stripInternalHeaders } from "./internal-headers.ts";

const HOST = "127.0.0.1:7330";
const TOKENS: Record<string, Scope> = {
  "operator-token": { kind: "operator" },
  "worker-token": { kind: "worker-admission" },
  "worker-session": { kind: "worker", token: "worker-session" },
  "attempt-token": { kind: "attempt", attemptId: "att_1" },
  "ingest-token": {
    kind: "ingest",
    actor: { kind: "ingest", tokenId: "tok_1", projectId: "prj_1", name: "x" },
  },
};

const policy: GatePolicy = {
  hosts: new Set([HOST, "localhost:7330", "[::1]:7330"]),
  cookieName: "ablab_session_7330",
  isOpenSession: (secret) => secret === "open",
  csrfTokenOf: (secret) => `csrf-of-${secret}`,
  scopeOfToken: (token) => TOKENS[token] ?? null,
};

type Headers = Record<string, string>;

function request(method: string, url: string, headers: Headers = {}, upgrade = false): GateRequest {
  const all: Headers = { host: HOST, ...headers };
  const rawHeaders = Object.entries(all).flatMap(([name, value]) => [name, value]);
  return { method, url, headers: all, rawHeaders, upgrade };
}

const status = (r: GateRequest) => {
  const decision = decide(r, policy);
  return decision.kind === "allow" ? 200 : decision.status;
};

const session = { cookie: "other=1; ablab_session_7330=open" };
const json = { "content-type": "application/json" };
const origin = { origin: `http://${HOST}` };
const csrf = { "x-csrf-token": "csrf-of-open" };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("the address", () => {
  test.each([
    ["evil.example"],
    ["evil.example:7330"],
    ["127.0.0.1"],
    ["127.0.0.1:7331"],
    ["0.0.0.0:7330"],
    ["127.0.0.1.:7330"],
    [""],
  ])("host %j is refused before anything else, even with a good token", (host) => {
    for (const [method, url] of [
      ["GET", "/livez"],
      ["GET", "/"],
      ["POST", "/api/trpc/runs.launch"],
    ]) {
      expect(status(request(method, url, { host, ...bearer("operator-token"), ...json }))).toBe(421);
    }
  });

  test("a second Host header is refused", () => {
    const r = request("GET", "/livez");
    r.rawHeaders.push("Host", "evil.example");
    expect(status(r)).toBe(421);
  });

  test("host names are compared without case, and every allowed name works", () => {
    for (const host of ["LOCALHOST:7330", "localhost:7330", "[::1]:7330"])
      expect(status(request("GET", "/livez", { host }))).toBe(200);
  });

  test.each([["http://169.254.169.254/latest"], ["//evil.example/"], ["*"], [""]])(
    "target %j is no path and is refused",
    (url) => {
      expect(status(request("GET", url, bearer("operator-token")))).toBe(400);
    },
  );
});

describe("another site", () => {
  test.each([
    ["http://evil.example"],
    ["null"],
    ["http://127.0.0.1:8888"],
    ["https://127.0.0.1:7330"],
    ["http://localhost:7330"],
  ])("origin %s does not pass on %s", (foreign) => {
    expect(status(request("POST", "/api/trpc/x", { ...session, ...json, ...csrf, origin: foreign }))).toBe(
      403,
    );
    expect(status(request("GET", "/api/trpc/live.ticks", { ...session, origin: foreign }))).toBe(403);
    expect(status(request("GET", "/", { ...session, origin: foreign }, true))).toBe(403);
  });

  test("a cross-site or same-site fetch is refused, a cross-site link to a page is not", () => {
    for (const site of ["cross-site", "same-site"]) {
      expect(
        status(
          request("GET", "/api/trpc/runs.list", {
            ...session,
            "sec-fetch-site": site,
            "sec-fetch-mode": "cors",
          }),
        ),
      ).toBe(403);
      expect(
        status(
          request("GET", "/", {
            ...session,
            "sec-fetch-site": site,
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "iframe",
          }),
        ),
      ).toBe(403);
      expect(
        status(
          request("GET", "/", {
            ...session,
            "sec-fetch-site": site,
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "document",
          }),
        ),
      ).toBe(200);
      expect(
        status(
          request("POST", "/api/trpc/x", {
            ...session,
            ...json,
            ...csrf,
            ...origin,
            "sec-fetch-site": site,
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "document",
          }),
        ),
      ).toBe(403);
    }
  });
});

describe("changing something with a session", () => {
  const good = { ...session, ...json, ...origin, ...csrf };

  test("passes with origin, JSON and the session's token", () => {
    expect(status(request("POST", "/api/trpc/runs.launch", good))).toBe(200);
  });

  test("fails without an origin, without or with another token", () => {
    expect(status(request("POST", "/api/trpc/x", { ...session, ...json, ...csrf }))).toBe(403);
    expect(status(request("POST", "/api/trpc/x", { ...session, ...json, ...origin }))).toBe(403);
    expect(status(request("POST", "/api/trpc/x", { ...good, "x-csrf-token": "csrf-of-other" }))).toBe(403);
  });

  test.each([
    ["multipart/form-data; boundary=x"],
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["application/octet-stream"],
    ["text/x-component"],
    [""],
  ])("content type %j is refused", (type) => {
    expect(status(request("POST", "/api/trpc/x", { ...good, "content-type": type }))).toBe(415);
    expect(
      status(request("POST", "/api/trpc/x", { ...bearer("operator-token"), "content-type": type })),
    ).toBe(415);
  });

  test("only GET, HEAD and POST are ever answered, and pages take no POST", () => {
    for (const method of [...METHODS, "FOO"]) {
      const allowed = ["GET", "HEAD", "POST"].includes(method);
      expect(status(request(method, "/api/trpc/x", good)), method).toBe(allowed ? 200 : 405);
      expect(status(request(method, "/", good)), method).toBe(["GET", "HEAD"].includes(method) ? 200 : 405);
    }
  });

  test("a server action is refused", () => {
    expect(status(request("POST", "/", { ...good, "next-action": "x" }))).toBe(405);
    expect(status(request("GET", "/", { ...session, "next-action": "x" }))).toBe(405);
  });

  test("an upgrade is refused even with everything right", () => {
    expect(status(request("GET", "/api/trpc/live.ticks", { ...good }, true))).toBe(426);
  });
});

describe("who may go where", () => {
  const paths: [string, string, Scope["kind"][]][] = [
    ["GET", "/", ["operator"]],
    ["GET", "/runs/run_0", ["operator"]],
    ["GET", "/_next/data/x.json", ["operator"]],
    ["POST", "/api/trpc/runs.launch", ["operator"]],
    ["GET", "/api/logs/att_1", ["operator"]],
    ["POST", "/api/worker/register", ["worker-admission"]],
    ["POST", "/api/worker/claim", ["worker"]],
    ["POST", "/api/worker/attempts/att_1/events", ["attempt"]],
    ["GET", "/api/worker/benchmarks/00", ["attempt"]],
  ];

  test.each(paths)("%s %s opens only for its own kind of token", (method, url, kinds) => {
    for (const [token, scope] of Object.entries(TOKENS)) {
      expect(status(request(method, url, { ...bearer(token), ...json })), token).toBe(
        kinds.includes(scope.kind) ? 200 : 403,
      );
    }
    expect(status(request(method, url, json))).toBe(401);
  });

  test("a session opens pages and the API, and no worker route", () => {
    expect(status(request("GET", "/runs", session))).toBe(200);
    for (const path of ["register", "claim", "attempts/att_1/events"]) {
      expect(
        status(request("POST", `/api/worker/${path}`, { ...session, ...json, ...origin, ...csrf })),
      ).toBe(403);
    }
  });

  test("a bad bearer token never falls back to the cookie", () => {
    expect(status(request("GET", "/", { ...session, ...bearer("stale") }))).toBe(401);
    expect(status(request("GET", "/", { ...session, authorization: "Basic YTpi" }))).toBe(401);
  });

  test("a token in the query opens nothing", () => {
    expect(status(request("GET", "/?token=operator-token"))).toBe(401);
    expect(status(request("GET", "/?t=operator-token"))).toBe(401);
  });

  test("what is public shows no data and takes no POST", () => {
    for (const path of ["/livez", "/login", "/_next/static/chunks/a.js", "/fonts/Geist-Variable.woff2"]) {
      expect(status(request("GET", path)), path).toBe(200);
      expect(status(request("POST", path, json)), path).toBe(405);
    }
    for (const path of [
      "/_next/image?url=x",
      "/_next/data/a.json",
      "/runs",
      "/api/trpc/runs.list",
      "/livez/x",
      "/_next/staticx",
      "/fonts/a/b.woff2",
    ]) {
      expect(status(request("GET", path)), path).toBe(401);
    }
  });

  test("no way of writing a path reaches a page through a public prefix", () => {
    const up = ["..", "%2e%2e", ".%2e", "%2E.", "./..", "%252e%252e", "..%2f..", "..%5c.."];
    for (const prefix of ["/fonts", "/_next/static", "/share", "/share/x", "/livez", "/login"])
      for (const dots of up)
        for (const page of ["/runs", "/", "/api/trpc/runs.list", "/reports/rpt_0000000000000000"])
          expect(status(request("GET", `${prefix}/${dots}${page}`)), `${prefix}/${dots}${page}`).toBe(400);
    for (const path of [
      "/fonts//runs",
      "/fonts/\\..\\runs",
      "/share/%00",
      "/runs/%zz",
      "/a%0ab",
      "/runs/./x",
    ])
      expect(status(request("GET", path)), path).toBe(400);
    expect(status(request("GET", "/evaluations/evl_1/a%2Fb", session))).toBe(200);
    expect(status(request("GET", "/runs/", session))).toBe(200);
  });

  test("a session of another port's cookie is not ours", () => {
    expect(status(request("GET", "/", { cookie: "ablab_session_7331=open" }))).toBe(401);
    expect(status(request("GET", "/", { cookie: "ablab_session_7330=closed" }))).toBe(401);
  });
});

test("headers that only proxies and frameworks may set are removed", () => {
  const headers: Headers = {
    host: HOST,
    "x-middleware-subrequest": "a",
    "x-forwarded-host": "evil",
    "x-ablab-csrf": "x",
    "x-nonce": "y",
  };
  stripInternalHeaders(headers);
  expect(headers).toEqual({ host: HOST });
});

test("a refusal without login says how to get a login link", () => {
  const decision = decide(request("GET", "/"), policy);
  expect(decision).toMatchObject({ kind: "refuse", status: 401 });
  expect(decision.kind === "refuse" && decision.message).toContain("npx ablab login-link");
});
