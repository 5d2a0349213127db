import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isServiceError } from "../errors.ts";
import { openLog, type OpenLog } from "../services/attempts/read-log.ts";
import type { ServiceContext } from "../services/context.ts";
import { openPreview } from "../services/media/preview.ts";
import { openDownload } from "../services/runs/open-download.ts";
import { loadsNothing } from "./loads-nothing.ts";
import { sendJson } from "./send.ts";

const SLICE = 1024 * 1024;

function tryOpen(ctx: ServiceContext, attemptId: string): OpenLog | null {
  try {
    return openLog(ctx, attemptId);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}

/** `GET /api/files/ID`: a file that a client from outside sent or a trainer left, as it came; never shown by the browser itself. */
export function handleFileDownload(response: ServerResponse, ctx: ServiceContext, id: string): void {
  const file = openDownload(ctx, id);
  if (!file) return sendJson(response, 404, { error: "not_found", message: "There is no such file." });
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": file.data.length,
    "content-disposition": `attachment; filename="${file.fileName}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  });
  response.end(file.data);
}

/** What of a file may be shown loads nothing and runs nothing, also where its address is opened by itself. */
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; font-src data:; frame-ancestors 'self'";

/** The bytes that a player asks for, as "bytes=0-99"; null for all of them. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined || Number(from) >= size || (to !== "" && Number(to) < Number(from))) return null;
  return { from: Number(from), to: Math.min(size - 1, to === "" ? size - 1 : Number(to)) };
}

/** `GET /api/files/mID`: a picture, sound, film or page that was logged, as a page of a run shows it. */
export function handleMediaPreview(
  request: IncomingMessage,
  response: ServerResponse,
  ctx: ServiceContext,
  id: number,
): void {
  const file = openPreview(ctx, id);
  if (!file) return sendJson(response, 404, { error: "not_found", message: "There is no such picture." });
  const data = /html|xml/.test(file.type) ? loadsNothing(file.data) : file.data;
  const size = data.length;
  const range = rangeOf(request.headers.range, size);
  const body = range ? data.subarray(range.from, range.to + 1) : data;
  response.writeHead(range ? 206 : 200, {
    "content-type": file.type,
    "content-length": body.length,
    "accept-ranges": "bytes",
    ...(range && { "content-range": `bytes ${range.from}-${range.to}/${size}` }),
    "content-disposition": "inline",
    "content-security-policy": PREVIEW_POLICY,
    "x-frame-options": "SAMEORIGIN",
    // A policy says nothing of names that a page has looked up: they would tell somebody who opens it, and when.
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
  });
  response.end(body);
}

/** `GET /api/logs/ATTEMPT`: the raw log as a file, never shown by the browser itself. */
export async function handleLogDownload(
  response: ServerResponse,
  ctx: ServiceContext,
  attemptId: string,
): Promise<void> {
  const log = tryOpen(ctx, attemptId);
  if (!log) return sendJson(response, 404, { error: "not_found", message: "There is no such log." });
  response.writeHead(200, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": log.size,
    "content-disposition": `attachment; filename="${log.fileName}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
  });
  for (let at = 0; at < log.size && !response.destroyed; at += SLICE) {
    if (!response.write(log.read(at, Math.min(log.size, at + SLICE)))) await once(response, "drain");
  }
  response.end();
}
