import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { isServiceError, type ServiceErrorCode } from "../../errors.ts";
import type { ServiceContext } from "../../services/context.ts";
import { SHARE_LIMITS } from "../../contracts/limits/requests.ts";
import { explainFailure } from "../../services/storage.ts";
import { createFairTurns, type FairTurns } from "../connections/fair-turns.ts";
import { TooBusy } from "../ingest-answer.ts";
import { sendJson } from "../send.ts";
import { openApi } from "./openapi.ts";
import { sendReadingPage } from "./page.ts";
import { READ_BASE, READ_ROUTES, type ReadRoute } from "./routes.ts";
import { Sent } from "./send-bytes.ts";

const STATUS: Partial<Record<ServiceErrorCode, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
  full: 507,
};

/** The names of a query that stand in it several times. */
const listsIn = (query: z.ZodObject): Set<string> =>
  new Set(
    Object.entries(z.toJSONSchema(query, { io: "input" }).properties ?? {}).flatMap(([name, schema]) =>
      typeof schema === "object" && schema.type === "array" ? [name] : [],
    ),
  );

const PATTERNS = READ_ROUTES.map((route) => ({
  route,
  lists: listsIn(route.query),
  words: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}));

/** The route of a path, with the words that it names; null where there is none. */
function routeOf(
  path: string,
): { route: ReadRoute; lists: Set<string>; words: Record<string, string> } | null {
  for (const { route, lists, words, pattern } of PATTERNS) {
    const found = pattern.exec(path);
    if (found)
      return {
        route,
        lists,
        words: Object.fromEntries(words.map((word, i) => [word, decodeURIComponent(found[i + 1])])),
      };
  }
  return null;
}

/** What an address asks, as a schema reads it: a name that it takes several of is a list. */
function queryOf(schema: z.ZodObject, lists: Set<string>, query: URLSearchParams) {
  const unknown = [...query.keys()].find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) return { unknown, known: Object.keys(schema.shape) };
  const given = Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, lists.has(name) ? all : all[all.length - 1]];
    }),
  );
  return { read: schema.safeParse(given) };
}

const refuse = (response: ServerResponse, status: number, error: string, message: string): void =>
  sendJson(response, status, { error, message });

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  ctx: ServiceContext,
  inTurn: FairTurns,
): Promise<void> {
  const [path, query = ""] = (request.url ?? "").split("?");
  const below = path.slice(READ_BASE.length);
  if (!path.startsWith(READ_BASE) || (below !== "" && !below.startsWith("/")))
    return refuse(
      response,
      404,
      "not_found",
      `There is no such address. The page ${READ_BASE}/docs lists them.`,
    );
  if (below === "/openapi.json") return sendJson(response, 200, openApi());
  const origin = `http://${request.headers.host ?? ""}`;
  if (below === "" || below === "/" || below === "/docs") return sendReadingPage(response, ctx, origin);
  const found = routeOf(below);
  if (!found)
    return refuse(
      response,
      404,
      "not_found",
      `There is no such address. The page ${READ_BASE}/docs lists them.`,
    );
  const asked = queryOf(found.route.query, found.lists, new URLSearchParams(query));
  if (asked.read === undefined) {
    const takes = asked.known.length === 0 ? "It takes none." : `It takes: ${asked.known.join(", ")}.`;
    const name = JSON.stringify(asked.unknown.slice(0, 80));
    return refuse(response, 400, "invalid", `This address takes no ${name} in its query. ${takes}`);
  }
  if (!asked.read.success) {
    const [issue] = asked.read.error.issues;
    const name = JSON.stringify(String(issue.path[0] ?? ""));
    const why = issue.message.replace(/\.?$/, ".");
    return refuse(response, 400, "invalid", `What ${name} says in the query is not taken: ${why}`);
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const { route, words } = found;
    const { actor } = ctx;
    const query = asked.read.data;
    const read = () => route.take({ ctx, in: words, query, signal: gone.signal });
    const answer = await (actor.kind === "ingest" ? inTurn(actor.tokenId, read) : read());
    if (answer instanceof Sent) await answer.send(response);
    else sendJson(response, 200, answer);
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    if (error instanceof TooBusy) return refuse(response, STATUS.unavailable ?? 503, "busy", TOO_MANY);
    const refusal = explainFailure(ctx, error);
    if (!isServiceError(refusal)) throw error;
    refuse(response, STATUS[refusal.code] ?? 500, refusal.code, refusal.message);
  }
}

const TOO_MANY = "Too much that this key reads is waiting; ask again in a moment.";

/**
 * `GET /api/read/v1/...`: what scripts read of runs, as JSON or bytes; the description of it, and a page for people. What one key
 * asks for is worked out one after the other, and after a long piece others have their turn.
 */
export function createReading(inTurn: FairTurns = createFairTurns(SHARE_LIMITS.waiting.most)) {
  return (request: IncomingMessage, response: ServerResponse, ctx: ServiceContext): Promise<void> =>
    handle(request, response, ctx, inTurn);
}
