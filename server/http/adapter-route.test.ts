import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { createToken, revokeToken } from "../services/external/tokens.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../services/testing.ts";
import { tokenForSupervised } from "../../workers/protocol/loggers/supervised-token.ts";
import { jsonAnswer, type Adapter } from "../adapters/adapter.ts";
import { adapterOf } from "../adapters/index.ts";
import type { GatePolicy } from "./gate.ts";
import { scopeOfToken } from "./home.ts";
import { createAdapterRoute } from "./adapter-route.ts";

const MOST = 100_000;

/** A client that opens a run by PUT, and says how many bytes it sent by POST. */
const toy: Adapter = {
  name: "toy",
  claims: (_method, path) => path.startsWith("/toy/"),
  tokenOf: ({ headers, query }) => String(headers["x-toy-key"] ?? query.get("key") ?? "") || null,
  mostBytes: () => MOST,
  take({ method, path, body }, verbs) {
    if (path === "/toy/throws") throw new Error("a fault in the code");
    if (path === "/toy/lost") verbs.hear("run_of_nobody");
    if (method !== "PUT") return jsonAnswer({ path, bytes: body.length });
    const place = { experiment: "toys", key: path.slice("/toy/".length) };
    return jsonAnswer(verbs.open({ ...place, client: "toy 1", writer: "w", resume: "allow" }));
  },
};

/** One that measures itself, and says of what is too large where it was meant to go. */
const patient: Adapter = {
  ...toy,
  name: "patient",
  claims: (_method, path) => path.startsWith("/patient/"),
  drops: (_method, path) => path === "/patient/itself",
  takeOversized: ({ path, body }) => jsonAnswer({ oversized: path, bytes: body.length }),
};
const ADAPTERS = [toy, patient];

let world: World;
let base: string;
let token: string;
let close: () => void;
const secrets: Record<string, string> = {};
/** Paths whose connection is over. */
const over: string[] = [];

