import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Limit } from "../contracts/limits/limit.ts";
import { overLimit } from "../contracts/limits/limit.ts";
import { ENTRY_POINTS, limitsDocument } from "../contracts/limits/registry.ts";
import { PAGE_LIMITS, WORKER_LIMITS } from "../contracts/limits/requests.ts";
import { readRowLines } from "../adapters/ablab/read-rows.ts";
import { readFilter } from "../adapters/mlflow/filter.ts";
import { isTooHeavy } from "../foreign/weigh-json.ts";
import { isServiceError } from "../errors.ts";
import type { StageFilesInput } from "../contracts/benchmark.ts";
import { stageBytes } from "../services/imports/stage.ts";
import { stageFiles } from "../services/benchmarks/stage.ts";
import { doInSlices, SEATS, type Sliced } from "../services/series/sliced.ts";
import { makeWorld } from "../services/testing.ts";
import { world } from "../adapters/mlflow/testing.ts";
import { ADAPTERS } from "../adapters/index.ts";
import { tagsOf } from "../adapters/mlflow/read-batch.ts";
import { fakeVerbs, request } from "../adapters/testing.ts";
import { FACT_PROBES, streamed } from "./testing/fact-probes.ts";
import { readRows } from "../adapters/wandb/read-rows.ts";
import { readMultipart } from "../adapters/trackio/read-multipart.ts";
import { createFairTurns } from "./connections/fair-turns.ts";
import { createHolds } from "./ingest-answer.ts";
import { readBody } from "./send.ts";
import { readAdapterBody } from "./adapter-body.ts";

/** Sends so much of one thing, and answers whether it was accepted. */
type Probe = (n: number) => Promise<boolean> | boolean;

const many = (n: number, write: (i: number) => string, between = " ") =>
  Array.from({ length: n }, (_, i) => write(i)).join(between);

/** A request whose body is so many bytes, and no connection. */
const bodyOf = (bytes: number): IncomingMessage =>
  Object.assign(Readable.from([Buffer.alloc(bytes, 32)]), {
    headers: { "content-length": String(bytes) },
  }) as unknown as IncomingMessage;

const accepts = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** A body of the adapter that has a path. */
const bodyAt = (method: string, path: string): Probe => {
  const adapter = ADAPTERS.find(({ claims }) => claims(method, path));
  const hold = createHolds(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)("x");
  return (n) =>
    readAdapterBody(bodyOf(n), hold, adapter!.mostBytes(method, path)).then(
      (body) => body.length === n,
      () => false,
    );
};

const wandb = ADAPTERS.find(({ name }) => name === "wandb")!;
const headers = { authorization: `Basic ${Buffer.from("api:token").toString("base64")}` };

/** A query; accepted is what is answered otherwise than by a refusal. */
async function isAnswered(query: string, variables: object = {}): Promise<boolean> {
  const { body } = await wandb.take(request("POST", "/graphql", { query, variables }, headers), fakeVerbs());
  return (JSON.parse(String(body)) as { data: unknown }).data !== null;
}

/** So many answers of more turns than go on without a seat, all asked for at once. */
const longAnswers = (n: number) =>
  Promise.allSettled(
    Array.from({ length: n }, () =>
      doInSlices(
        (function* (): Sliced<void> {
          for (let turn = 0; turn < 100; turn++) yield;
        })(),
        undefined,
        0,
      ),
    ),
  );

/** Whether files are held as one upload. */
function isStaged(files: StageFilesInput["files"]): boolean {
  const stagingId = "0190f3a4-0000-7000-8000-000000000001";
  try {
    stageFiles(makeWorld().ctx, { stagingId, files });
    return true;
  } catch (error) {
    if (isServiceError(error) && error.code === "too_large") return false;
    throw error;
  }
}

/** Whether an import may hold so much. */
function isTaken(held: { files: number; bytes: number }): boolean {
  const uploads = {
    add: () => held,
    get: () => null,
    begin: () => null,
    progress: () => null,
    discard: () => true,
  };
  const stagingId = "0190f3a4-0000-7000-8000-000000000001";
  try {
    stageBytes({ ...makeWorld().ctx, uploads }, { stagingId, files: [{ name: "a", bytes: "" }] });
    return true;
  } catch (error) {
    if (isServiceError(error) && error.code === "too_large") return false;
    throw error;
  }
}

