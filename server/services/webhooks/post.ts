import { lookup } from "node:dns/promises";
import { type ClientRequest, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isServiceError } from "../../errors.ts";
import type { Posted, WebhookDoor } from "../../contracts/alerts/posted.ts";
import { withUnit } from "../../wording/typography.ts";
import { type AllowedTarget, mayReach, readAllowed, readTarget, type Target } from "./address.ts";

/** How names become addresses; tests have their own. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true });

export interface PostOptions {
  allowed: readonly AllowedTarget[];
  resolve?: Resolve;
  timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
/** An answer is read so far and no further. */
const ANSWER_BYTES = 64 * 1024;

const failed = (
  message: string,
  more: Partial<Extract<Posted, { kind: "failed" }>> = {},
): Extract<Posted, { kind: "failed" }> => ({
  kind: "failed",
  message,
  again: true,
  gone: false,
  waitMs: null,
  ...more,
});

/** Why nothing is sent there, with the whole command that allows it: a name in brackets is an address of IPv6. */
const closedWords = ({ host, port }: Target): string =>
  `This address leads into a private network, to this machine or to a cloud's own addresses, and is not on the server's list. To allow it, start the server with: npx ablab start --allow-webhook ${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** What an address leads to before anybody is asked for its name. */
function knownAddresses(host: string): string[] {
  if (isIP(host) !== 0) return [host];
  return host === "localhost" || host.endsWith(".localhost") ? ["127.0.0.1", "::1"] : [];
}

/** Why a message is never sent to an address, where the address alone says so; null where its name has to be asked. */
export function refusalOf(text: string, allowed: readonly AllowedTarget[]): string | null {
  const target = readTarget(text);
  const known = knownAddresses(target.host);
  return known.length > 0 && !known.some((address) => mayReach(target, address, allowed))
    ? closedWords(target)
    : null;
}

/** Every address of a name has to be one that may be reached; the first is the one that is connected to. */
async function pinned(target: Target, { allowed, resolve = resolveAll }: PostOptions) {
  const family = isIP(target.host);
  const found = family === 0 ? await resolve(target.host) : [{ address: target.host, family }];
  if (found.length === 0) return null;
  return found.every(({ address }) => mayReach(target, address, allowed)) ? found[0] : "closed";
}

const RETRY_AFTER_MOST_MS = 86_400_000;

/** Seconds, as most say it; a date is left unread. */
function waitOf(header: string | undefined): number | null {
  const seconds = /^\d{1,6}$/.test(header ?? "") ? Number(header) : null;
  return seconds === null ? null : Math.min(seconds * 1000, RETRY_AFTER_MOST_MS);
}

function postedOf(status: number, retryAfter: string | undefined): Posted {
  if (status >= 200 && status < 300) return { kind: "arrived", status };
  if (status >= 300 && status < 400)
    return failed(`It answered ${status}, a way to another address, which is not followed.`);
  if (status === 410)
    return failed("It answered 410: it wants no more messages.", { again: false, gone: true });
  return failed(`It answered ${status}.`, { waitMs: waitOf(retryAfter) });
}

/** Connects to the one address that was looked at, sends, and reads the status. */
function send(
  { url, host }: Target,
  { address, family }: { address: string; family: number },
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Posted> {
  return new Promise((resolve) => {
    // Whoever asks for the name gets the address that was looked at: it is not resolved a second time.
    const pin: LookupFunction = (_name, options, answer) =>
      options.all ? answer(null, [{ address, family }]) : answer(null, address, family);
    const open = url.protocol === "https:" ? requestTls : requestPlain;
    const request: ClientRequest = open(url, {
      method: "POST",
      agent: false,
      lookup: pin,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        connection: "close",
      },
      ...(url.protocol === "https:" && isIP(host) === 0 ? { servername: host } : {}),
    });
    const settle = (posted: Posted) => {
      clearTimeout(patience);
      resolve(posted);
      request.destroy();
    };
    const patience = setTimeout(
      () => settle(failed(`It did not answer within ${withUnit(String(timeoutMs / 1000), "s")}.`)),
      timeoutMs,
    );
    request.on("error", (error: NodeJS.ErrnoException) =>
      settle(failed(`It could not be reached (${error.code ?? "the connection broke"}).`)),
    );
    request.on("response", (response) => {
      const posted = postedOf(response.statusCode ?? 0, response.headers["retry-after"]);
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > ANSWER_BYTES) settle(posted);
      });
      response.on("end", () => settle(posted));
      response.on("error", () => settle(posted));
    });
    request.end(body);
  });
}

/**
 * Sends a message to an address that somebody wrote, and nowhere else: to the open internet, or where the server was told to;
 * to the address that its name had when it was looked at; without following a redirect; and not for longer than five seconds.
 */
export async function postMessage(
  address: string,
  headers: Record<string, string>,
  body: string,
  options: PostOptions,
): Promise<Posted> {
  try {
    const target = readTarget(address);
    const place = await pinned(target, options);
    if (place === "closed") return failed(closedWords(target), { again: false });
    if (place === null) return failed("Its name leads to no address.");
    return await send(target, place, headers, body, options.timeoutMs ?? TIMEOUT_MS);
  } catch (error) {
    if (isServiceError(error)) return failed(error.message, { again: false });
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return failed(`It could not be reached (${code}).`);
  }
}

/** The door of a server at an address, whose operator has opened some private places to it. Throws on what is none. */
export function webhookDoor(serverUrl: string, opened: readonly string[]): WebhookDoor {
  const allowed = opened.map(readAllowed);
  return {
    serverUrl,
    post: (url, headers, body) => postMessage(url, headers, body, { allowed }),
    refusal: (url) => refusalOf(url, allowed),
  };
}
