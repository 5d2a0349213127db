import { overLimit } from "../../contracts/limits/limit.ts";
import { GRAPHQL_LIMITS, STREAM_LIMITS, WANDB_FILE_LIMITS } from "../../contracts/limits/wandb.ts";
import { isForeign, objectOf, type Foreign } from "../../foreign/foreign-values.ts";
import { isTooHeavy } from "../../foreign/weigh-json.ts";
import { jsonAnswer, type Adapter, type AdapterAnswer, type AdapterRequest } from "../adapter.ts";
import { artifactResolvers, createRunFiles } from "./artifacts.ts";
import { ask, refusedQuery } from "./ask.ts";
import { typeInfoOf } from "./type-probes.ts";
import { runResolvers } from "./runs.ts";
import { TablePhases } from "./table-phases.ts";
import { answerStream, sayOversizedStream, streamPath } from "./stream.ts";
import { answerFile, basicToken, FILES, Passes, sayOversized } from "./uploads.ts";
import type { Visit } from "./visit.ts";

const QUESTIONS = "/graphql";
/** What the client measures of itself. */
const TELEMETRY = /^\/sdk\/otel\//;

function question(body: Uint8Array): { query: string; variables: Foreign } | null {
  if (isTooHeavy(body, GRAPHQL_LIMITS.values.most)) return null;
  const sent = objectOf(body);
  // What is no object is answered as a question that cannot be read.
  if (sent === null) return { query: "", variables: {} };
  return { query: String(sent.query), variables: isForeign(sent.variables) ? sent.variables : {} };
}

/**
 * The way in of the wandb client, unmodified, 0.19 and later: its questions in GraphQL, its stream of rows, and its files.
 * `now` is for how long an address of a file may be read, in ms since the epoch.
 */
export function wandbAdapter(now: () => number = Date.now): Adapter {
  const passes = new Passes(now);
  const tables = new TablePhases();
  const visitOf = ({ headers, origin, owner }: AdapterRequest, verbs: Visit["verbs"]): Visit => ({
    verbs,
    headers,
    origin,
    owner,
    passes,
    tables,
  });
  return {
    name: "wandb",
    mostBytes(_method, path) {
      if (path === QUESTIONS) return GRAPHQL_LIMITS.body.most;
      return (path === FILES ? WANDB_FILE_LIMITS : STREAM_LIMITS).body.most;
    },
    claims(method, path) {
      if (method === "POST") return path === QUESTIONS || TELEMETRY.test(path) || streamPath(path) !== null;
      return path === FILES && (method === "PUT" || method === "GET");
    },
    mayRead: (method, path) => (method === "POST" ? path === QUESTIONS : method === "GET"),
    onlyStores: (method, path) => method === "POST" && streamPath(path) !== null,
    sendsBeside: true,
    drops: (method, path) => method === "POST" && TELEMETRY.test(path),
    // A pass reads its one file: it writes none, and opens no other path.
    tokenOf: ({ method, path, headers, query }) =>
      basicToken(headers) ?? (method === "GET" && path === FILES ? passes.open(query) : null),
    take(request, verbs): AdapterAnswer | Promise<AdapterAnswer> {
      const { path, body } = request;
      const visit = visitOf(request, verbs);
      if (path === FILES) return answerFile(visit, request);
      if (path !== QUESTIONS) return answerStream(visit, path, body);
      const asked = question(body);
      if (asked === null) return jsonAnswer(refusedQuery(overLimit(GRAPHQL_LIMITS.values, null)));
      const { query, variables } = asked;
      const resolvers = {
        ...runResolvers(visit),
        ...artifactResolvers(visit),
        createRunFiles: ({ input }: Foreign) => createRunFiles(visit, isForeign(input) ? input : {}),
        markRunFilesUploaded: () => ({ success: true }),
        typeInfo: ({ name }: Foreign) => typeInfoOf(name),
      };
      const answer = ask(query, variables, resolvers);
      return answer instanceof Promise ? answer.then((one) => jsonAnswer(one)) : jsonAnswer(answer);
    },
    takeOversized(request, verbs) {
      const visit = visitOf(request, verbs);
      if (request.path === FILES) return sayOversized(visit, request);
      if (streamPath(request.path)) return sayOversizedStream(visit, request.path);
      return jsonAnswer(refusedQuery(overLimit(GRAPHQL_LIMITS.body, null)));
    },
    // The client ends its stream over a 4xx, and sends the same again over a 5xx: what was broken on its way, or met a run
    // that was deleted at that moment, goes well the next time.
    failed: ({ status, message }) =>
      // Under `errors` its questions find the sentence; without it the client says "<no message>".
      jsonAnswer(
        { error: message, message, errors: [{ message }] },
        status === 400 || status === 404 ? 503 : status,
      ),
  };
}