const PROBES: {
  [Entry in keyof typeof ENTRY_POINTS]: Record<
    keyof (typeof ENTRY_POINTS)[Entry]["limits"],
    Probe | "node" | "elsewhere"
  >;
} = {
  // Node's own, which the server is made with; how slow connections end is seen in patient-server.test.ts.
  request: { head: "node", headTime: "node", time: "node" },
  json: {
    bytes: (n) => !isTooHeavy(`"${"x".repeat(n - 2)}"`),
    // One of the values is the list itself.
    values: (n) => !isTooHeavy(`[${many(n, () => "0", ",")}]`),
    keys: (n) => !isTooHeavy(`{${many(n, () => '"a":0', ",")}}`),
  },
  share: {
    bytes: (n) => createHolds(Number.MAX_SAFE_INTEGER, ENTRY_POINTS.share.limits.bytes.most)("x").add(n),
    allBytes: (n) =>
      createHolds(ENTRY_POINTS.share.limits.allBytes.most, Number.MAX_SAFE_INTEGER)("x").add(n),
    waiting(n) {
      const inTurn = createFairTurns(ENTRY_POINTS.share.limits.waiting.most);
      const never = new Promise<never>(() => undefined);
      void inTurn("x", () => never);
      const refused: unknown[] = [];
      for (let i = 0; i < n; i++) inTurn("x", () => never).catch((error: unknown) => refused.push(error));
      return new Promise((resolve) => setImmediate(() => resolve(refused.length === 0)));
    },
  },
  graphql: {
    body: bodyAt("POST", "/graphql"),
    text: (n) => isAnswered(`{viewer{id}}${" ".repeat(n - 12)}`),
    tokens: (n) => isAnswered(`{viewer(a:[${many(n - 12, () => "1")}]){id}}`),
    depth: (n) => isAnswered(`{viewer{${"...{".repeat(n - 2)}id${"}".repeat(n - 2)}}}`),
    selections: (n) => isAnswered(`{viewer{${many(n - 1, () => "id")}}}`),
    aliases: (n) => isAnswered(`{${many(n, (i) => `a${i}:viewer{id}`)}}`),
    cost(n) {
      // Of 20,002, of 201 and of 1.
      const runs = Math.floor(n / 20_002);
      const ids = Math.floor((n - runs * 20_002) / 201);
      const rest = n - runs * 20_002 - ids * 201;
      const runOf = (i: number) => `a${i}:project(name:"p"){run(name:"r"){id}}`;
      const parts = [
        many(runs, runOf),
        many(ids, () => "clientIDMapping{serverID}"),
        many(rest, () => "__typename"),
      ];
      return isAnswered(`{${parts.join(" ")}}`);
    },
    list: (n) => isAnswered("{viewer{id}}", { list: Array.from({ length: n }, () => 0) }),
    // Ten of the values are the body around the list.
    values: (n) => isAnswered("{viewer{id}}", { a: { b: { c: Array.from({ length: n - 10 }, () => 0) } } }),
    result: "elsewhere",
  },
  stream: {
    body: bodyAt("POST", "/files/e/p/r/file_stream"),
    async line(n) {
      const run = await streamed({ "output.log": { offset: 0, content: ["x".repeat(n)] } });
      return [...run.output.values()].join("") === `${"x".repeat(n)}\n`;
    },
    async others(n) {
      const entries = Array.from({ length: n }, (_, i) => [`s${i}`, { offset: 0, content: ["x"] }]);
      return (await streamed(Object.fromEntries(entries))).files.size === n;
    },
  },
  file: { body: bodyAt("PUT", "/wires/wandb/file") },
  row: {
    names(n) {
      const { table, asides } = readRows([
        JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]))),
      ]);
      return table.columns.length === n && asides.length === 0;
    },
  },
  ...FACT_PROBES,
  aside: {
    values(n) {
      const { asides, leftOut = 0 } = readRows(Array.from({ length: n }, () => '{"a":"x"}'));
      return asides.length === n && leftOut === 0;
    },
  },
  trackio: {
    parts: (n) => readMultipart(Buffer.from("--x".repeat(n + 1)), "multipart/form-data; boundary=x") !== null,
    body: bodyAt("POST", "/api/bulk_log"),
    files: (n) =>
      readMultipart(
        Buffer.from(`${many(n, () => '--x\r\nfilename="a"\r\n\r\nZ\r\n', "")}--x--`),
        "multipart/form-data; boundary=x",
      ) !== null,
  },
  mlflow: {
    body: bodyAt("POST", "/api/2.0/mlflow/runs/create"),
    artifact: bodyAt("PUT", "/api/2.0/mlflow-artifacts/artifacts/a"),
    async params(n) {
      const mlflow = world();
      const run = await mlflow.start();
      const params = Array.from({ length: n }, (_, i) => ({ key: `k${i}`, value: "1" }));
      await mlflow.post("runs/log-batch", { run_id: run, params });
      return Object.keys(mlflow.run(run).facts.config).length === n;
    },
    tags: (n) => tagsOf(Array.from({ length: n }, (_, i) => ({ key: `k${i}`, value: "1" }))).length === n,
    async text(n) {
      const mlflow = world();
      const run = await mlflow.start();
      await mlflow.post("runs/log-parameter", { run_id: run, key: "a", value: "x".repeat(n) });
      return String(mlflow.run(run).facts.config.a).length === n;
    },
    filter: (n) => readFilter(`params.a = '${"x".repeat(n - 13)}'`) !== null,
  },
  ingest: {
    body: bodyAt("POST", "/api/ingest/v1/runs"),
    rows: (n) => accepts((async () => readRowLines(Buffer.from("{}\n".repeat(n)), 0))()),
    parts: (n) =>
      accepts((async () => readRowLines(Buffer.from(many(n + 1, (i) => `{"n":${2 * i}}`, "\n")), 0))()),
  },
  queue: {
    // Asked of a thread in reader.test.ts.
    questions: "elsewhere",
    seats: async (n) => (await longAnswers(n + SEATS)).every(({ status }) => status === "fulfilled"),
  },
  imports: {
    bytes: (n) => isTaken({ files: 1, bytes: n }),
    files: (n) => isTaken({ files: n, bytes: 0 }),
  },
  upload: {
    characters: (n) => isStaged([{ name: "a", text: "x".repeat(n) }]),
    files: (n) => isStaged(Array.from({ length: n }, (_, i) => ({ name: `${i}`, text: "" }))),
  },
  // Sent and refused by rule in ingest-limits.test.ts.
  points: {
    body: "elsewhere",
    points: "elsewhere",
    series: "elsewhere",
    name: "elsewhere",
    held: (n) => createHolds(Number.MAX_SAFE_INTEGER)("x").add(n),
    allHeld: (n) => createHolds(undefined, Number.MAX_SAFE_INTEGER)("x").add(n),
  },
  worker: { body: async (n) => (await readBody(bodyOf(n), WORKER_LIMITS.body.most)) !== null },
  page: {
    body: async (n) => (await readBody(bodyOf(n), PAGE_LIMITS.body.most)) !== null,
    batch: "elsewhere",
  },
};

