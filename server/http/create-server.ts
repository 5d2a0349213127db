import { createServer, type RequestListener, type Server } from "node:http";

/** How long a client may take, in ms: for its headers, for a whole request, and how often Node looks. */
export interface Patience {
  headersMs: number;
  requestMs: number;
  lookMs: number;
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 60_000, lookMs: 1000 };

/**
 * An HTTP server that does not wait for who says nothing: a connection whose headers do not come is closed, with 408. Node
 * looks every 30 s by itself, which lets a connection that was to have 10 s keep its place for 40.
 */
export function createPatientServer(listener: RequestListener, patience: Patience = PATIENCE): Server {
  const server = createServer(
    { requireHostHeader: true, maxHeaderSize: 16_384, connectionsCheckingInterval: patience.lookMs },
    listener,
  );
  server.headersTimeout = patience.headersMs;
  server.requestTimeout = patience.requestMs;
  return server;
}
