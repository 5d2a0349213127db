import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test } from "vitest";
import { z } from "zod";
import type { OnEnd } from "../testing/world.ts";
import { createClient } from "./client.ts";
import { openCalls, readText } from "./open-calls.ts";

async function serve(onEnd: OnEnd, listener: RequestListener) {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const asked = { path: "claim", token: "word", timeoutMs: 60_000 };

test.concurrent(
  "calls one after the other share a connection and carry method, token and text",
  async ({ expect, onTestFinished }) => {
    const seen: unknown[] = [];
    const { url, sockets } = await serve(onTestFinished, (request, response) => {
      void readText(request).then((text) => {
        const { method, url: path, headers } = request;
        seen.push([method, path, headers.authorization, headers["content-type"], text]);
        return response.end(`answer to ${text}, with a ∑`);
      });
    });
    const call = openCalls(url);
    expect(await call({ ...asked, body: '{"a":"é"}' }, readText)).toBe('answer to {"a":"é"}, with a ∑');
    expect(await call(asked, readText)).toBe("answer to , with a ∑");
    expect(seen).toEqual([
      ["POST", "/api/worker/claim", "Bearer word", "application/json", '{"a":"é"}'],
      ["GET", "/api/worker/claim", "Bearer word", undefined, ""],
    ]);
    expect(sockets.size).toBe(1);
  },
);

test.concurrent(
  "an answer that stays away, or stops half way, is given up in words",
  async ({ expect, onTestFinished }) => {
    const { url } = await serve(onTestFinished, (request, response) => {
      if (request.url?.endsWith("half")) response.writeHead(200, { "content-length": "100" }).write("{");
    });
    const call = openCalls(url);
    for (const path of ["none", "half"])
      await expect(call({ ...asked, path, timeoutMs: 300 }, readText)).rejects.toThrow(
        "no answer within 0.3 s",
      );
  },
);

test.concurrent(
  "a body that ends before its length is a failure, and the next call has a connection of its own",
  async ({ expect, onTestFinished }) => {
    let calls = 0;
    const { url } = await serve(onTestFinished, (_request, response) => {
      if (++calls > 1) return void response.end("whole");
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.socket?.destroy());
    });
    const call = openCalls(url);
    await expect(call(asked, readText)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await call(asked, readText)).toBe("whole");
  },
);

test.concurrent(
  "a server that does not speak TLS, and a redirect, are told by name",
  async ({ expect, onTestFinished }) => {
    const { url } = await serve(onTestFinished, (_request, response) => {
      response.writeHead(308, { location: "/elsewhere" }).end('{"error":"invalid","message":"no"}');
    });
    const message = { path: "claim", token: "word", answer: z.unknown() };
    const secure = createClient(url.replace("http:", "https:"));
    expect(await secure.once(message)).toMatchObject({
      kind: "retry",
      why: expect.stringMatching(/SSL|PROTO/),
    });
    expect(await createClient(url).once(message)).toEqual({ kind: "retry", why: "unexpected redirect" });
  },
);
