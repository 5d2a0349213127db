import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { integer, type Rng } from "../../workers/math/rng.ts";

/** What may happen to a request on its way. "after": the server took it, and the client hears otherwise. */
const FAULTS = ["cut", "cut inside", "cut after", "500", "500 after", "503", "slow"] as const;
type Fault = (typeof FAULTS)[number];

/** The network as a whole: there, refusing every connection, or taking them and saying nothing. */
export type Network = "there" | "refusing" | "silent";

const SLOW_MS = [200, 2500] as const;

/** One client's way to the server. */
export interface FaultProxy {
  /** "127.0.0.1:4711", the same as long as it lives. */
  host: string;
  /** Share of the requests to which something happens. */
  share: number;
  /** How often each thing happened, and how often no server was there. */
  happened: Record<Fault | "no server", number>;
  /** Requests that came, whatever became of them. */
  requests: number;
  /** Where the server listens now; null while it is down. */
  port: number | null;
  /** Cuts and refusals so far: all but what was only slow. */
  cuts(): number;
  turn(network: Network): Promise<void>;
  close(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Sends the request on; with `half` only half of its body, and then hangs up. Throws where no answer came. */
function pass(port: number, incoming: IncomingMessage, body: Buffer, half = false): Promise<Answer> {
  const { "transfer-encoding": _chunked, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, "content-length": body.length, connection: "close" },
      agent: false,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      const { statusCode: status = 500 } = answer;
      bodyOf(answer).then((said) => resolve({ status, headers: answer.headers, body: said }), reject);
    });
    if (!half) return void outgoing.end(body);
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy(new Error("cut")));
  });
}

/** A proxy that does to some of the requests what networks and servers do, by draws of its own. */
export async function createFaultProxy(random: Rng, onCut: () => void): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let network: Network = "there";
  const happened = Object.fromEntries(
    [...FAULTS, "no server"].map((name) => [name, 0]),
  ) as FaultProxy["happened"];
  const count = (name: Fault | "no server") => {
    happened[name] += 1;
    if (name !== "slow") onCut();
  };

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    proxy.requests += 1;
    const body = await bodyOf(incoming);
    if (network !== "there") return;
    const fault = random() < proxy.share ? FAULTS[integer(random, 0, FAULTS.length - 1)] : null;
    if (fault !== null) count(fault);
    const hangUp = () => void incoming.socket.destroy();
    const refuse = (status: number) =>
      void outgoing.writeHead(status, status === 503 ? { "retry-after": "1" } : {}).end("{}");
    if (fault === "cut") return hangUp();
    if (fault === "500" || fault === "503") return refuse(Number(fault));
    if (fault === "slow") await pause(integer(random, ...SLOW_MS));
    let answer: Answer;
    try {
      if (proxy.port === null) throw new Error("no server");
      answer = await pass(proxy.port, incoming, body, fault === "cut inside");
    } catch {
      if (fault !== "cut inside") count("no server");
      return hangUp();
    }
    if (fault === "cut after") return hangUp();
    if (fault === "500 after") return refuse(500);
    if (network !== "there" || outgoing.destroyed) return;
    const { connection: _c, "transfer-encoding": _t, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, "content-length": answer.body.length });
    outgoing.end(incoming.method === "HEAD" ? undefined : answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  const shut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    host: `127.0.0.1:${port}`,
    share: 0,
    happened,
    requests: 0,
    port: null,
    cuts: () =>
      Object.entries(happened).reduce((sum, [name, times]) => sum + (name === "slow" ? 0 : times), 0),
    async turn(next) {
      if (next === network) return;
      const before = network;
      network = next;
      // What hangs since the network went is lost with it.
      if (before !== "refusing") sockets.forEach((socket) => socket.destroy());
      if (next === "refusing") await shut();
      else if (before === "refusing") await listen(port);
    },
    async close() {
      if (network !== "refusing") await shut();
    },
  };
  return proxy;
}
