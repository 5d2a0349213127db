import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../services/context.ts";
import { pagePolicy } from "../services/reports/html/print-page.ts";
import { openShare } from "../services/reports/open-share.ts";
import { sendPage } from "./send.ts";

export const SHARE_PREFIX = "/share/";

/** Nobody indexes, stores or frames a shared report, and it tells no other site where it was read. */
function setShareHeaders(response: ServerResponse): void {
  response.setHeader("x-robots-tag", "noindex, nofollow");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cache-control", "no-store");
}

/**
 * `GET /share/TOKEN`: one published report as one page, written from its snapshot. Served beside Next and without any
 * credential; the page may load nothing, so it opens nothing else of this server.
 */
export function handleShare(request: IncomingMessage, response: ServerResponse, ctx: ServiceContext): void {
  setShareHeaders(response);
  const token = (request.url ?? "").split("?")[0].slice(SHARE_PREFIX.length);
  const opened = openShare(ctx, token, request.method === "GET");
  if (!opened.ok) {
    response.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    return sendPage(response, opened.status, opened.claim, opened.advice);
  }
  response.setHeader("content-security-policy", `${pagePolicy()}; frame-ancestors 'none'`);
  const bytes = Buffer.from(opened.html);
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": bytes.length,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}