beforeAll(async () => {
  world = makeWorld();
  launch(world);
  const worker = joinWorker(world);
  secrets.attempt = startNext(world, worker).assignment.token;
  secrets.worker = worker.token;
  const dir = mkdtempSync(join(tmpdir(), "ablab-wires-"));
  for (const name of ["operator", "admission"]) {
    secrets[name] = `${name}-secret`;
    writeFileSync(join(dir, name), secrets[name]);
  }
  ({ token } = createToken(world.ctx, { name: "node" }));
  secrets.revoked = createToken(world.ctx, { name: "old" }).token;
  revokeToken(world.ctx, "old");
  const hosts = new Set<string>();
  const policy: GatePolicy = {
    hosts,
    cookieName: "session",
    isOpenSession: (secret) => secret === "open",
    csrfTokenOf: () => "csrf",
    scopeOfToken: scopeOfToken(world.ctx, {
      operatorTokenFile: join(dir, "operator"),
      workerTokenFile: join(dir, "admission"),
    }),
    adapterOf: adapterOf(ADAPTERS),
  };
  const takes = createAdapterRoute(policy, world.ctx, ADAPTERS);
  const server = createServer((request, response) => {
    request.on("close", () => over.push(String(request.url)));
    if (!takes(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${port}`);
  base = `http://127.0.0.1:${port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true });
  };
});

afterAll(() => close());

async function call(path: string, init: RequestInit & { key?: string | null } = {}) {
  const { key = token, headers, ...rest } = init;
  const answer = await fetch(base + path, {
    method: "POST",
    ...rest,
    headers: { ...(key !== null && { "x-toy-key": key }), ...(headers as Record<string, string>) },
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> };
}

describe("a path of a foreign client", () => {
  test("opens for an ingest token, by any method and content type, and brings a run into its project", async () => {
    const { status, body } = await call("/toy/r1", {
      method: "PUT",
      headers: { "content-type": "text/odd" },
    });
    expect(status).toBe(200);
    expect(selectRun(world.ctx.db, String(body.runId))?.origin).toBe("external");
  });

  test("opens the run of a witness first, for the token that names it, and later runs beside it", async () => {
    const key = tokenForSupervised(token, { experiment: "train", key: "k", given: [] });
    const open = async (path: string, by: string) =>
      (await call(path, { method: "PUT", key: by })).body.runId;
    const [first, second] = [await open("/toy/w1", key), await open("/toy/w2", key)];
    expect(await open("/toy/k", token)).toBe(first);
    expect([await open("/toy/w1", token), await open("/toy/w2", token)]).toEqual([first, second]);
    expect((await call("/toy/w1", { key: `${key.split("-")[0]}-${secrets.operator}` })).status).toBe(401);
    expect((await call("/toy/w1", { key: `${key.split("-")[0]}-${secrets.revoked}` })).status).toBe(401);
  });

  test("opens for no other credential", async () => {
    for (const kind of ["operator", "admission", "worker", "attempt"])
      expect((await call("/toy/r1", { key: secrets[kind] })).status, kind).toBe(403);
    expect((await call("/toy/r1", { key: secrets.revoked })).status).toBe(401);
    expect((await call("/toy/r1", { key: "abl_in_unknown" })).status).toBe(401);
    expect((await call("/toy/r1", { key: null })).status).toBe(401);
    const cookie = { cookie: "session=open", "x-csrf-token": "csrf", origin: base };
    expect((await call("/toy/r1", { key: null, headers: cookie })).status).toBe(401);
  });

  test("says in words what is missing", async () => {
    const { body } = await call("/toy/r1", { key: null });
    expect(body.message).toContain("ablab token new");
    // Where wandb looks for the sentence that it prints.
    expect(body.errors).toEqual([{ message: body.message }]);
  });

  test("is refused to another site, whatever token it has", async () => {
    for (const headers of [
      ["origin", "http://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ])
      expect((await call("/toy/r1", { headers: Object.fromEntries([headers]) })).status).toBe(403);
  });

  test.each([
    "/toy/%2e%2e/api/trpc/x",
    "/toy/..%2f..%2fapi",
    "/toy/a%5cb",
    "/toy/%00",
    "/toy//x",
    "/toy/%252e%252e",
  ])("%s means no other path", async (path) => {
    const status = await new Promise<number>((resolve) => {
      const socket = connect(Number(new URL(base).port), "127.0.0.1");
      socket.end(
        `PUT ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\nx-toy-key: ${token}\r\nContent-Length: 0\r\n\r\n`,
      );
      let text = "";
      socket.on("data", (piece) => (text += piece.toString("latin1")));
      socket.on("close", () => resolve(Number(text.split(" ")[1])));
    });
    expect([400, 418]).toContain(status);
  });

  test("never is one of ours", async () => {
    for (const path of ["/api/trpc/runs.list", "/api/worker/claim", "/livez", "/login", "/runs"])
      expect((await call(path)).status, path).toBe(418);
  });
});

describe("a body", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("packed with %s arrives unpacked", async (encoding, pack) => {
    const body = new Uint8Array(pack(Buffer.alloc(5000, "a")));
    expect((await call("/toy/x", { body, headers: { "content-encoding": encoding } })).body.bytes).toBe(5000);
  });

  test("as long as the client's limit is taken, one byte more is not", async () => {
    expect((await call("/toy/x", { body: new Uint8Array(MOST) })).body.bytes).toBe(MOST);
    expect((await call("/toy/x", { body: new Uint8Array(MOST + 1) })).status).toBe(413);
  });

  test("that becomes too large is stopped while it is unpacked", async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(MOST);
    const { status, body } = await call("/toy/x", { body: bomb, headers: { "content-encoding": "gzip" } });
    expect(status).toBe(413);
    expect(body.message).toContain("unpacked");
  });

  test("that cannot be unpacked, or is packed in an unknown way, is said so", async () => {
    const broken = { body: "no gzip", headers: { "content-encoding": "gzip" } };
    expect((await call("/toy/x", broken)).status).toBe(400);
    expect((await call("/toy/x", { body: "x", headers: { "content-encoding": "odd" } })).status).toBe(415);
  });
});

describe("what a client asks for itself", () => {
  test("is taken without a token and answered with nothing, unread", async () => {
    expect(await call("/patient/itself", { key: null, body: "x" })).toEqual({ status: 200, body: {} });
    expect((await call("/patient/other", { key: null })).status).toBe(401);
  });

  test("to be told of a body that is too large is done by its wire, with the path and without the body", async () => {
    const answer = await call("/patient/x", { body: new Uint8Array(MOST + 1) });
    expect(answer).toEqual({ status: 200, body: { oversized: "/patient/x", bytes: 0 } });
  });
});

describe("a failure", () => {
  test("of the code is 500 without its words, and the next request is answered", async () => {
    const { status, body } = await call("/toy/throws");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("fault");
    expect((await call("/toy/x")).status).toBe(200);
  });

  test("is no failure of ours where the client hung up in the middle of its body", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const { hostname, port, host } = new URL(base);
    const socket = connect(Number(port), hostname);
    const head = `POST /toy/half HTTP/1.1\r\nhost: ${host}\r\nx-toy-key: ${token}\r\ncontent-length: 100\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(`${head}half of it`, () => resolve()));
    // What is asked on another connection is answered after the half body was read.
    await call("/toy/x");
    socket.destroy();
    await expect.poll(() => over).toContain("/toy/half");
    await call("/toy/x");
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  test("to find a run is 404", async () => {
    expect((await call("/toy/lost")).status).toBe(404);
  });
});