const ALL = Object.entries(ENTRY_POINTS).flatMap(([entry, { limits }]) =>
  Object.entries<Limit>(limits).map(([name, limit]) => [`${entry}.${name}`, limit] as const),
);
const probeOf = (key: string) => {
  const [entry, name] = key.split(".");
  return (PROBES as Record<string, Record<string, Probe | "node" | "elsewhere">>)[entry][name];
};

describe.each(ALL)("%s", (key, limit) => {
  const probe = probeOf(key);
  test.skipIf(typeof probe !== "function")("accepts its most and refuses one more", async () => {
    const [most, more] = [await (probe as Probe)(limit.most), await (probe as Probe)(limit.most + 1)];
    expect([most, more]).toEqual([true, false]);
  });

  test("is refused in one sentence that names the limit and what to do", () => {
    const message = overLimit(limit, limit.most + 1);
    expect(message).toContain(limit.what);
    expect(message).toContain(limit.advice);
    expect(limit.advice).toMatch(/^[A-Z].*\.$/);
  });
});

test("docs/limits.md is written from the limits in code", () => {
  const file = join(import.meta.dirname, "..", "..", "docs", "limits.md");
  const plain = (text: string) => text.replaceAll(/[ -]+/g, " ");
  expect(plain(readFileSync(file, "utf8"))).toBe(plain(limitsDocument()));
});

test("no refusal makes a client send the same for ever, but the share of a token or an attempt, and a full queue", () => {
  const again = ALL.filter(([, { status }]) => status >= 500).map(([key]) => key);
  expect(again).toEqual([
    "share.bytes",
    "share.allBytes",
    "share.waiting",
    "points.held",
    "points.allHeld",
    "queue.questions",
    "queue.seats",
  ]);
});
