import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appRouter } from "../routers/index.ts";
import { ADAPTERS, adapterOf } from "../adapters/index.ts";
import { TOKEN, world } from "../adapters/wandb/testing.ts";
import { gatePolicy, SCOPES, SESSION, statusOf } from "./testing/gate-policy.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const policy = gatePolicy({ adapterOf: adapterOf(ADAPTERS) });

type Headers = Record<string, string>;

/** Every credential of ARCHITECTURE's table, in each form in which some client sends one. */
const CREDENTIALS: Readonly<Record<string, readonly Headers[]>> = {
  none: [{}],
  "session cookie": [SESSION],
  "closed session": [{ ...SESSION, cookie: "session=closed" }],
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
/** Keys of clients. What one that only reads may not change its verbs refuse, where a client asks by POST. */
const KEYS = ["ingest", "reading"];
const EVERYBODY = Object.keys(CREDENTIALS);

/** What opens a route, and by which methods. */
interface Opened {
  route: RegExp;
  methods: readonly string[];
  by: readonly string[];
  /** Where more may read it. */
  getBy?: readonly string[];
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
  { route: /^\/api\/read\//, methods: READ, by: [...MEMBERS, "reading"] },
  { route: /^\/sdk\/otel\//, methods: ["POST"], by: EVERYBODY, isPageElse: true },
  { route: /^\/graphql$/, methods: ["POST"], by: KEYS, isPageElse: true },
  { route: /^\/files\/.*\/file_stream$/, methods: ["POST"], by: ["ingest"], isPageElse: true },
  {
    route: /^\/wires\/wandb\/file$/,
    methods: ["GET", "PUT"],
    by: ["ingest"],
    getBy: KEYS,
    isPageElse: true,
  },
  { route: /^\/version$/, methods: ["GET"], by: ["ingest"], isPageElse: true },
  { route: /^\/api\/(bulk_log|upload)$/, methods: ["POST"], by: ["ingest"], isPageElse: true },
  { route: /^\/api\/2\.0\/mlflow\/runs\/search$/, methods: METHODS, by: KEYS },
  { route: /^\/api\/2\.0\/(mlflow|mlflow-artifacts)\//, methods: METHODS, by: ["ingest"], getBy: KEYS },
  { route: /^\/api\/ingest\//, methods: METHODS, by: ["ingest"] },
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
  "/api/files/m1",
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
  "/api/2.0/mlflow/runs/search",
  "/api/ingest/v1/runs",
  "/api/read/v1/runs",
  "/api/read/v1/openapi.json",
  ...pages,
  ...procedures,
];

const openedBy = ({ by, getBy }: Opened, method: string) => (method === "GET" ? (getBy ?? by) : by);

const opens = (method: string, url: string, headers: Headers): boolean =>
  statusOf(policy, { method, url, headers: { "content-type": "application/json", ...headers } }) === 200;

test("every route is in the table", () => {
  expect(ROUTES.filter((route) => !TABLE.some(({ route: of }) => of.test(route)))).toEqual([]);
  expect([pages.length > 20, procedures.length > 80]).toEqual([true, true]);
  const claimed = ADAPTERS.filter(
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
        const shouldBe = row?.methods.includes(method)
          ? openedBy(row, method).includes(credential)
          : isMember;
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

const opensAll = (query: string): string[] =>
  ROUTES.flatMap((route) =>
    METHODS.filter((method) => opens(method, `${route}${query}`, {})).map((method) => `${method} ${route}`),
  );
const OPEN_TO_ALL = opensAll("");

test("a token in an address opens nothing, but for the client that sends it so", () => {
  const names = ["token", "t", "pass", "access_token", "api_key", "authorization", "write_token"];
  const opened = Object.keys(SCOPES).flatMap((token) =>
    names.flatMap((name) =>
      opensAll(`?${name}=${token}`)
        .filter((route) => !OPEN_TO_ALL.includes(route))
        .map((route) => `${token} as ${name}: ${route}`),
    ),
  );
  const byTrackio = ["GET /version", "POST /api/bulk_log", "POST /api/upload"];
  expect(opened.toSorted()).toEqual(byTrackio.map((route) => `ingest as write_token: ${route}`));
});

test("no credential upgrades a connection", () => {
  const opened = ROUTES.flatMap((url) =>
    METHODS.flatMap((method) =>
      Object.values(CREDENTIALS)
        .flat()
        .filter((headers) => statusOf(policy, { method, url, headers, upgrade: true }) === 200)
        .map(() => `${method} ${url}`),
    ),
  );
  expect(opened).toEqual([]);
});

describe("with the pass of one file", () => {
  const bench = world();
  bench.begin();
  const input = {
    projectName: "drive",
    runName: "seed0",
    artifactTypeName: "m",
    artifactCollectionName: "w",
    digest: "d",
  };
  const { data } = bench.ask("mutation C($i:CreateArtifactInput!){createArtifact(input:$i){artifact{id}}}", {
    i: input,
  }) as {
    data: { createArtifact: { artifact: object } };
  };
  const back = bench.ask(
    "query M($id:ID!){artifact(id:$id){currentManifest{file{directUrl}}}}",
    data.createArtifact.artifact,
  ) as {
    data: { artifact: { currentManifest: { file: { directUrl: string } } } };
  };
  const { search } = new URL(back.data.artifact.currentManifest.file.directUrl);
  const its = gatePolicy({
    adapterOf: adapterOf([bench.adapter, ...ADAPTERS]),
    scopeOfToken: (token) => (token === TOKEN ? SCOPES.ingest : null),
  });
  const openedBy = (query: string): string[] =>
    ROUTES.flatMap((route) =>
      METHODS.filter((method) => statusOf(its, { method, url: `${route}${query}`, headers: {} }) === 200).map(
        (method) => `${method} ${route}`,
      ),
    ).filter((route) => !OPEN_TO_ALL.includes(route));

  test("that file is read, and nothing else opens by any method", () => {
    expect(openedBy(search)).toEqual(["GET /wires/wandb/file"]);
  });

  test.each(["project", "run", "path"])("another %s does not open", (part) => {
    const other = new URLSearchParams(search);
    other.set(part, "other");
    expect(openedBy(`?${other.toString()}`)).toEqual([]);
    // The first of two is what is read.
    expect(openedBy(`?${part}=other&${search.slice(1)}`)).toEqual([]);
  });
});
