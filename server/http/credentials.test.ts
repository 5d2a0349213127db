import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appRouter } from "../routers/index.ts";
import { WIRES, wireOf } from "../wires/index.ts";
import { decide, type GatePolicy, type Scope } from "./gate.ts";

const HOST = "127.0.0.1:7330";
const ORIGIN = `http://${HOST}`;
const ROOT = join(import.meta.dirname, "..", "..");

const SCOPES: Readonly<Record<string, Scope>> = {
  operator: { kind: "operator" },
  admission: { kind: "worker-admission" },
  worker: { kind: "worker", token: "worker" },
  attempt: { kind: "attempt", attemptId: "att_1" },
  "other-attempt": { kind: "attempt", attemptId: "att_2" },
  ingest: { kind: "ingest", actor: { kind: "ingest", tokenId: "tok_1", projectId: "prj_1", name: "x" } },
};

const policy: GatePolicy = {
  hosts: new Set([HOST]),
  cookieName: "session",
  isOpenSession: (secret) => secret === "open",
  csrfTokenOf: () => "csrf",
  scopeOfToken: (token) => SCOPES[token] ?? null,
  wireOf: wireOf(WIRES),
};

type Headers = Record<string, string>;

/** Every credential of ARCHITECTURE's table, in each form in which some client sends one. */
const CREDENTIALS: Readonly<Record<string, readonly Headers[]>> = {
  none: [{}],
  "session cookie": [{ cookie: "session=open", origin: ORIGIN, "x-csrf-token": "csrf" }],
  "closed session": [{ cookie: "session=closed", origin: ORIGIN, "x-csrf-token": "csrf" }],
  ...Object.fromEntries(
    [...Object.keys(SCOPES), "revoked"].map((token) => [
      token,
      [
        { authorization: `Bearer ${token}` },
        { authorization: `Basic ${Buffer.from(`api:${token}`).toString("base64")}` },
        { "x-trackio-write-token": token },
      ],
    ]),
  ),
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const MEMBERS = ["session cookie", "operator"];
const EVERYBODY = Object.keys(CREDENTIALS);

/** What opens a route, and by which methods. */
interface Opened {
  route: RegExp;
  methods: readonly string[];
  by: readonly string[];
  /** By other methods it is a page that is not there. */
  isPageElse?: boolean;
}

const READ = ["GET", "HEAD"];
const TABLE: readonly Opened[] = [
  { route: /^\/(livez|login|mark\.svg|favicon\.ico)$/, methods: READ, by: EVERYBODY },
  { route: /^\/(share\/.|_next\/static\/|fonts\/)/, methods: READ, by: EVERYBODY },
  { route: /^\/api\/worker\/register$/, methods: [...READ, "POST"], by: ["admission"] },
  { route: /^\/api\/worker\/claim$/, methods: [...READ, "POST"], by: ["worker"] },
  { route: /^\/api\/worker\/attempts\/att_1\/points$/, methods: ["POST"], by: ["attempt"] },
  // Which attempt it is of is the bridge's to look at.
  {
    route: /^\/api\/worker\/(attempts|benchmarks)\//,
    methods: [...READ, "POST"],
    by: ["attempt", "other-attempt"],
  },
  { route: /^\/api\/trpc\//, methods: [...READ, "POST"], by: MEMBERS },
  { route: /^\/api\/(logs|files|export)\//, methods: [...READ, "POST"], by: MEMBERS },
  { route: /^\/sdk\/otel\//, methods: ["POST"], by: EVERYBODY, isPageElse: true },
  { route: /^\/(graphql|files\/.*\/file_stream)$/, methods: ["POST"], by: ["ingest"], isPageElse: true },
  { route: /^\/wires\/wandb\/file$/, methods: ["GET", "PUT"], by: ["ingest"], isPageElse: true },
  { route: /^\/version$/, methods: ["GET"], by: ["ingest"], isPageElse: true },
  { route: /^\/api\/(bulk_log|upload)$/, methods: ["POST"], by: ["ingest"], isPageElse: true },
  { route: /^\/api\/(2\.0\/mlflow|2\.0\/mlflow-artifacts|ingest)\//, methods: METHODS, by: ["ingest"] },
  { route: /^\/(?!api\/|graphql|sdk|wires|version|files\/)/, methods: READ, by: MEMBERS },
];

const pages = readdirSync(join(ROOT, "app"), { recursive: true })
  .map(String)
  .filter((file) => /(^|\/)(page|route)\.tsx?$/.test(file))
  .map(
    (file) =>
      `/${file
        .replace(/\/?(page|route)\.tsx?$/, "")
        .replaceAll(/\([^)]*\)\/?/g, "")
        .replaceAll(/\[(?:\.{3})?(\w+)\]/g, "$1")}`,
  );
const INSIDE = "_def";
const procedures = Object.keys(appRouter[INSIDE].procedures).map((name) => `/api/trpc/${name}`);

const ROUTES = [
  "/livez",
  "/login",
  "/mark.svg",
  "/favicon.ico",
  "/share/token",
  "/_next/static/a.js",
  "/fonts/Geist.woff2",
  "/api/worker/register",
  "/api/worker/claim",
  "/api/worker/attempts/att_1/points",
  "/api/worker/attempts/att_1/events",
  "/api/worker/benchmarks/abc",
  "/api/worker/attempts/att_1/inputs/slot",
  "/api/logs/att_1",
  "/api/files/art_1",
  "/api/export/run_1",
  "/sdk/otel/v1/metrics",
  "/graphql",
  "/files/ablab/p/r/file_stream",
  "/wires/wandb/file",
  "/version",
  "/api/bulk_log",
  "/api/upload",
  "/api/2.0/mlflow/runs/create",
  "/api/2.0/mlflow-artifacts/artifacts/x",
  "/api/ingest/v1/runs",
  ...pages,
  ...procedures,
];

function opens(method: string, url: string, headers: Headers): boolean {
  const all: Headers = { host: HOST, "content-type": "application/json", ...headers };
  const rawHeaders = Object.entries(all).flat();
  return decide({ method, url, headers: all, rawHeaders, upgrade: false }, policy).kind === "allow";
}

test("every route is in the table", () => {
  expect(ROUTES.filter((route) => !TABLE.some(({ route: of }) => of.test(route)))).toEqual([]);
  expect([pages.length > 20, procedures.length > 80]).toEqual([true, true]);
  const claimed = WIRES.filter(
    ({ claims }) => !ROUTES.some((route) => METHODS.some((method) => claims(method, route))),
  );
  expect(claimed.map(({ name }) => name)).toEqual([]);
});

describe.each(EVERYBODY)("with %s", (credential) => {
  test("those routes open that the table names, by those methods, and no other", () => {
    const wrong = ROUTES.flatMap((route) => {
      const row = TABLE.find(({ route: of }) => of.test(route));
      return METHODS.flatMap((method) => {
        const isOpen = CREDENTIALS[credential].some((headers) => opens(method, route, headers));
        const isMember = row?.isPageElse === true && READ.includes(method) && MEMBERS.includes(credential);
        const shouldBe = row?.methods.includes(method) ? row.by.includes(credential) : isMember;
        return isOpen === shouldBe ? [] : [`${method} ${route} ${isOpen ? "opens" : "does not open"}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});

test("nothing is answered to a foreign host or origin, whatever the credential", () => {
  const foreign: Headers[] = [
    { host: "evil.example" },
    { origin: "http://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  const opened = ROUTES.flatMap((route) =>
    METHODS.flatMap((method) =>
      Object.values(CREDENTIALS)
        .flat()
        .flatMap((headers) => foreign.filter((from) => opens(method, route, { ...headers, ...from })))
        .map(() => `${method} ${route}`),
    ),
  );
  expect(opened).toEqual([]);
});
