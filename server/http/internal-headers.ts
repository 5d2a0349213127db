import type { IncomingHttpHeaders } from "node:http";

/** Headers that proxies and frameworks trust; from a client they are lies (CVE-2025-29927 and its family). */
const INTERNAL_HEADERS = [
  "x-middleware-subrequest",
  "x-middleware-subrequest-id",
  "x-middleware-invoke",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-for",
  "x-forwarded-port",
  "forwarded",
  "next-resume",
  "x-matched-path",
  "x-invoke-path",
  "x-now-route-matches",
  "x-nonce",
  "x-ablab-csrf",
  "x-ablab-project",
  "content-security-policy",
];

export function stripInternalHeaders(headers: IncomingHttpHeaders): void {
  for (const name of INTERNAL_HEADERS) delete headers[name];
}
