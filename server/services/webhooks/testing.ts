import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { WebhookDoor } from "../../contracts/alerts/posted.ts";
import type { AlertKind } from "../../contracts/alerts/words.ts";
import { fireAlert } from "../alerts/fire.ts";
import { commit } from "../context.ts";
import type { World } from "../testing.ts";
import { readAllowed } from "./address.ts";
import { postMessage, refusalOf } from "./post.ts";

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

/** A door that really sends, to this machine alone. */
export const door = (): WebhookDoor => ({
  serverUrl: "http://127.0.0.1:7330",
  post: (url, headers, body) => postMessage(url, headers, body, { allowed: LOCAL }),
  refusal: (url) => refusalOf(url, LOCAL),
});

export const ALL: AlertKind[] = [
  "ended",
  "failed",
  "unreachable",
  "nan",
  "objection",
  "client",
  "rule",
  "webhook",
];

let causes = 0;
/** Fires an alert as a look of the server does. */
export function fire(
  world: World,
  more: { kind?: AlertKind; title?: string; why?: string; runId?: string | null; cause?: string } = {},
) {
  commit(world.ctx, (scope) => {
    fireAlert(scope, world.ctx.now(), {
      cause: more.cause ?? `test:${(causes += 1)}`,
      kind: more.kind ?? "failed",
      level: "problem",
      title: more.title ?? "baseline-s0 failed",
      why: more.why ?? "Ended by itself with an error (exit 1).",
      runId: more.runId ?? null,
    });
  });
}
