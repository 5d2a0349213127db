import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getRun } from "../services/runs/get.ts";
import { externalWorld } from "../services/external/testing.ts";
import { handleMediaPreview } from "./download.ts";

const { world, verbs, open } = externalWorld();
let server: Server;
let url: string;

beforeEach(async () => {
  server = createServer((request, response) =>
    handleMediaPreview(request, response, world.ctx, Number((request.url ?? "").slice(1))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => void server.close());

const WAV = Buffer.from("RIFF\0\0\0\0WAVEdata0123456789", "latin1");

test("what was logged is shown without any right, a part of it where a player asks, and nothing else is", async () => {
  const { runId } = open();
  const files = { "a.html": "<script>1</script>", "b.svg": "<svg/>", "c.wav": WAV, "d.sh": "#!/bin/sh" };
  for (const [path, bytes] of Object.entries(files))
    await verbs.keepFile(runId, { path, type: "text/html", bytes: Buffer.from(bytes) });
  const { external } = getRun(world.ctx, runId);
  const address = (path: string) => url + String(external?.files.find((file) => file.path === path)?.id ?? 0);
  for (const [path, type] of [
    ["a.html", "text/html; charset=utf-8"],
    ["b.svg", "image/svg+xml"],
  ]) {
    const { headers } = await fetch(address(path));
    expect(headers.get("content-type")).toBe(type);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/script|allow|http|\*/);
    expect(headers.get("x-dns-prefetch-control")).toBe("off");
  }
  const part = await fetch(address("c.wav"), { headers: { range: "bytes=4-9" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 4-9/${WAV.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(WAV.subarray(4, 10));
  const backwards = await fetch(address("c.wav"), { headers: { range: "bytes=9-4" } });
  expect([backwards.status, backwards.headers.get("content-length")]).toEqual([200, String(WAV.length)]);
  expect((await fetch(address("d.sh"))).status).toBe(404);
  expect((await fetch(`${url}999`)).status).toBe(404);
});
