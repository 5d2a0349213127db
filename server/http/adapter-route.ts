import type { IncomingMessage, ServerResponse } from "node:http";
import { isServiceError } from "../errors.ts";
import type { IngestActor, ServiceContext } from "../services/context.ts";
import { externalVerbs } from "../services/external/make-verbs.ts";
import { readingVerbs } from "../services/external/loggers/reading-verbs.ts";
import { launchedVerbs } from "../services/external/loggers/launched.ts";
import { supervisedVerbs } from "../services/external/loggers/supervised.ts";
import type { ExternalVerbs } from "../contracts/external/verbs.ts";
import { explainFailure } from "../services/storage.ts";
import { adapterOf } from "../adapters/index.ts";
import {
  jsonAnswer,
  type Adapter,
  type AdapterAnswer,
  type AdapterFailure,
  type AdapterRequest,
} from "../adapters/adapter.ts";
import { decide, gateRequestOf, adapterAt, type GatePolicy } from "./gate.ts";
import { SHARE_LIMITS } from "../contracts/limits/requests.ts";
import { createFairTurns } from "./connections/fair-turns.ts";
import { createSharedCommits } from "./connections/shared-commits.ts";
import { createHolds, type Hold, whenHeard } from "./ingest-answer.ts";
import { readAdapterBody } from "./adapter-body.ts";

/** Answers in one write; a client that is still sending hears it all the same. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body }: AdapterAnswer,
): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  whenHeard(request, response, () => {
    if (response.destroyed) return;
    const headers: Record<string, string | number> = {
      "content-type": type,
      "content-length": bytes.length,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    };
    if (status === 503) headers["retry-after"] = 1;
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : bytes);
  });
}

/** What a token lets its client do. */
function verbsOf(ctx: ServiceContext, { attempt, witnessed, access }: IngestActor): ExternalVerbs {
  if (access === "read") return readingVerbs(externalVerbs(ctx));
  if (attempt) return launchedVerbs(ctx, attempt);
  return witnessed ? supervisedVerbs(ctx, witnessed) : externalVerbs(ctx);
}

/** What a failure is to a client: its own kind of answer where it has one. */
const answerTo = (adapter: Adapter, why: AdapterFailure): AdapterAnswer =>
  adapter.failed?.(why) ?? jsonAnswer({ error: why.message, message: why.message }, why.status);

function failureOf(ctx: ServiceContext, adapter: Adapter, error: unknown): AdapterFailure {
  const name = error instanceof Error ? error.name : "";
  if (name === "AdapterRefusal") return error as Error & AdapterFailure;
  if (name === "TooBusy")
    return { status: 503, message: "Too much is on its way at this moment; send the same again." };
  const seen = explainFailure(ctx, error);
  if (isServiceError(seen)) {
    const status =
      { full: 507, unavailable: 503, not_found: 404, forbidden: 403 }[seen.code as string] ?? 500;
    return { status, message: seen.message };
  }
  console.error(`the ${adapter.name} wire failed:`, error);
  return { status: 500, message: "The server failed on this request; its log says why." };
}

/** Bytes of a body that is short: what it says is stored in one commit with what others say at this moment. */
const MOST_SHARED = 64 * 1024;

/** Answers requests of foreign clients behind the gate; leaves all others alone. Returns whether it took the request. */
export function createAdapterRoute(
  policy: GatePolicy,
  ctx: ServiceContext,
  adapters: readonly Adapter[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const openHold = createHolds(SHARE_LIMITS.allBytes.most, SHARE_LIMITS.bytes.most);
  const inTurn = createFairTurns(SHARE_LIMITS.waiting.most);
  const commits = createSharedCommits(ctx, SHARE_LIMITS.waiting.most);
  const find = adapterOf(adapters);

  async function take(
    adapter: Adapter,
    request: IncomingMessage,
    actor: IngestActor,
    hold: Hold,
  ): Promise<AdapterAnswer> {
    const { method = "GET", url = "/", headers } = request;
    const [path, ...query] = url.split("?");
    const verbs = verbsOf({ ...ctx, actor }, actor);
    const asked: AdapterRequest = {
      method,
      path: decodeURIComponent(path),
      query: new URLSearchParams(query.join("?")),
      headers,
      body: new Uint8Array(),
      origin: `http://${headers.host ?? ""}`,
      owner: { tokenId: actor.tokenId, projectId: actor.projectId },
    };
    try {
      asked.body = await readAdapterBody(request, hold, adapter.mostBytes(method, asked.path));
    } catch (error) {
      const isTooLarge = (error as Partial<AdapterFailure>).status === 413;
      if (isTooLarge && adapter.takeOversized) return adapter.takeOversized(asked, verbs);
      throw error;
    }
    const isShared = asked.body.length <= MOST_SHARED && adapter.onlyStores?.(method, asked.path);
    const taken = await inTurn(actor.tokenId, () => {
      // Its turn is over once it waits for its commit: the queue for that keeps the order.
      const patient = adapter.sendsBeside && request.socket;
      if (isShared) return { answer: commits.join(actor.tokenId, () => adapter.take(asked, verbs), patient) };
      commits.flush();
      return adapter.take(asked, verbs);
    });
    return "answer" in taken ? taken.answer : taken;
  }

  async function answer(
    adapter: Adapter,
    request: IncomingMessage,
    response: ServerResponse,
    { actor, hold }: { actor: IngestActor; hold: Hold },
  ): Promise<void> {
    try {
      const found = await take(adapter, request, actor, hold).catch((error: unknown) =>
        // A client that hung up in the middle of its body hears no answer, and nothing of ours failed.
        request.destroyed && !request.complete ? null : answerTo(adapter, failureOf(ctx, adapter, error)),
      );
      if (found) send(request, response, found);
    } catch (error) {
      console.error(`the ${adapter.name} wire failed:`, error);
      response.destroy();
    } finally {
      hold.release();
    }
  }

  return (request, response) => {
    const { method = "GET", url = "/" } = request;
    const adapter = adapterAt(find, method, url.split("?")[0]);
    if (!adapter) return false;
    const decision = decide(gateRequestOf(request), policy);
    if (decision.kind === "refuse") {
      const { status, error, message } = decision;
      // Under `errors` a client that speaks GraphQL finds the sentence; without it wandb says "<no message>".
      send(request, response, jsonAnswer({ error, message, errors: [{ message }] }, status));
      return true;
    }
    if (decision.scope === null && adapter.drops?.(method, url.split("?")[0])) {
      request.resume();
      send(request, response, jsonAnswer({}));
      return true;
    }
    if (decision.scope?.kind !== "ingest") return false;
    const { actor } = decision.scope;
    const hold = openHold(actor.tokenId);
    void answer(adapter, request, response, { actor, hold });
    return true;
  };
}
