import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { isServiceError } from "../errors.ts";
import { openLog, type OpenLog } from "../services/attempts/read-log.ts";
import type { ServiceContext } from "../services/context.ts";
import { openDownload } from "../services/runs/open-download.ts";
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
