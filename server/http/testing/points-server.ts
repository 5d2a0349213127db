import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore } from "#db/points/point-store.ts";
import { createPointIngest } from "../../services/ingest/ingest.ts";
import {
  joinWorker,
  launch,
  makeWorld,
  type StartedAttempt,
  startNext,
  type World,
} from "../../services/testing.ts";
import type { GatePolicy } from "../gate.ts";
import { createHolds } from "../ingest-answer.ts";
import { createPointsRoute } from "../ingest-route.ts";
import { scopeOfToken } from "../home.ts";

/** What came back: status, headers and the body read as JSON. */
export interface Answered {
  status: number;
  headers: Headers;
  body: { ackSeq?: number; error?: string; rule?: string; limit?: number; message?: string };
}

export interface Sent {
  source?: string;
  firstSeq?: number | string;
  /** Text or bytes as they are, or what is to become JSON. */
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
  attempt?: StartedAttempt;
  token?: string | null;
  /** Instead of the query that source and firstSeq make. */
  query?: string;
}

export interface RawConnection {
  /** Everything was handed to the system. */
  sent: Promise<void>;
  /** What has come back when the first answer, which is an object, is complete. */
  answered: Promise<string>;
  /** What came back until one of both ended the connection. */
  closed: Promise<string>;
  /** Says that nothing more comes. */
  end(): void;
  /** Ends the connection without a word. */
  leave(): void;
}

/** A real HTTP server that takes points and nothing else, over a private world with attempts under way. */
export interface PointsServer {
  port: number;
  world: World;
  store: PointStore;
  attempts: StartedAttempt[];
  post(sent: Sent): Promise<Answered>;
  /** Sends bytes as they are on a connection of their own. */
  open(parts: (string | Buffer)[]): RawConnection;
  /** The same, and all that comes back until the server ends the connection. `end` says that nothing more comes. */
  raw(parts: (string | Buffer)[], how?: { end?: boolean }): Promise<string>;
  /** How often the server has handed bytes to the system so far. */
  writes(): number;
  /** The head of a raw request, up to the empty line. */
  head(headers: Record<string, string | number>, query?: string): string;
  /** All points of the first attempt by series, in the order of x. */
  stored(attempt?: StartedAttempt): Record<string, [x: number, value: number, at: number][]>;
  stopIngest(): void;
  close(): Promise<void>;
}

/** The ways in which a Node socket hands bytes to the system. */
const WRITES = ["writeBuffer", "writev", "writeUtf8String", "writeAsciiString", "writeLatin1String"];

/** Calls back for every write of a socket, below all buffering. */
function watchWrites(socket: Socket, onWrite: () => void): void {
  const { _handle: handle } = socket as unknown as {
    _handle: Record<string, (...args: unknown[]) => unknown>;
  };
  for (const name of WRITES) {
    const write = handle[name];
    handle[name] = function count(...args) {
      onWrite();
      return write.apply(this, args);
    };
  }
}

const secretsOf = (attempt: StartedAttempt) => attempt.assignment.token;

const bodyBytes = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || body instanceof Uint8Array
    ? (body as Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);

function openRaw(port: number, parts: (string | Buffer)[]): RawConnection {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const answered = new Promise<string>((resolve) => {
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      if (text.endsWith("}")) resolve(text);
    });
  });
  const closed = new Promise<string>((resolve) => {
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on("close", done).on("error", done);
  });
  const handed = parts.map((part) => new Promise<void>((resolve) => socket.write(part, () => resolve())));
  return {
    sent: Promise.all(handed).then(() => undefined),
    answered,
    closed,
    end: () => void socket.end(),
    leave: () => void socket.destroy(),
  };
}

export async function openPointsServer(
  options: {
    attempts?: number;
    store?: (real: PointStore) => PointStore;
    heldBytes?: number;
    heldByOne?: number;
    seriesPerAttempt?: number;
  } = {},
): Promise<PointsServer> {
  const world = makeWorld();
  const count = options.attempts ?? 1;
  launch(world, { seeds: Array.from({ length: count }, (_, seed) => seed) });
  const worker = joinWorker(world, { slots: count });
  const attempts = Array.from({ length: count }, () => startNext(world, worker));
  const real = pointStore(world.ctx.db);
  const ingest = createPointIngest(world.ctx, options.store?.(real) ?? real, options.seriesPerAttempt);

  const tokens = mkdtempSync(join(tmpdir(), "ablab-points-"));
  const files = { operatorTokenFile: join(tokens, "operator"), workerTokenFile: join(tokens, "worker") };
  writeFileSync(files.operatorTokenFile, "operator-token");
  writeFileSync(files.workerTokenFile, "worker-token");
  const hosts = new Set<string>();
  const policy: GatePolicy = {
    hosts,
    cookieName: "session",
    isOpenSession: (secret) => secret === "open",
    csrfTokenOf: () => "csrf",
    scopeOfToken: scopeOfToken(world.ctx, files),
  };
  const takesPoints = createPointsRoute(policy, ingest, createHolds(options.heldBytes, options.heldByOne));
  const server = createServer((request, response) => {
    if (!takesPoints(request, response)) response.writeHead(404).end("{}");
  });
  let writes = 0;
  server.on("connection", (socket) => watchWrites(socket, () => (writes += 1)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  hosts.add(host);
  const open = (parts: (string | Buffer)[]): RawConnection => openRaw(port, parts);
  const pathOf = (attempt: StartedAttempt, query: string) =>
    `/api/worker/attempts/${attempt.attemptId}/points${query}`;

  return {
    port,
    world,
    store: real,
    attempts,
    async post({ source = "trainer", firstSeq = 1, body, type = "application/json", headers = {}, ...sent }) {
      const attempt = sent.attempt ?? attempts[0];
      const token = sent.token === undefined ? secretsOf(attempt) : sent.token;
      const query = sent.query ?? `?source=${source}&firstSeq=${firstSeq}`;
      const response = await fetch(`http://${host}${pathOf(attempt, query)}`, {
        method: "POST",
        body: bodyBytes(body),
        headers: {
          "content-type": type,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Answered["body"],
      };
    },
    open,
    raw(parts, { end = false } = {}) {
      const connection = open(parts);
      if (end) connection.end();
      return connection.closed;
    },
    head(headers, query = "?source=trainer&firstSeq=1") {
      const lines = { host, authorization: `Bearer ${secretsOf(attempts[0])}`, ...headers };
      const fields = Object.entries({ "content-type": "application/json", ...lines });
      return `POST ${pathOf(attempts[0], query)} HTTP/1.1\r\n${fields.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n`;
    },
    stored(attempt = attempts[0]) {
      const all: Record<string, [number, number, number][]> = {};
      for (const { id, metric, axis } of real.series([attempt.attemptId], null)) {
        const points: [number, number, number][] = (all[`${metric} ${axis}`] = []);
        for (const { x, value, at } of real.read(id, { from: null, to: null }))
          x.forEach((_, i) => points.push([x[i], value[i], at[i]]));
      }
      return all;
    },
    writes: () => writes,
    stopIngest: () => ingest.close(),
    async close() {
      ingest.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(tokens, { recursive: true });
    },
  };
}

/** A body of one series: points with these x, the value of each ten times its x. */
export const series = (metric: string, x: number[], more: object = {}) => ({
  series: [{ metric, x, value: x.map((one) => one * 10), at: 1, ...more }],
});
