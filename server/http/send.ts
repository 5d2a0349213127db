import type { IncomingMessage, ServerResponse } from "node:http";

/** What a page may load: its own files and scripts that carry this request's nonce. Recharts sets style attributes. */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

export function setSecurityHeaders(response: ServerResponse, csp: string): void {
  response.setHeader("content-security-policy", csp);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
}

/** Of the headers of every answer those that say something of a document: 440 bytes that a script or a style has no use for. */
const OF_DOCUMENTS = [
  "content-security-policy",
  "x-frame-options",
  "referrer-policy",
  "cross-origin-opener-policy",
];

/** For an answer that no browser shows as a page. What keeps its type and who may use it stays. */
export function dropDocumentHeaders(response: ServerResponse): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name);
}

/** Answers with JSON in one write: a second segment would wait for the other side's delayed acknowledgement. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
  });
  response.end(bytes);
}

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The mark of `public/mark.svg` in the colour of the text: what is not logged in may not fetch that file. */
const MARK =
  '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M11 2h2v19h-2z" fill="currentColor"/><circle cx="6.6" cy="15.2" r="5.4" fill="currentColor"/><circle cx="17.4" cy="15.2" r="4.5" fill="none" stroke="currentColor" stroke-width="1.8"/></svg>';
export const PAGE_STYLE =
  '@font-face{font-family:Geist;src:url(/fonts/Geist-Variable.woff2) format("woff2");font-weight:100 900;font-display:swap}body{font:15px/1.5 Geist,system-ui,sans-serif;margin:18vh auto;max-width:34rem;padding:0 1.25rem;background:#fbfaf7;color:#131b1b}header{display:flex;align-items:center;gap:9px;font-weight:600}h1{margin:1.6rem 0 .4rem;font-size:21px;line-height:28px;font-weight:500}p{margin:0;color:#454e4b}@media(prefers-color-scheme:dark){body{background:#0e1212;color:#eaeae4}p{color:#b2b5af}}';

/** A small page for people where Next has nothing to say: what happened, and what to do. */
export function sendPage(response: ServerResponse, status: number, claim: string, advice: string): void {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Ablab</title>
<style>${PAGE_STYLE}</style>
<header>${MARK} Ablab</header><main><h1>${escapeHtml(claim)}</h1><p>${escapeHtml(advice)}</p></main></html>`;
  const bytes = Buffer.from(html);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
  });
  response.end(bytes);
}

/** Does the client ask for a page rather than for data? */
export function wantsPage(request: IncomingMessage): boolean {
  return (request.headers.accept ?? "").includes("text/html");
}

/** The body as text, or null when it is longer than `limit` bytes; reading stops there. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
