import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FakeStore, Reply } from "./fake-store.ts";

/**
 * What can go wrong with one request. `unavailable`: 503 before anything happened. `lost`: it is stored and the
 * connection breaks before the answer. `truncated`: it is stored and half of the answer arrives. `garbage`: a proxy's
 * error page. `twice`: it is delivered two times. A number: the answer takes that many milliseconds.
 */
export type Fault = "unavailable" | "lost" | "truncated" | "garbage" | "twice" | number;

/** A request as the faults see it: its verb (register, claim, benchmark, start, events, logs, heartbeat, finish). */
export interface SeenRequest {
  verb: string;
  attemptId: string | null;
  body: unknown;
}

export interface FakeServer {
  readonly url: string;
  readonly store: FakeStore;
  /** Decides for every request; replace it at any time. */
  fault: (request: SeenRequest) => Fault | null;
  /** Every request that reached the server, answered or not. */
  readonly seen: SeenRequest[];
  /** Breaks every connection and stops listening, as a killed server does. */
  kill(): Promise<void>;
  /** Listens again on the same port with the same store. */
  restart(): Promise<void>;
}

/** A real HTTP server that speaks the worker wire over a `FakeStore`. */
export async function startFakeServer(store: FakeStore): Promise<FakeServer> {
  let server: Server;
  let port = 0;
  const sockets = new Set<Socket>();

  const fake: FakeServer = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    store,
    fault: () => null,
    seen: [],
    async kill() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restart: listen,
  };

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      void serve(fake, request, response);
    });
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  }

  await listen();
  return fake;
}

async function serve(fake: FakeServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body: unknown;
  try {
    body = await readJson(request);
  } catch {
    response.destroy();
    return;
  }
  const path = new URL(request.url ?? "/", "http://fake").pathname.replace(/^\/api\/worker\//, "").split("/");
  const isAttempt = path[0] === "attempts";
  const verb = isAttempt ? path[2] : path[0] === "benchmarks" ? "benchmark" : path[0];
  const seen = { verb, attemptId: isAttempt ? path[1] : null, body };
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const fault = fake.fault(seen);
  fake.seen.push(seen);

  if (fault === "unavailable")
    return send(response, { status: 503, body: { error: "busy", message: "later" } });
  if (fault === "garbage") {
    response.writeHead(404, { "content-type": "text/html" }).end("<html>not found</html>");
    return;
  }
  const route = () => answer(fake.store, path, token, body);
  if (fault === "twice") route();
  const reply = route();
  if (fault === "lost") response.destroy();
  else if (fault === "truncated") {
    const text = JSON.stringify(reply.body);
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(text.slice(0, Math.ceil(text.length / 2)));
  } else if (typeof fault === "number") setTimeout(() => send(response, reply), fault);
  else send(response, reply);
}

function answer(store: FakeStore, path: string[], token: string, body: unknown): Reply {
  if (path[0] === "register") return store.register(token, body);
  if (path[0] === "claim") return store.claim(token, body);
  if (path[0] === "benchmarks") return store.benchmark(token, path[1]);
  return store.attempt(path[1], path.slice(2).join("/"), token, body);
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : JSON.parse(text);
}
