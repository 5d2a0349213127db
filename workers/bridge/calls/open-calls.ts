import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { urlToHttpOptions } from "node:url";

/** One request below /api/worker. */
export interface Call {
  /** Without a leading slash. */
  path: string;
  token: string;
  /** JSON text of a POST; a call without it is a GET. */
  body?: string;
  /** For all of it: connection, answer and its body. In ms. */
  timeoutMs: number;
}

/**
 * Sends one request and hands its answer to `read`, which is to take the whole body.
 * @throws what the connection failed of, with the system's `code` (ECONNREFUSED, ENOTFOUND, …), a time-out, a redirect,
 * or what `read` throws
 */
export type Caller = <T>(call: Call, read: (answer: IncomingMessage) => Promise<T>) => Promise<T>;

/** A connection that nobody used for so long is closed: what lies between may have forgotten it. */
const IDLE_MS = 4000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Requests to one server over connections that are kept. By node:http, since `fetch` costs several times the CPU, and a
 * training that streams is told of several times a second. A redirect is refused: a token must not follow one.
 * @param server origin, http or https
 */
export function openCalls(server: string): Caller {
  const url = new URL(server);
  const { request, Agent } = url.protocol === "https:" ? https : http;
  // What fetch looks at too: the way out may be a proxy's.
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === "1" ? process.env : undefined;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, proxyEnv });
  const { protocol, hostname, port } = urlToHttpOptions(url);
  const target = { protocol, hostname, port, agent };

  return ({ path, token, body, timeoutMs }, read) =>
    new Promise((resolve, reject) => {
      const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${token}` };
      if (body !== undefined) {
        headers["content-type"] = "application/json";
        headers["content-length"] = Buffer.byteLength(body);
      }
      const sent = request({
        ...target,
        path: `/api/worker/${path}`,
        method: body === undefined ? "GET" : "POST",
        headers,
      });
      const late = () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`));
      const timer = setTimeout(late, timeoutMs);
      sent.on("close", () => clearTimeout(timer));
      sent.on("error", reject);
      sent.on("response", (answer) => {
        if (REDIRECTS.has(answer.statusCode ?? 0)) {
          sent.destroy(new Error("unexpected redirect"));
          return;
        }
        read(answer).then(resolve, (error: Error) => {
          sent.destroy();
          reject(error);
        });
      });
      sent.end(body);
    });
}

/** The whole body as text. @throws when the connection ends before the body does */
export function readText(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    answer.setEncoding("utf8");
    answer.on("data", (piece: string) => (text += piece));
    answer.on("end", () => resolve(text));
    answer.on("error", reject);
  });
}
