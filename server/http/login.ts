import type { IncomingMessage, ServerResponse } from "node:http";
import { newSecret, sha256 } from "../services/hashing.ts";
import { openSession } from "../services/sessions/open.ts";
import type { ServiceContext } from "../services/context.ts";
import { sendPage } from "./send.ts";

const CODE_LIVES_MS = 10 * 60_000;
const FRESH_LINK = 'Run "npx ablab login-link" in the checkout for a fresh one.';

/** One-time login codes. Kept in memory only: a restart ends those nobody used. */
export interface LoginCodes {
  create(): string;
  /** True exactly once for a code that is not older than ten minutes. */
  redeem(code: string): boolean;
}

export function createLoginCodes(now: () => number): LoginCodes {
  const codes = new Map<string, number>();
  return {
    create() {
      for (const [hash, until] of codes) if (until <= now()) codes.delete(hash);
      const code = newSecret("login");
      codes.set(sha256(code), now() + CODE_LIVES_MS);
      return code;
    },
    redeem(code) {
      const hash = sha256(code);
      const until = codes.get(hash);
      codes.delete(hash);
      return until !== undefined && until > now();
    },
  };
}

/** `GET /login?t=CODE`: sets the session cookie and goes to the first page. There is no "next" parameter to abuse. */
export function handleLogin(
  request: IncomingMessage,
  response: ServerResponse,
  codes: LoginCodes,
  ctx: ServiceContext,
  cookieName: string,
): void {
  const code = new URL(request.url ?? "/", "http://localhost").searchParams.get("t") ?? "";
  if (code === "") {
    sendPage(response, 401, "Log in with a link.", FRESH_LINK);
    return;
  }
  if (request.method !== "GET" || !codes.redeem(code)) {
    sendPage(response, 401, "This login link was used before or is older than ten minutes.", FRESH_LINK);
    return;
  }
  const { secret, maxAgeSeconds } = openSession(ctx);
  response.writeHead(303, {
    location: "/",
    "cache-control": "no-store",
    "set-cookie": `${cookieName}=${secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAgeSeconds}`,
  });
  response.end();
}
