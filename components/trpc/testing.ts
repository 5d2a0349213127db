import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import type { AppRouter } from "#server/routers/index.ts";
import { handleTrpc } from "#server/http/trpc-handler.ts";
import type { ServiceContext } from "#server/services/context.ts";

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

/** The part of the browser's EventSource that the subscription link uses, over fetch; it reconnects after 50 ms. */
class TestEventSource extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
  #lastId = "";
  #closed = new AbortController();

  constructor(url: string | URL) {
    super();
    void this.#run(String(url));
  }
  close() {
    this.readyState = this.CLOSED;
    this.#closed.abort();
  }
  async #run(url: string) {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const refused = await this.#read(url, signal).catch(() => false);
      if (signal.aborted) return;
      this.readyState = refused ? this.CLOSED : 0;
      this.dispatchEvent(new Event("error"));
      if (refused) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  /** Reads to the end of the connection; true where the server refuses. */
  async #read(url: string, signal: AbortSignal): Promise<boolean> {
    const headers = {
      accept: "text/event-stream",
      ...(this.#lastId ? { "last-event-id": this.#lastId } : {}),
    };
    const response = await fetch(url, { headers, signal });
    if (!response.ok || !response.body) return true;
    this.readyState = 1;
    let text = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      events.forEach((event) => this.#tell(event));
    }
    return false;
  }
  #tell(event: string) {
    const lines = event.split("\n").filter((line) => line !== "" && !line.startsWith(":"));
    if (lines.length === 0) return;
    const fields = new Map(lines.map((line) => [line.split(": ", 1)[0], line.replace(/^[a-z]+: ?/, "")]));
    this.#lastId = fields.get("id") ?? this.#lastId;
    const data = fields.get("data") ?? "";
    this.dispatchEvent(
      new MessageEvent(fields.get("event") ?? "message", { data, lastEventId: this.#lastId }),
    );
  }
}

const NO_KEEPER = {
  listBackups: () => ({ folder: "", backups: [], total: 0, bytes: 0 }),
  backUp: () => Promise.reject(new Error("nothing is backed up here")),
  renewOperatorToken: () => ({ file: "" }),
};

const NO_WEBHOOKS = {
  serverUrl: "",
  post: () => Promise.reject(new Error("no message is sent here")),
  refusal: () => null,
};

/** The server's tRPC door at an address of its own, behind a wire that can be cut. */
export async function serveOverCuttableWire(context: ServiceContext) {
  const doors = {
    createLoginLink: () => "",
    version: "0",
    homeDir: "",
    startedAt: 0,
    webhooks: NO_WEBHOOKS,
    keeper: NO_KEEPER,
  };
  let streams = 0;
  let isStarting = false;
  const server: Server = createServer((request, response) => {
    if (isStarting) {
      response.writeHead(503).end();
      return;
    }
    if (request.url?.includes("live.ticks")) {
      streams += 1;
      response.on("close", () => (streams -= 1));
    }
    void handleTrpc(request, response, { services: context, doors });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sockets = new Set<Socket>();
  let isCut = false;
  const wire = createTcpServer((socket) => {
    if (isCut) return socket.destroy();
    const behind = connect(portOf(server), "127.0.0.1");
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ]) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => wire.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${portOf(wire)}/api/trpc`;
  const links = [
    splitLink({
      condition: (op) => op.type === "subscription",
      true: httpSubscriptionLink({ url, EventSource: TestEventSource as never }),
      false: httpLink({ url }),
    }),
  ];
  return {
    client: createTRPCClient<AppRouter>({ links }),
    streams: () => streams,
    cut() {
      isCut = true;
      sockets.forEach((socket) => socket.destroy());
    },
    mend: () => void (isCut = false),
    /** As a server that listens and is not ready, or is ready now. */
    starting: (yes: boolean) => void (isStarting = yes),
    async close() {
      isCut = true;
      sockets.forEach((socket) => socket.destroy());
      server.closeAllConnections();
      await Promise.all([server, wire].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
}
