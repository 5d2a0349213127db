import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { packStatic } from "../cli/pack-static.mjs";
import { setSecurityHeaders } from "./send.ts";
import { createStaticFiles } from "./static-files.ts";

const SCRIPT = "export const points = 10_000_000;\n".repeat(50);
/** What a script begins with, so that browsers that know it compile it ahead. */
const SERVED = `//# allFunctionsCalledOnLoad\n${SCRIPT}`;
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A server over a build with one script; what is not a file of it is answered with 404 and the address that was asked. */
async function opened(root = mkdtempSync(join(tmpdir(), "ablab-static-"))) {
  const folder = join(root, ".next", "static");
  mkdirSync(join(folder, "chunks"), { recursive: true });
  writeFileSync(join(folder, "chunks", "page.js"), SCRIPT);
  writeFileSync(join(root, "secret.txt"), "secret");
  packStatic(folder);
  const files = createStaticFiles(root);
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    setSecurityHeaders(res, "default-src 'self'");
    if (!(await files(req, res))) res.writeHead(404).end(req.url);
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  return (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<Got>((resolve, reject) => {
      const asked = request({ port, host: "127.0.0.1", path, headers, method }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
        );
      });
      asked.on("error", reject);
      asked.end();
    });
}

test.each([
  ["gzip", "gzip, deflate", gunzipSync],
  ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
])(
  "a browser gets what was packed beforehand as %s where it takes that, to be kept for ever, with the headers that protect a script",
  async (encoding, accepted, unpack) => {
    const get = await opened();
    const { status, headers, body } = await get("/_next/static/chunks/page.js", {
      "accept-encoding": accepted,
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "cache-control": "public,max-age=31536000,immutable",
      "content-length": String(body.length),
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(Object.keys(headers)).not.toContain("content-security-policy");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(unpack(body).toString()).toBe(SERVED);
  },
);

test("a program that takes neither gets the file itself", async () => {
  const get = await opened();
  const { headers, body } = await get("/_next/static/chunks/page.js");
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(SERVED);
});

test("a build that was packed before is packed to the same bytes, and only scripts are written to", () => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-packed-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "page.js"), SCRIPT);
  writeFileSync(join(folder, "page.css"), ".a{}");
  packStatic(folder);
  const packed = () => ["gz", "br"].map((ending) => readFileSync(join(folder, `page.js.${ending}`)));
  const before = packed();
  packStatic(folder);
  expect(packed()).toEqual(before);
  expect(readFileSync(join(folder, "page.js"), "utf8")).toBe(SERVED);
  expect(readFileSync(join(folder, "page.css"), "utf8")).toBe(".a{}");
});

test("a build made while the server runs takes its old scripts away, and no request for them hangs", async () => {
  const root = mkdtempSync(join(tmpdir(), "ablab-static-"));
  const get = await opened(root);
  const chunks = join(root, ".next", "static", "chunks");
  rmSync(chunks, { recursive: true });
  mkdirSync(chunks);
  writeFileSync(join(chunks, "newer.js"), SCRIPT);
  for (const encoding of ["identity", "gzip"])
    expect((await get("/_next/static/chunks/page.js", { "accept-encoding": encoding })).status).toBe(404);
  // Of another build, and perhaps half written: nothing that a browser may keep.
  expect((await get("/_next/static/chunks/newer.js")).status).toBe(404);
});

test("a script of which only the packed form is gone is sent as it is, under a name with brackets too", async () => {
  const root = mkdtempSync(join(tmpdir(), "ablab-static-"));
  const folder = join(root, ".next", "static", "chunks", "[id]");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "run.js"), SCRIPT);
  const get = await opened(root);
  rmSync(join(folder, "run.js.gz"));
  const { status, headers, body } = await get("/_next/static/chunks/%5Bid%5D/run.js?v=1", {
    "accept-encoding": "gzip",
  });
  expect([status, headers["content-encoding"], body.toString()]).toEqual([200, undefined, SERVED]);
});

test("what a browser could show as a page keeps what protects a page", async () => {
  const root = mkdtempSync(join(tmpdir(), "ablab-static-"));
  mkdirSync(join(root, ".next", "static", "media"), { recursive: true });
  writeFileSync(join(root, ".next", "static", "media", "mark.svg"), "<svg/>");
  const get = await opened(root);
  for (const path of ["/_next/static/media/mark.svg", "/_next/static/chunks/other.js"])
    expect((await get(path)).headers).toMatchObject({ "content-security-policy": "default-src 'self'" });
});

test("what is no file of the build is left to Next with its address as it was, and nothing else is read", async () => {
  const get = await opened();
  for (const path of [
    "/_next/static/chunks/other.js",
    "/_next/static/../../secret.txt",
    "/_next/static/%2e%2e/%2e%2e/secret.txt",
    "/runs?x=1",
  ]) {
    const { status, body } = await get(path);
    expect([status, body.toString()]).toEqual([404, path]);
  }
  const posted = await get("/_next/static/chunks/page.js", {}, "POST");
  expect(posted.status).toBe(404);
});
