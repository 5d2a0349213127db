import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { readAllowed } from "./address.ts";

interface Got {
  method: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Somebody's server that takes messages, and answers what it is told to. */
export async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage, n: number) => void = ok,
) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({
        method: request.method ?? "",
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
      });
      answer(response, request, got.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { got, port, url: `http://127.0.0.1:${port}/hook?key=abcd` };
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();
function ok(response: ServerResponse) {
  response.writeHead(204).end();
}

export const LOCAL = [readAllowed("127.0.0.1")];
