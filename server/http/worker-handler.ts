import type { IncomingMessage, ServerResponse } from "node:http";
import { handleBridgeRequest, type BridgeCaller } from "../bridge/handle.ts";
import type { ServiceContext } from "../services/context.ts";
import { overLimit } from "../contracts/limits/limit.ts";
import { WORKER_LIMITS } from "../contracts/limits/requests.ts";
import { readBody, sendJson } from "./send.ts";

/** The worker wire beside Next: read, parse, hand to the bridge, answer in one write. */
export async function handleWorker(
  request: IncomingMessage,
  response: ServerResponse,
  ctx: ServiceContext,
  caller: BridgeCaller,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0];
  let body: unknown;
  if (request.method === "POST") {
    const text = await readBody(request, WORKER_LIMITS.body.most);
    if (text === null) {
      sendJson(response, 413, {
        error: "too_large",
        message: overLimit(WORKER_LIMITS.body, null),
      });
      return;
    }
    try {
      body = JSON.parse(text);
    } catch {
      sendJson(response, 400, { error: "invalid", message: "The body is not JSON." });
      return;
    }
  }
  const answer = await handleBridgeRequest(ctx, { method: request.method ?? "GET", path, body, caller });
  sendJson(response, answer.status, answer.body);
}
