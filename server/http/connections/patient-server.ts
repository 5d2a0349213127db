import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { REQUEST_LIMITS } from "../../contracts/limits/requests.ts";
import type { GateDecision } from "../gate.ts";

/** How long a client may take, in ms: for its headers, for a whole request, and how often Node looks. */
interface Patience {
  headersMs: number;
  requestMs: number;
  lookMs: number;
}

const PATIENCE: Patience = {
  headersMs: REQUEST_LIMITS.headTime.most,
  requestMs: REQUEST_LIMITS.time.most,
  lookMs: 1000,
};

/** Goes on with a connection that is to be no HTTP any more; `head` is what was sent behind the request. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * An HTTP server that does not wait for who says nothing: a connection whose headers do not come is closed, with 408. Node
 * looks every 30 s by itself, which lets a connection that was to have 10 s keep its place for 40.
 *
 * Nothing is answered before the gate: what Node would answer by itself (an expectation, an upgrade) is decided by `judge`.
 * An upgrade that it allows is handed to `takeUpgrade`; without one there is none.
 */
export function createPatientServer(
  listener: RequestListener,
  judge: (request: IncomingMessage) => GateDecision,
  patience: Patience = PATIENCE,
  takeUpgrade: TakeUpgrade | null = null,
): Server {
  const server = createServer(
    {
      requireHostHeader: true,
      maxHeaderSize: REQUEST_LIMITS.head.most,
      connectionsCheckingInterval: patience.lookMs,
    },
    listener,
  );
  server.headersTimeout = patience.headersMs;
  server.requestTimeout = patience.requestMs;
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (judge(request).kind === "allow") response.writeContinue();
    listener(request, response);
  });
  server.on("checkExpectation", listener);
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const decision = judge(request);
    if (decision.kind === "allow" && takeUpgrade) return takeUpgrade(request, socket, head);
    const status = decision.kind === "refuse" ? decision.status : 426;
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  });
  return server;
}
