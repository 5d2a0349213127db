import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { CAUTIONS_HEADER } from "../contracts/shell.ts";
import { appRouter } from "../routers/index.ts";
import type { RouterContext } from "../routers/trpc.ts";
import { storageCautions } from "../services/storage.ts";
import { overLimit } from "../contracts/limits/limit.ts";
import { PAGE_LIMITS } from "../contracts/limits/requests.ts";
import { readBody, sendJson } from "./send.ts";

const ENDPOINT = "/api/trpc";
/** How often an open stream asks whether its credential is still one. */
const LOOK_MS = 1000;

/**
 * tRPC beside Next: queries and mutations are answered in one write, subscriptions are streamed as they come.
 * The connection's end aborts the procedure. A stream ends within a second of the credential that opened it, as
 * `isStillOpen` says.
 */
export async function handleTrpc(
  request: IncomingMessage,
  response: ServerResponse,
  context: RouterContext,
  isStillOpen: () => boolean = () => true,
): Promise<void> {
  const body = request.method === "POST" ? await readBody(request, PAGE_LIMITS.body.most) : undefined;
  if (body === null) {
    sendJson(response, 413, {
      error: { message: overLimit(PAGE_LIMITS.body, null) },
    });
    return;
  }
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string") headers.set(name, value);
  const answer = await fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: new Request(`http://${request.headers.host}${request.url}`, {
      method: request.method,
      headers,
      body,
      signal: gone.signal,
    }),
    createContext: () => context,
    maxBatchSize: PAGE_LIMITS.batch.most,
    // Questions about hundreds of runs come in a body.
    allowMethodOverride: true,
    onError({ error, path }) {
      if (
        error.code === "INTERNAL_SERVER_ERROR" &&
        !(gone.signal.aborted && error.cause?.name === "AbortError")
      )
        console.error(`${path ?? "trpc"} failed:`, error.cause ?? error);
    },
  });
  const streams = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const answerHeaders: Record<string, string> = {
    ...Object.fromEntries(answer.headers),
    "cache-control": "no-store",
  };
  const cautions = context.services.actor.kind === "operator" ? storageCautions(context.services) : [];
  // A page asks for them by itself; who types a command sees them beside whatever was asked.
  if (cautions.length > 0) answerHeaders[CAUTIONS_HEADER] = encodeURIComponent(JSON.stringify(cautions));
  if (streams && answer.body) {
    response.writeHead(answer.status, answerHeaders);
    response.flushHeaders();
    // What was opened by a session or a token ends with it.
    const look = setInterval(() => {
      if (!isStillOpen()) response.destroy();
    }, LOOK_MS).unref();
    response.on("close", () => clearInterval(look));
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {});
    return;
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { ...answerHeaders, "content-length": bytes.length });
  response.end(bytes);
}
